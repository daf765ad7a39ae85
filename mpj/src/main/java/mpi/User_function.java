package mpi;

/** What a program's own {@link Op} does. MPI: MPI_User_function. It must be associative. */
public abstract class User_function {
    /** For subclasses. */
    public User_function() {
    }

    /**
     * Computes {@code inoutvec = invec op inoutvec}, item by item. Both are arrays of the datatype's elements,
     * also where the reduction's buffers are segments.
     *
     * @param invec the left operands, of lower ranks; must not be changed
     * @param inoffset where the first is, in elements of {@code invec}
     * @param inoutvec the right operands, of higher ranks, and the results
     * @param inoutoffset where the first is, in elements of {@code inoutvec}
     * @param count the number of items
     * @param datatype their type
     */
    public abstract void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                              Datatype datatype);
}
