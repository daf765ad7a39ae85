package mpj.bench.imb;

import java.nio.ByteBuffer;

/**
 * This rank's part of a sample of IMB-IO. It opens the file and reads or writes transfers of one size, one after the
 * other.
 *
 * @param mode when the written data is made safe
 * @param bytes the bytes of one transfer of all ranks
 * @param portion this rank's part of a transfer
 * @param buffer has the bytes of this part
 * @param computation the computation beside calls that do not wait
 */
record FileSample(FileBenchmark benchmark, FileBenchmark.Mode mode, BenchmarkFile file, Participants participants,
                  int bytes, Portion portion, ByteBuffer buffer, Computation computation) {
    private static final double NANO = 1e-9;

    /** The time of an iteration with calls that wait, and also with calls that do not wait if these are measured. */
    Timing timing(int iterations) {
        double pure = seconds(iterations);
        return benchmark.nonblocking() ? overlapped(pure, iterations) : Timing.of(pure);
    }

    /** The seconds of an iteration with calls that wait. */
    double seconds(int iterations) {
        if (!benchmark.hasSizes()) {
            long start = start();
            for (int i = 0; i < iterations; i++) {
                file.openAndClose(buffer);
            }
            return since(start, iterations);
        }
        FileCall call = benchmark.call();
        boolean eachIsSafe = mode == FileBenchmark.Mode.NON_AGGREGATE;
        try (Files.Opened opened = file.open(portion, bytes)) {
            long start = start();
            for (int i = 0; i < iterations; i++) {
                opened.call(call, offset(i), buffer, portion.length());
                if (eachIsSafe) {
                    makeSafe(opened);
                }
            }
            if (!eachIsSafe) {
                makeSafe(opened);
            }
            return since(start, iterations);
        }
    }

    private Timing overlapped(double pure, int iterations) {
        FileCall call = benchmark.call();
        boolean split = benchmark.ranks() == FileBenchmark.Ranks.COLLECTIVE;
        Object[] started = new Object[iterations];
        long computing = 0;
        try (Files.Opened opened = file.open(portion, bytes)) {
            long start = start();
            for (int i = 0; i < iterations; i++) {
                started[i] = opened.start(call, offset(i), buffer, portion.length());
                // A file can have only one split collective at a time, but any number of requests.
                if (split) {
                    computing += compute();
                    opened.await(call, started[i], buffer);
                }
            }
            for (int i = 0; i < iterations && !split; i++) {
                computing += compute();
            }
            for (int i = 0; i < iterations && !split; i++) {
                opened.await(call, started[i], buffer);
            }
            makeSafe(opened);
            return new Timing(pure, since(start, iterations), NANO * computing / iterations);
        }
    }

    private long compute() {
        long start = System.nanoTime();
        computation.run();
        return System.nanoTime() - start;
    }

    /** The offset of an iteration, for calls that take an offset. */
    private long offset(int iteration) {
        return benchmark.ownFile() ? (long) iteration * portion.length()
            : portion.start() + (long) iteration * bytes;
    }

    private void makeSafe(Files.Opened opened) {
        if (benchmark.writes()) {
            // As in IMB: the data that all ranks wrote before the barrier can be read by all ranks after the second
            // sync.
            opened.sync();
            if (!benchmark.ownFile()) {
                participants.barrier();
            }
            opened.sync();
        }
    }

    private long start() {
        participants.barrier();
        participants.barrier();
        return System.nanoTime();
    }

    private static double since(long start, int iterations) {
        return NANO * (System.nanoTime() - start) / iterations;
    }
}
