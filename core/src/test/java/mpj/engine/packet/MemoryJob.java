package mpj.engine.packet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;

/** A job whose ranks are threads, with a bootstrap for them. */
final class MemoryJob {
    private final int size;
    private final int localSize;
    private final Map<String, byte[]> values = new ConcurrentHashMap<>();
    private final CyclicBarrier fence;

    MemoryJob(int size, int localSize) {
        this.size = size;
        this.localSize = localSize;
        this.fence = new CyclicBarrier(size);
    }

    /**
     * Runs an action on all ranks at the same time, and returns their results. After a failure it waits for no rank,
     * because a wait of the engine cannot be interrupted.
     */
    <T> List<T> onEveryRank(IntFunction<Callable<T>> action) throws InterruptedException {
        ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());
        List<Future<T>> results =
            IntStream.range(0, size).mapToObj(rank -> threads.submit(action.apply(rank))).toList();
        List<T> values = new ArrayList<>();
        try {
            for (Future<T> result : results) {
                values.add(Limit.await(result));
            }
            return values;
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("rank " + values.size(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    Bootstrap bootstrap(int rank) {
        return new Bootstrap() {
            @Override
            public int rank() {
                return rank;
            }

            @Override
            public int size() {
                return size;
            }

            @Override
            public int localSize() {
                return localSize;
            }

            @Override
            public byte[] secret() {
                return new byte[32];
            }

            @Override
            public void put(String key, byte[] value) {
                values.put(rank + " " + key, value);
            }

            @Override
            public byte[] get(int from, String key) {
                byte[] value = values.get(from + " " + key);
                if (value == null) {
                    throw new BootstrapException("rank " + from + " has published no " + key);
                }
                return value;
            }

            @Override
            public void fence() {
                try {
                    fence.await(Limit.SECONDS, TimeUnit.SECONDS);
                } catch (Exception e) {
                    throw new BootstrapException("the fence", e);
                }
            }

            @Override
            public void abort(int code, String message) {
                throw new AssertionError("abort " + code);
            }

            @Override
            public void close() {
            }
        };
    }
}
