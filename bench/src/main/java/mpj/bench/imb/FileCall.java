package mpj.bench.imb;

/**
 * A call of MPI-IO that reads or writes. The calls that read and those that write are in the same order, so that a
 * benchmark finds its call by its index.
 */
public enum FileCall {
    /** MPI: MPI_File_write. */
    WRITE,
    /** MPI: MPI_File_write_at. */
    WRITE_AT,
    /** MPI: MPI_File_write_shared. */
    WRITE_SHARED,
    /** MPI: MPI_File_write_all. */
    WRITE_ALL,
    /** MPI: MPI_File_write_at_all. */
    WRITE_AT_ALL,
    /** MPI: MPI_File_write_ordered. */
    WRITE_ORDERED,
    /** MPI: MPI_File_read. */
    READ,
    /** MPI: MPI_File_read_at. */
    READ_AT,
    /** MPI: MPI_File_read_shared. */
    READ_SHARED,
    /** MPI: MPI_File_read_all. */
    READ_ALL,
    /** MPI: MPI_File_read_at_all. */
    READ_AT_ALL,
    /** MPI: MPI_File_read_ordered. */
    READ_ORDERED;

    /** The call for this place and access; {@code collective} says whether all ranks of the file take part. */
    static FileCall of(boolean writes, Pointer pointer, boolean collective) {
        int pointers = Pointer.values().length;
        return values()[(writes ? 0 : 2 * pointers) + (collective ? pointers : 0) + pointer.ordinal()];
    }

    /** Where a call begins to read or write. */
    enum Pointer { INDIVIDUAL, EXPLICIT_OFFSET, SHARED }
}
