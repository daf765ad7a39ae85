package mpi;

/**
 * What a program's own {@link Op} does, for a lambda or a method reference. MPI: MPI_User_function. It must be
 * associative. Several threads may call it at once.
 *
 * {@snippet :
 * UserFunction longest = (in, from, inout, to, count, type) -> {
 *     double[] left = (double[]) in;
 *     double[] right = (double[]) inout;
 *     for (int i = 0; i < count; i++) {
 *         right[to + i] = Math.hypot(left[from + i], right[to + i]);
 *     }
 * };
 * MPI.COMM_WORLD.Allreduce(mine, 0, all, 0, mine.length, MPI.DOUBLE, new Op(longest, true));
 * }
 */
@FunctionalInterface
public interface UserFunction {
    /**
     * Computes {@code inoutvec = invec op inoutvec}, item by item. Both are arrays of the datatype's elements,
     * also where the reduction's buffers are segments or buffers of java.nio.
     *
     * @param invec the left operands, of lower ranks; must not be changed
     * @param inoffset where the first is, in elements of {@code invec}
     * @param inoutvec the right operands, of higher ranks, and the results
     * @param inoutoffset where the first is, in elements of {@code inoutvec}
     * @param count the number of items
     * @param datatype their type
     */
    void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype);
}
