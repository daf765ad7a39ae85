package mpi;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpj.core.op.Operands;
import mpj.engine.ErrorClass;

/**
 * What a program's own operation does. MPI: MPI_User_function.
 *
 * <p>A program overrides one of the two calls, and gets it whatever buffers the reduction has. If both are overridden,
 * the one with byte buffers is called, but for elements of type {@link MPI#BOOLEAN} the other one. A function computes
 * {@code inOut[i] = in[i] op inOut[i]} for each of count items, where in has the operand of the lower ranks.
 */
public abstract class UserFunction {
    /** A function. */
    public UserFunction() {
    }

    /** What it is below the API. */
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
     * Combines operands in arrays. If it is not overridden, it throws.
     *
     * @param inVec the left operands: an array of the datatype's base type with count extents. It is a {@code byte[]}
     *     if the datatype is a struct or a pair
     * @param inOutVec the right operands, in such an array, which takes the results
     * @param count the number of items
     * @param datatype their type
     * @throws MPIException as the program likes; the reduction throws it on this rank
     */
    public void call(Object inVec, Object inOutVec, int count, Datatype datatype) {
        throw new MPIException(ErrorClass.ERR_OP, getClass().getName() + " overrides no call of UserFunction; override"
            + " one");
    }

    /**
     * Combines operands in direct buffers, which are valid during the call only. If it is not overridden, it passes
     * arrays with their contents to the other call.
     *
     * @param in the left operands, in native byte order
     * @param inOut the right operands, in a buffer which takes the results
     * @param count the number of items
     * @param datatype their type
     * @throws MPIException as the program likes; the reduction throws it on this rank
     */
    public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
        Operands.asArrays(in, inOut, count, Datatype.core(datatype),
            (left, right) -> call(left, right, count, datatype));
    }
}
