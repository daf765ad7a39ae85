package mpj.bench.imb;

import java.util.List;

/**
 * A rank works on the memory of another rank, in one epoch.
 *
 * @param title IMB's name
 * @param operation the operation on the memory
 * @param bothWays whether the other rank does the same at the same time
 * @param local whether it waits only until its own buffer is free, not until the operation is complete at the target
 * @param aggregate whether it waits once after all iterations; otherwise it waits after each
 * @param runsByDefault whether it runs when no benchmark is named
 */
record PairTransfer(String title, OneSidedOperation operation, boolean bothWays, boolean local, boolean aggregate,
                    boolean runsByDefault) implements OneSidedBenchmark {
    private static final String AGGREGATE = "_aggregate";

    /** IMB's form that waits after each iteration. */
    PairTransfer(String title, OneSidedOperation operation) {
        this(title, operation, false, false, false, true);
    }

    @Override
    public String name() {
        return aggregate ? title + AGGREGATE : title;
    }

    @Override
    public Presentation presentation() {
        return operation.isOfOneElement() ? Presentation.ONE_ELEMENT : Presentation.ONE_SIDED;
    }

    @Override
    public List<Benchmark> modes() {
        return List.of(this, new PairTransfer(title, operation, bothWays, local, true, runsByDefault));
    }

    @Override
    public boolean isNonAggregate() {
        return !aggregate;
    }

    @Override
    public String mode() {
        return "#\n#    MODE: " + (aggregate ? "AGGREGATE" : "NON-AGGREGATE") + " \n#\n";
    }

    @Override
    public ElementType elementType(ElementType data, ElementType reduction) {
        return operation == OneSidedOperation.COMPARE_AND_SWAP ? ElementType.INT
            : OneSidedBenchmark.super.elementType(data, reduction);
    }

    /** MPI_Compare_and_swap has two elements: the compared value and the new value. */
    @Override
    public int messagesSent(int ranks) {
        return operation == OneSidedOperation.COMPARE_AND_SWAP ? 2 : 1;
    }

    @Override
    public Timing time(Sample sample, int iterations, Clock clock, Computation computation, Runnable barrier) {
        int rank = sample.rank();
        Timing timing = Timing.NONE;
        if (rank == 0 || rank == 1 && bothWays) {
            int target = 1 - rank;
            sample.exposed().lock(target);
            long start = clock.nanoseconds();
            run(sample, iterations, target);
            timing = Timing.of((clock.nanoseconds() - start) / 1e9 / iterations);
            sample.exposed().unlock(target);
        }
        barrier.run();
        return timing;
    }

    private void run(Sample sample, int iterations, int target) {
        int send = 0;
        int receive = 0;
        for (int i = 0; i < iterations; i++) {
            operation.start(sample, send, receive, target);
            if (!aggregate) {
                flush(sample.exposed(), target);
            }
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
        if (aggregate) {
            flush(sample.exposed(), target);
        }
    }

    private void flush(OneSided window, int target) {
        if (local) {
            window.flushLocal(target);
        } else {
            window.flush(target);
        }
    }
}
