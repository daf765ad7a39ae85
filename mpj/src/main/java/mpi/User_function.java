package mpi;

/** What a program's own {@link Op} does. MPI: MPI_User_function. It must be associative. */
public abstract class User_function {
    /** For subclasses. */
    public User_function() {
    }

    /**
     * Computes {@code inoutvec = invec op inoutvec}, element by element. Both are arrays of the datatype's elements,
     * also where the reduction's buffers are segments.
     *
     * @param invec the left operands, of lower ranks; must not be changed
     * @param inoffset the first of them
     * @param inoutvec the right operands, of higher ranks, and the results
     * @param inoutoffset the first of them
     * @param count the number of elements, of the datatype
     * @param datatype their type
     */
    public abstract void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                              Datatype datatype);
}
