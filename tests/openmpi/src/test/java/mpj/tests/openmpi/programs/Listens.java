package mpj.tests.openmpi.programs;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import mpi.MPIException;

/** Threads wait for messages that nobody sends, while main calls Finalize. */
public final class Listens {
    private static final int PATIENCE_MILLIS = 60_000;

    private Listens() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws InterruptedException {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        CountDownLatch begun = new CountDownLatch(3);
        List<Thread> threads = List.of(
            start(begun, "recv", () -> MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1)),
            start(begun, "probe", () -> MPI.COMM_WORLD.probe(MPI.ANY_SOURCE, 1)),
            start(begun, "waitFor", () -> MPI.COMM_WORLD.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, 0, 1).waitFor()));
        begun.await();
        MPI.Finalize();
        for (Thread thread : threads) {
            thread.join(PATIENCE_MILLIS);
            System.out.println(thread.getName() + (thread.isAlive() ? " goes on" : " ended"));
        }
    }

    private static Thread start(CountDownLatch begun, String name, Runnable call) {
        return Thread.ofPlatform().name(name).start(() -> {
            begun.countDown();
            try {
                call.run();
            } catch (MPIException e) {
                System.out.println(name + ": " + e.getMessage().contains("MPI.Finalize"));
            }
        });
    }
}
