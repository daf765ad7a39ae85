package mpj.tests.openmpi.programs;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A job that spawns processes. Started without arguments, it spawns itself as a child; started with "child", it is that
 * child; with "nothing", it tries to spawn a program that does not exist; with "exits", it spawns a program that ends
 * before it joins; with "again", it spawns children that leave MPI and join their job again.
 */
public final class Spawns {
    private static final int CHILDREN = 3;

    private Spawns() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        String what = args.length == 0 ? "parent" : args[0];
        if (what.equals("ends at once")) {
            System.exit(3);
        }
        MPI.Init(args);
        switch (what) {
            case "parent" -> spawn("child");
            case "again" -> spawn("child again");
            case "child" -> work(Intercomm.getParent(), true);
            case "child again" -> {
                work(Intercomm.getParent(), true);
                MPI.Finalize();
                MPI.Init(args);
                if (!Intercomm.getParent().isNull()) {
                    throw new AssertionError("a parent that was met before");
                }
                MPI.COMM_WORLD.barrier();
            }
            case "nothing" -> fail("mpj.tests.openmpi.programs.Nothing", null);
            case "exits" -> fail(Spawns.class.getName(), "ends at once");
            default -> throw new IllegalArgumentException(what);
        }
        MPI.Finalize();
        System.out.println(what + " has finalized");
    }

    private static void spawn(String child) {
        int[] codes = new int[CHILDREN];
        Intercomm children = MPI.COMM_WORLD.spawn(Spawns.class.getName(), new String[] {child}, CHILDREN,
            MPI.INFO_NULL, 0, codes);
        for (int code : codes) {
            if (code != MPI.SUCCESS) {
                throw new AssertionError("a child has code " + code);
            }
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            String port = Intracomm.openPort();
            Intracomm.publishName("a service", port);
            MPIException twice = refusal(() -> Intracomm.publishName("a service", port));
            if (twice.getErrorClass() != MPI.ERR_SERVICE || !Intracomm.lookupName("a service").equals(port)) {
                throw new AssertionError(twice);
            }
            Intracomm.unpublishName("a service", port);
            if (refusal(() -> Intracomm.lookupName("a service")).getErrorClass() != MPI.ERR_NAME) {
                throw new AssertionError("the name is still there");
            }
            Intracomm.closePort(port);
        }
        work(children, false);
    }

    private static void work(Intercomm both, boolean high) {
        Meets.use(both, high);
        both.disconnect();
    }

    private static void fail(String command, String argument) {
        MPIException e = refusal(() -> MPI.COMM_WORLD.spawn(command, argument == null ? null
            : new String[] {argument}, 2, MPI.INFO_NULL, 0, null));
        if (e.getErrorClass() != MPI.ERR_SPAWN) {
            throw new AssertionError(e);
        }
        MPI.COMM_WORLD.barrier(); // this job goes on
    }

    private static MPIException refusal(Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            return e;
        }
        throw new AssertionError("no exception");
    }
}
