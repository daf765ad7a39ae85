package mpj.tests.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Threads that are in MPI calls which nobody ever completes, while main calls Finalize. Each thread waits in a
 * different call, on a communicator of its own. When main has returned from Finalize, all threads must end. Each prints
 * the error that its call threw. The argument gives the kind of the threads: {@code daemon}, {@code user} or {@code
 * virtual}. If {@code receives} follows it, the threads only receive and probe.
 */
public final class Listeners {
    private static final int PATIENCE_MILLIS = 60_000;

    private interface Call {
        void run(Intracomm communicator) throws Exception;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final List<CountDownLatch> begun = new ArrayList<>();
    private final String kind;

    private Listeners(String kind) {
        this.kind = kind;
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int other = (rank + 1) % MPI.COMM_WORLD.Size();
        Listeners all = new Listeners(args[0]);
        all.start("Recv", c -> c.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 1));
        all.start("Recv of one", c -> c.Recv(new int[1], 0, 1, MPI.INT, other, 1));
        all.start("Probe", c -> c.Probe(other, 1));
        all.start("Wait", c -> c.Irecv(new int[1], 0, 1, MPI.INT, other, 1).Wait());
        all.start("Waitany", c -> Request.Waitany(new Request[] {c.Irecv(new int[1], 0, 1, MPI.INT, other, 1)}));
        all.start("Test", c -> {
            Request request = c.Irecv(new int[1], 0, 1, MPI.INT, other, 1);
            while (request.Test() == null) {
                pause();
            }
        });
        all.start("Iprobe", c -> {
            while (c.Iprobe(MPI.ANY_SOURCE, 1) == null) {
                pause();
            }
        });
        if (args.length == 1) {
            all.startOthers(rank, other);
        }
        for (CountDownLatch latch : all.begun) {
            latch.await();
        }
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
        System.out.println("rank " + rank + ": Finalize returned");
        for (Thread thread : all.threads) {
            thread.join(PATIENCE_MILLIS);
            if (thread.isAlive()) {
                System.out.println("rank " + rank + ": " + thread.getName() + " goes on");
            }
        }
        System.out.println("rank " + rank + ": all ended");
    }

    private void startOthers(int rank, int other) {
        start("Ssend", c -> c.Ssend(new int[1], 0, 1, MPI.INT, other, 2));
        start("long Send", c -> c.Send(new byte[3 << 20], 0, 3 << 20, MPI.BYTE, other, 2));
        if (rank == 0) {
            start("Barrier", Intracomm::Barrier);
            start("Reduce", c -> c.Reduce(new int[9], 0, new int[9], 0, 9, MPI.INT, MPI.SUM, 0));
            start("Ibarrier", c -> c.Ibarrier().Wait());
        } else {
            MPI.COMM_WORLD.clone();
            MPI.COMM_WORLD.clone();
            MPI.COMM_WORLD.clone();
        }
    }

    /**
     * Two virtual threads that do nothing but yield would keep a carrier from virtual threads that have not started
     * yet.
     */
    private static void pause() {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(1000);
        } else {
            Thread.yield();
        }
    }

    private void start(String name, Call call) {
        Intracomm own = (Intracomm) MPI.COMM_WORLD.clone();
        CountDownLatch latch = new CountDownLatch(1);
        begun.add(latch);
        int rank = MPI.COMM_WORLD.Rank();
        Runnable listener = () -> {
            latch.countDown();
            try {
                call.run(own);
                System.out.println("rank " + rank + ": " + name + " returned");
            } catch (MPIException e) {
                System.out.println("rank " + rank + ": " + name + ": "
                    + (e.getMessage().contains("MPI.Finalize") ? "MPI.Finalize" : e));
            } catch (Throwable e) {
                e.printStackTrace();
                System.out.println("rank " + rank + ": " + name + ": " + e);
            }
        };
        threads.add((kind.equals("virtual") ? Thread.ofVirtual() : Thread.ofPlatform().daemon(kind.equals("daemon")))
            .name(name).start(listener));
    }
}
