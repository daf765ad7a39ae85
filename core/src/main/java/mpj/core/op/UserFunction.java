package mpj.core.op;

import mpj.core.datatype.TypeDescriptor;

/** What a user-defined operation does. An API's form of such a function is wrapped in one of these. */
@FunctionalInterface
public interface UserFunction {
    /**
     * Combines operands: {@code inoutvec = invec op inoutvec}.
     *
     * @param inoffset the first left operand in invec, an array
     * @param inoutoffset the first right operand in inoutvec, an array, which takes the results
     * @param count the number of items
     * @throws mpj.engine.EngineException in place of what the API has for errors, that being its cause
     */
    void call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, TypeDescriptor datatype);
}
