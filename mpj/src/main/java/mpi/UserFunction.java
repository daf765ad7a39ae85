package mpi;

/**
 * The function of an {@link Op} that the program defines, for a lambda or a method reference. The function must be
 * associative. Several threads may call it at the same time. MPI: MPI_User_function.
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
     * Computes {@code inoutvec = invec op inoutvec}, item by item. Both are arrays of the datatype's elements, even if
     * the buffers of the reduction are segments or java.nio buffers.
     *
     * @param invec the left operands, which come from lower ranks. The function must not change them
     * @param inoffset where the first left operand is, in elements of {@code invec}
     * @param inoutvec the right operands, which come from higher ranks. The results replace them
     * @param inoutoffset where the first right operand is, in elements of {@code inoutvec}
     * @param count the number of items
     * @param datatype the datatype of the items
     */
    void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype);
}
