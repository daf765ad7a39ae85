package mpj.tests.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Ranks whose threads are interrupted: before each call, or, if there is a seed, at random moments. Calls of MPI cannot
 * be interrupted. They give the same results as without the interrupt, and the thread is still marked as interrupted
 * afterwards.
 */
public final class Interrupted {
    private static final int LONG = 300_000;
    private static final int TASKS = 4;
    private static final int ROUNDS = 10;
    private static final int LONGEST_PAUSE = 3_000_000;
    private static final long LIMIT_SECONDS = 100;

    private Interrupted() {
    }

    /** Runs as a rank: {@code always}, or a seed. */
    public static void main(String[] args) {
        boolean always = args[0].equals("always");
        Random random = always ? null : new Random(Long.parseLong(args[0]));
        Thread main = Thread.currentThread();
        if (!always) {
            Thread.ofPlatform().daemon().start(() -> disturb(main, random));
        }
        call(always, () -> MPI.Init(args));
        Intracomm world = MPI.COMM_WORLD;
        for (int round = 0; round < ROUNDS; round++) {
            for (int size : new int[] {1, 1000, LONG}) {
                call(always, () -> exchange(world, size));
            }
            call(always, () -> reduce(world));
        }
        Intracomm[] copy = new Intracomm[1];
        call(always, () -> copy[0] = (Intracomm) world.clone());
        call(always, () -> reduce(copy[0]));
        tasks(world, Executors.newFixedThreadPool(TASKS));
        tasks(world, Executors.newVirtualThreadPerTaskExecutor());
        call(always, MPI.COMM_WORLD::Barrier);
        int rank = world.Rank();
        call(always, MPI::Finalize);
        System.out.println("rank " + rank + " is well");
    }

    private static void disturb(Thread thread, Random random) {
        while (true) {
            LockSupport.parkNanos(random.nextInt(LONGEST_PAUSE));
            thread.interrupt();
        }
    }

    private static void call(boolean always, Runnable call) {
        if (always) {
            Thread.currentThread().interrupt();
        }
        call.run();
        if (always && !Thread.interrupted()) {
            throw new AssertionError("the call has taken the interrupt away");
        }
    }

    private static void exchange(Intracomm comm, int size) {
        int rank = comm.Rank();
        int ranks = comm.Size();
        for (int distance = 1; distance < ranks; distance++) {
            exchange(comm, (rank + distance) % ranks, (rank + ranks - distance) % ranks, size, size);
        }
    }

    private static void exchange(Intracomm comm, int to, int from, int size, int tag) {
        int[] sent = new int[size];
        Arrays.fill(sent, comm.Rank());
        int[] received = new int[size];
        comm.Sendrecv(sent, 0, size, MPI.INT, to, tag, received, 0, size, MPI.INT, from, tag);
        for (int element : received) {
            if (element != from) {
                throw new AssertionError("a message of rank " + from + " has " + element);
            }
        }
    }

    private static void reduce(Intracomm comm) {
        int[] sum = new int[1];
        comm.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        if (sum[0] != comm.Size()) {
            throw new AssertionError("the sum is " + sum[0]);
        }
    }

    /** Tasks that are cancelled while they exchange messages. All messages arrive nevertheless. */
    private static void tasks(Intracomm world, ExecutorService threads) {
        int right = (world.Rank() + 1) % world.Size();
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        CountDownLatch begun = new CountDownLatch(TASKS);
        CountDownLatch ended = new CountDownLatch(TASKS);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Future<?>> tasks = new ArrayList<>();
        for (int task = 0; task < TASKS; task++) {
            int tag = LONG + 1 + task;
            tasks.add(threads.submit(() -> {
                begun.countDown();
                try {
                    for (int round = 0; round < ROUNDS; round++) {
                        exchange(world, right, left, LONG / TASKS, tag);
                    }
                } catch (RuntimeException | Error e) {
                    failures.add(e);
                }
                ended.countDown();
            }));
        }
        await(begun); // a task that is cancelled before it begins sends nothing
        for (int task = 0; task < TASKS; task += 2) {
            tasks.get(task).cancel(true);
        }
        threads.shutdownNow();
        await(ended);
        failures.forEach(failure -> {
            throw new AssertionError("a task that was cancelled fails", failure);
        });
    }

    /** This wait is the program's own and can be interrupted, so it is repeated. */
    private static void await(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError("the tasks do not end");
                }
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
