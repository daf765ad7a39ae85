package mpj.core.comm;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import mpj.core.group.ProcessGroup;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The process sets of a rank, by name. MPI: process sets, section 11.3.2. The names that begin with {@code mpi:} are
 * the standard's. Immutable.
 */
public final class ProcessSets {
    /** How many characters a name may have. MPI: MPI_MAX_PSET_NAME_LEN. */
    public static final int MOST_NAME = 256;

    private static final String WORLD = "mpi://WORLD";
    private static final String SELF = "mpi://SELF";
    private static final String ALL = "mpj://world";
    private static final String HOST = "mpj://host";
    /** In the order of their numbers. */
    private static final List<String> NAMES = List.of(WORLD, SELF, ALL, HOST);

    private final int rank;
    private final int size;
    private final IntFunction<int[]> neighbours;

    /**
     * The sets of one rank.
     *
     * @param rank the rank
     * @param size the number of ranks in the job
     * @param neighbours returns the ranks on the host of a rank, including that rank, in ascending order
     */
    ProcessSets(int rank, int size, IntFunction<int[]> neighbours) {
        this.rank = rank;
        this.size = size;
        this.neighbours = neighbours;
    }

    int count() {
        return NAMES.size();
    }

    /** The name of a set, by its number from 0 on. */
    String name(int n) {
        if (n < 0 || n >= NAMES.size()) {
            throw new EngineException(ErrorClass.ERR_ARG, "n is " + n + "; it must be 0 to " + (NAMES.size() - 1)
                + ", as there are " + NAMES.size() + " process sets");
        }
        return NAMES.get(n);
    }

    /** The ranks of a set, in ascending order. */
    ProcessGroup group(String name) {
        int[] members = switch (name) {
            case WORLD, ALL -> IntStream.range(0, size).toArray();
            case SELF -> new int[] {rank};
            case HOST -> neighbours.apply(rank);
            case null -> throw unknown("is null");
            default -> throw unknown("is \"" + name + "\", which is no process set");
        };
        return new ProcessGroup(members, rank);
    }

    private static EngineException unknown(String what) {
        return new EngineException(ErrorClass.ERR_ARG, "psetName " + what + "; pass one of the names that"
            + " getNthPset returns: " + String.join(", ", NAMES));
    }
}
