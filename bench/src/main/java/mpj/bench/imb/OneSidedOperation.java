package mpj.bench.imb;

/** An operation on a window. */
enum OneSidedOperation {
    PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP;

    /**
     * Starts one operation in an epoch for the target. This is a switch, not a method of each constant, because the JIT
     * compiler can inline a switch.
     *
     * @param send the offset in the send buffers, in elements; this is the offset in the window if the operation gets
     * @param receive the offset in the receive buffers, in elements; this is the offset in the window if the operation
     *   puts
     */
    void start(Sample sample, int send, int receive, int target) {
        OneSided window = sample.exposed();
        int count = sample.count();
        Object type = sample.datatype();
        switch (this) {
            case PUT -> window.put(sample.send(), send, count, type, target, receive);
            case GET -> window.get(sample.receive(), receive, count, type, target, send);
            case ACCUMULATE -> window.accumulate(sample.send(), send, count, type, target, receive);
            case GET_ACCUMULATE -> window.getAccumulate(sample.send(), send, sample.receive(), receive, count, type,
                target, receive);
            case FETCH_AND_OP -> window.fetchAndOp(sample.send(), send, sample.receive(), receive, type, target,
                receive);
            default -> window.compareAndSwap(sample.send(), send, sample.receive(), receive, type,
                target, receive);
        }
    }

    Exposure exposes() {
        return this == GET ? Exposure.SEND : Exposure.RECEIVE;
    }

    /** Whether the operation adds. */
    boolean reduces() {
        return this == ACCUMULATE || this == GET_ACCUMULATE || this == FETCH_AND_OP;
    }

    /** Whether the operation works on one element. Then there are no sizes. */
    boolean isOfOneElement() {
        return this == FETCH_AND_OP || this == COMPARE_AND_SWAP;
    }
}
