package mpj.core.datatype;

/** Numbers that stand for something else where a rank, a tag or a count is expected; the same in every API. */
public final class Constants {
    /** An index or a count where there is none. MPI: MPI_UNDEFINED. */
    public static final int UNDEFINED = -1;
    /** Any rank. MPI: MPI_ANY_SOURCE. */
    public static final int ANY_SOURCE = -2;
    /** Any tag. MPI: MPI_ANY_TAG. */
    public static final int ANY_TAG = -2;
    /** No rank. MPI: MPI_PROC_NULL. */
    public static final int PROC_NULL = -3;
    /** What the root of a collective between two groups passes as the root. MPI: MPI_ROOT. */
    public static final int ROOT = -4;

    private Constants() {
    }
}
