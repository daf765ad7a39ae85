package mpj.bench.imb;

/**
 * Rank 0 puts into the memory of rank 1. In the first half, rank 1 waits in a barrier. In the second half, it first
 * computes for as long as an iteration of the first half took, and then enters the barrier. The two times show whether
 * a put needs the help of its target.
 */
record PassivePut() implements OneSidedBenchmark {
    private static final int TAG = 1;

    @Override
    public String name() {
        return "Truly_passive_put";
    }

    @Override
    public OneSidedOperation operation() {
        return OneSidedOperation.PUT;
    }

    @Override
    public Presentation presentation() {
        return Presentation.PASSIVE_TARGET;
    }

    @Override
    public Timing time(Sample sample, int iterations, Clock clock, Computation computation, Runnable barrier) {
        return switch (sample.rank()) {
            case 0 -> origin(sample, iterations, clock, barrier);
            case 1 -> target(sample, iterations, computation, barrier);
            default -> {
                wait(iterations, () -> { }, barrier);
                barrier.run();
                wait(iterations, () -> { }, barrier);
                yield Timing.NONE;
            }
        };
    }

    private Timing origin(Sample sample, int iterations, Clock clock, Runnable barrier) {
        Messages comm = sample.comm();
        sample.exposed().lock(1);
        double pure = put(sample, iterations, clock, barrier);
        comm.send(new double[] {pure}, 0, 1, comm.basic(double.class), 1, TAG);
        barrier.run();
        double overlapped = put(sample, iterations, clock, barrier);
        sample.exposed().unlock(1);
        return new Timing(pure, overlapped, 0);
    }

    private double put(Sample sample, int iterations, Clock clock, Runnable barrier) {
        int send = 0;
        int receive = 0;
        long start = clock.nanoseconds();
        for (int i = 0; i < iterations; i++) {
            operation().start(sample, send, receive, 1);
            sample.exposed().flush(1);
            barrier.run();
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
        return (clock.nanoseconds() - start) / 1e9 / iterations;
    }

    private static Timing target(Sample sample, int iterations, Computation computation, Runnable barrier) {
        Messages comm = sample.comm();
        wait(iterations, () -> { }, barrier);
        double[] pure = new double[1];
        comm.recv(pure, 0, 1, comm.basic(double.class), 0, TAG);
        computation.lastFor(pure[0]);
        barrier.run();
        wait(iterations, computation::run, barrier);
        return Timing.NONE;
    }

    private static void wait(int iterations, Runnable before, Runnable barrier) {
        for (int i = 0; i < iterations; i++) {
            before.run();
            barrier.run();
        }
    }
}
