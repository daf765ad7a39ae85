package mpj.core.op;

/** One operator on arrays of one type. */
@FunctionalInterface
interface Reduction {
    /**
     * {@code inout[to + i] = in[from + i] operator inout[to + i]}, for each i below count. If the operator takes pairs,
     * count is in pairs.
     */
    void apply(Object in, int from, Object inout, int to, int count);
}
