package mpj.core.op;

import mpj.core.datatype.TypeDescriptor;

/** The function of a user-defined operation. It wraps the form that such a function has in an API. */
@FunctionalInterface
public interface UserFunction {
    /**
     * Combines operands: {@code inoutvec = invec op inoutvec}.
     *
     * @param inoffset where the first left operand is in invec, an array
     * @param inoutoffset where the first right operand is in inoutvec, an array, which takes the results
     * @param count the number of items
     * @throws mpj.engine.EngineException in place of the API's exception, which is its cause
     */
    void call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, TypeDescriptor datatype);
}
