package mpj.tests.openmpi.programs;

import java.util.Arrays;
import mpi.Info;
import mpi.Intercomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A job that spawns two programs at once, under any launcher. Started without arguments, it is the parent; with
 * "child", it is one of the programs; with "soft", it spawns three of at most four processes; with "missing", it tries
 * to spawn a program that does not exist; with "refused", it prints why its launcher cannot spawn a program.
 */
public final class Offspring {
    private static final String[] FIRST = {"child", "first"};
    private static final String[] SECOND = {"child", "a b, c=\"d\""};

    private Offspring() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        String what = args.length == 0 ? "parent" : args[0];
        switch (what) {
            case "parent" -> {
                int[] codes = new int[3];
                Intercomm children = MPI.COMM_WORLD.spawnMultiple(new String[] {Offspring.class.getName(),
                    Offspring.class.getName()}, new String[][] {FIRST, SECOND}, new int[] {1, 2}, null, 0, codes);
                if (!Arrays.equals(new int[3], codes)) {
                    throw new AssertionError(Arrays.toString(codes));
                }
                Meets.use(children, false);
                children.disconnect();
                System.out.println("parent " + rank + " of " + size + attributes());
            }
            case "child" -> {
                Intercomm parent = Intercomm.getParent();
                Meets.use(parent, true);
                parent.disconnect();
                System.out.println("child " + rank + " of " + size + attributes() + " "
                    + Arrays.asList(args).subList(1, args.length));
            }
            case "soft" -> {
                Info info = new Info();
                info.set("soft", "1:9:2");
                Intercomm children = MPI.COMM_WORLD.spawn(Offspring.class.getName(), FIRST, 4, info, 0, null);
                Meets.use(children, false);
                children.disconnect();
            }
            case "missing", "refused" -> {
                try {
                    MPI.COMM_WORLD.spawn(what.equals("missing") ? "no.such.Program" : Offspring.class.getName(), FIRST,
                        1, MPI.INFO_NULL, 0, null);
                    System.out.println("no exception");
                } catch (MPIException e) {
                    System.out.println("rank " + rank + ": " + (e.getErrorClass() == MPI.ERR_SPAWN) + " "
                        + e.getMessage());
                }
                MPI.COMM_WORLD.barrier(); // this job goes on
            }
            default -> throw new IllegalArgumentException(what);
        }
        MPI.Finalize();
    }

    private static String attributes() {
        int universe = (Integer) MPI.COMM_WORLD.getAttr(MPI.UNIVERSE_SIZE);
        return ", program " + MPI.COMM_WORLD.getAttr(MPI.APPNUM) + (universe > 0 ? "" : ", universe " + universe);
    }
}
