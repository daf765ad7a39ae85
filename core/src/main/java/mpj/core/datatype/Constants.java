package mpj.core.datatype;

/**
 * Numbers that a program passes in place of a rank, a tag or a count, and numbers that say how an array lies. They are
 * the same in every API.
 */
public final class Constants {
    /** Stands for an index or a count if there is none. MPI: MPI_UNDEFINED. */
    public static final int UNDEFINED = -1;
    /** Any rank. MPI: MPI_ANY_SOURCE. */
    public static final int ANY_SOURCE = -2;
    /** Any tag. MPI: MPI_ANY_TAG. */
    public static final int ANY_TAG = -2;
    /** No rank. MPI: MPI_PROC_NULL. */
    public static final int PROC_NULL = -3;
    /** The value that the root of a collective between two groups passes as the root. MPI: MPI_ROOT. */
    public static final int ROOT = -4;
    /** The last dimension of an array runs fastest. MPI: MPI_ORDER_C. */
    public static final int ORDER_C = 0;
    /** The first dimension of an array runs fastest. MPI: MPI_ORDER_FORTRAN. */
    public static final int ORDER_FORTRAN = 1;
    /** A dimension of an array is distributed in blocks. MPI: MPI_DISTRIBUTE_BLOCK. */
    public static final int DISTRIBUTE_BLOCK = 0;
    /** A dimension of an array is distributed in turn. MPI: MPI_DISTRIBUTE_CYCLIC. */
    public static final int DISTRIBUTE_CYCLIC = 1;
    /** A dimension of an array is not distributed. MPI: MPI_DISTRIBUTE_NONE. */
    public static final int DISTRIBUTE_NONE = 2;
    /** The usual argument of a distribution. MPI: MPI_DISTRIBUTE_DFLT_DARG. */
    public static final int DISTRIBUTE_DFLT_DARG = -1;

    private Constants() {
    }
}
