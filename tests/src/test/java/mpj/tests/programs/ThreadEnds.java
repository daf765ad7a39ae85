package mpj.tests.programs;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import mpj.tests.programs.messages.Ending;

/**
 * Rank 1 ends in an unusual way, which the argument names: {@code leak} leaves a thread that prints later; {@code zero}
 * calls System.exit(0) in another thread while main goes on; {@code runtime} calls Runtime.exit, and {@code halt}
 * Runtime.halt; {@code runtime-zero} and {@code halt-zero} do so with status 0; {@code thread} calls System.exit(4) in
 * another thread; {@code shared} and {@code shared-thread} end in package {@code messages}, the second in a thread of
 * its own; {@code uncaught} has a thread that throws; {@code hook} has a shutdown hook.
 */
public final class ThreadEnds {
    private ThreadEnds() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        boolean finalizes = !List.of("thread", "runtime", "halt").contains(args[0]);
        if (finalizes) {
            MPI.Finalize();
        }
        if (rank == 1) {
            end(args[0]);
        } else if (!finalizes) {
            MPI.COMM_WORLD.Barrier();
        }
        System.out.println("rank " + rank + " returns");
    }

    private static void end(String how) throws InterruptedException {
        CountDownLatch returned = new CountDownLatch(1);
        switch (how) {
            case "leak" -> {
                Thread main = Thread.currentThread();
                new Thread(() -> {
                    join(main);
                    System.out.println("the leaked thread goes on");
                }).start();
            }
            case "zero" -> {
                new Thread(() -> System.exit(0)).start();
                returned.await(); // never reached, because this rank is gone
            }
            case "runtime" -> Runtime.getRuntime().exit(6);
            case "runtime-zero" -> Runtime.getRuntime().exit(0);
            case "halt" -> Runtime.getRuntime().halt(7);
            case "halt-zero" -> Runtime.getRuntime().halt(0);
            case "thread" -> {
                Thread.ofVirtual().start(() -> System.exit(4)).join();
            }
            case "shared" -> new Ending(0).run();
            case "shared-thread" -> {
                new Thread(new Ending(0)).start();
                returned.await(); // never reached, because this rank is gone
            }
            case "uncaught" -> {
                Thread thrower = new Thread(() -> {
                    throw new IllegalStateException("in a thread of rank 1");
                });
                thrower.start();
                thrower.join();
            }
            case "hook" -> Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the hook sees "
                + (Thread.currentThread().getContextClassLoader() == ThreadEnds.class.getClassLoader()
                ? "its own classes" : "others"))));
            default -> throw new IllegalArgumentException(how);
        }
    }

    /**
     * The main thread of the group waits for this thread. This thread therefore cannot wait for the end of the main
     * thread.
     */
    private static void join(Thread main) {
        while (main.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
    }
}
