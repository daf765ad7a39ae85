package mpj.tests.openmpi.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A job that meets another by the name of a service, which is the second argument. Started with "serve", it publishes a
 * port and accepts one job; with "find", it looks the port up and connects; with "await", it does the same, but looks
 * again until the name is there; with "refused", it prints why it cannot publish, withdraw or find the name, and goes
 * on; with "unpublished", it only prints why it cannot publish the name; with "keep", it publishes the name, and does
 * not end; with "within", rank 0 publishes the name for rank 1.
 */
public final class MeetsByName {
    private MeetsByName() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        boolean first = MPI.COMM_WORLD.getRank() == 0;
        switch (args[0]) {
            case "serve" -> serve(args[1], first);
            case "find" -> find(first ? Intracomm.lookupName(args[1]) : null);
            case "await" -> find(first ? await(args[1]) : null);
            case "refused" -> refused(args[1]);
            case "unpublished" -> print("publish", () -> Intracomm.publishName(args[1], Intracomm.openPort()));
            case "within" -> within(args[1], first);
            case "keep" -> {
                Intracomm.publishName(args[1], Intracomm.openPort());
                System.out.println("the name is published");
                new CountDownLatch(1).await();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
        System.out.println(args[0] + " has finalized");
    }

    private static void find(String port) {
        Intercomm other = MPI.COMM_WORLD.connect(port, 0);
        Meets.use(other, true);
        other.disconnect();
    }

    /** Another site learns of a name a moment later. */
    private static String await(String service) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (true) {
            try {
                return Intracomm.lookupName(service);
            } catch (MPIException e) {
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
            }
        }
    }

    private static void serve(String service, boolean first) {
        String port = first ? Intracomm.openPort() : null;
        if (first) {
            Intracomm.publishName(service, port);
            System.out.println("the name is published");
        }
        Intercomm other = MPI.COMM_WORLD.accept(port, 0);
        Meets.use(other, false);
        other.disconnect();
        if (first) {
            Intracomm.unpublishName(service, port);
            Intracomm.closePort(port);
        }
    }

    private static void within(String service, boolean first) {
        String port = Intracomm.openPort();
        if (first) {
            Intracomm.publishName(service, port);
            System.out.println("port: " + port);
        }
        MPI.COMM_WORLD.barrier();
        if (!first) {
            System.out.println("port: " + Intracomm.lookupName(service));
            print("publish", () -> Intracomm.publishName(service, port));
            print("unpublish", () -> Intracomm.unpublishName(service, Intracomm.lookupName(service)));
        }
        MPI.COMM_WORLD.barrier();
        if (first) {
            Intracomm.unpublishName(service, port);
            print("again", () -> Intracomm.unpublishName(service, port));
            print("look-up", () -> Intracomm.lookupName(service));
        }
        Intracomm.closePort(port);
    }

    private static void refused(String service) {
        String port = Intracomm.openPort();
        print("publish", () -> Intracomm.publishName(service, port));
        print("unpublish", () -> Intracomm.unpublishName(service, port));
        print("look-up", () -> Intracomm.lookupName("no " + service));
        Intracomm.closePort(port);
        MPI.COMM_WORLD.barrier(); // the job goes on
    }

    private static void print(String call, Runnable refused) {
        try {
            refused.run();
            System.out.println(call + ": done");
        } catch (MPIException e) {
            System.out.println(call + ": " + e.getMessage());
        }
    }
}
