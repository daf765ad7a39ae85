package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpj.core.op.Operands;
import mpj.engine.ErrorClass;

/**
 * The function of an operation that the program defines. MPI: MPI_User_function.
 *
 * <p>A program overrides one of the two methods. That method is called whatever buffers the reduction has. If both are
 * overridden, the method with byte buffers is called, except for elements of type {@link MPI#BOOLEAN}, for which the
 * other one is called. The method computes {@code inOut[i] = in[i] op inOut[i]} for each of {@code count} items. The
 * operands in {@code in} come from lower ranks.
 */
public abstract class UserFunction {
    /** For subclasses. */
    public UserFunction() {
    }

    /** The object below the API. */
    final mpj.core.op.UserFunction core() {
        boolean arrays = overrides(Object.class);
        boolean buffers = overrides(ByteBuffer.class);
        return (in, from, inOut, to, count, type) -> {
            Datatype datatype = Datatype.of(type);
            try {
                if (buffers && !(arrays && in instanceof boolean[])) {
                    Operands.asBuffers(in, from, inOut, to, count, type,
                        (left, right) -> call(left, right, count, datatype));
                } else {
                    Operands.asArrays(in, from, inOut, to, count, type,
                        (left, right) -> call(left, right, count, datatype));
                }
            } catch (MPIException e) {
                throw e.inside();
            }
        };
    }

    private boolean overrides(Class<?> operand) {
        return Arrays.stream(getClass().getMethods()).anyMatch(method -> method.getName().equals("call")
            && method.getDeclaringClass() != UserFunction.class && Arrays.equals(method.getParameterTypes(),
                new Class<?>[] {operand, operand, int.class, Datatype.class}));
    }

    /**
     * Combines operands in arrays. If this method is not overridden, it throws an exception.
     *
     * @param inVec the left operands: an array of the datatype's base type, which has the length of {@code count}
     *     extents. The array is a {@code byte[]} if the datatype is a struct or a pair
     * @param inOutVec the right operands, in an array of the same kind, which also takes the results
     * @param count the number of items
     * @param datatype the datatype of the items
     * @throws MPIException if the program wants to report an error; the reduction throws this exception on this rank
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
        throw new MPIException(ErrorClass.ERR_OP, getClass().getName() + " overrides no call of UserFunction; override"
            + " one");
    }

    /**
     * Combines operands in direct buffers, which are valid only during the call. If this method is not overridden, it
     * passes arrays with the same contents to the other method.
     *
     * @param in the left operands, in native byte order
     * @param inOut the right operands, in a buffer that also takes the results
     * @param count the number of items
     * @param datatype the datatype of the items
     * @throws MPIException if the program wants to report an error; the reduction throws this exception on this rank
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
        Operands.asArrays(in, inOut, count, Datatype.core(datatype),
            (left, right) -> call(left, right, count, datatype));
    }
}
