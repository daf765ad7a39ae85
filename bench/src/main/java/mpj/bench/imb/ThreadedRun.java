package mpj.bench.imb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs benchmarks in several threads of each rank. */
final class ThreadedRun {
    private static final int MOST_OF_WARM_UP = 1 << 20;

    private final Messages world;
    private final MtOptions options;
    private final ElementType elements;
    private final int threads;
    private final List<Messages> comms = new ArrayList<>();

    ThreadedRun(Messages world, MtOptions options, int threads) {
        this.world = world;
        this.options = options;
        this.elements = options.elements();
        this.threads = threads;
        for (int thread = 0; thread < threads; thread++) {
            comms.add(options.sharesOneCommunicator() ? world : world.split(0, world.rank()));
        }
    }

    /**
     * The times of all threads of all ranks for one repetition, in seconds. They are the same on every rank.
     *
     * @param measured how many threads took part, on all ranks
     */
    record Times(double least, double most, double average, int measured) {
    }

    /**
     * Runs a benchmark until it is compiled, with all numbers of elements for the same time. Its times do not count.
     */
    void warmUp(ThreadedBenchmark benchmark, List<Integer> counts) {
        for (int count : counts) {
            double left = options.jitWarmUpSeconds / counts.size();
            for (int times = 10; left > 0; times = Math.min(2 * times, MOST_OF_WARM_UP)) {
                left -= run(benchmark, count, 0, times).most() * times; // the same on every rank
            }
        }
    }

    Times run(ThreadedBenchmark benchmark, int count) {
        return run(benchmark, count, options.warmUp, options.repeat);
    }

    private Times run(ThreadedBenchmark benchmark, int count, int before, int times) {
        CyclicBarrier start = new CyclicBarrier(threads, world::barrier);
        List<Double> seconds = new ArrayList<>();
        // If a thread fails, this is noticed at once, even if other threads wait. It ends the rank, and with it the
        // job.
        ExecutorService pool = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().factory());
        CompletionService<Double> running = new ExecutorCompletionService<>(pool);
        try {
            for (int thread = 0; thread < threads; thread++) {
                ThreadSide side = side(thread, count);
                running.submit(() -> measure(benchmark, side, count, before, times, start));
            }
            for (int thread = 0; thread < threads; thread++) {
                seconds.add(running.take().get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(benchmark.title() + " failed in a thread: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted in " + benchmark.title(), e);
        } finally {
            pool.shutdown();
        }
        return together(seconds);
    }

    private ThreadSide side(int thread, int count) {
        Messages comm = comms.get(thread);
        int stride = options.stride == 0 ? world.size() / 2 : options.stride;
        return new ThreadSide(comm, stride, options.sharesOneCommunicator() ? thread : 0, buffer(count),
            buffer(2 * count), comm.basic(elements.element()), options.window, comm.requests(2 * options.window));
    }

    private Object buffer(int count) {
        return world.takesArraysAnywhere() ? elements.array(count) : elements.buffer(
            ByteBuffer.allocateDirect(count * elements.bytes()).order(ByteOrder.nativeOrder()));
    }

    /** The seconds of one repetition; a negative number if this rank does not take part. */
    private static double measure(ThreadedBenchmark benchmark, ThreadSide side, int count, int before, int times,
                                  CyclicBarrier start) {
        boolean takesPart = benchmark.takesPart(side);
        repeat(benchmark, side, count, takesPart ? before : 0);
        try {
            start.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("another thread of this rank failed", e);
        }
        long from = System.nanoTime();
        repeat(benchmark, side, count, takesPart ? times : 0);
        long took = System.nanoTime() - from;
        return takesPart ? took / 1e9 / times : -1;
    }

    private static void repeat(ThreadedBenchmark benchmark, ThreadSide side, int count, int times) {
        for (int i = 0; i < times; i++) {
            benchmark.run(side, count);
        }
    }

    private Times together(List<Double> own) {
        double[] mine = own.stream().mapToDouble(Double::doubleValue).toArray();
        double[] all = new double[threads * world.size()];
        Object type = world.basic(double.class);
        world.allgather(mine, 0, threads, type, all, 0, threads, type);
        double least = Double.MAX_VALUE;
        double most = 0;
        double sum = 0;
        int measured = 0;
        for (double one : all) {
            if (one >= 0) {
                least = Math.min(least, one);
                most = Math.max(most, one);
                sum += one;
                measured++;
            }
        }
        return new Times(least, most, sum / measured, measured);
    }
}
