package mpj.bench.imb;

/**
 * The offsets, in elements, that successive iterations use within a buffer. With {@code -off_cache} they march through
 * twice the cache before they come back to 0; otherwise they stay 0.
 *
 * @param stride elements from one offset to the next
 * @param end the first offset past the buffer
 */
record Cycle(int stride, int end) {
    static final Cycle IN_CACHE = new Cycle(0, 1);

    /** The offset after {@code at}. A comparison, not IMB's modulo: a division would show in the smallest latencies. */
    int next(int at) {
        int next = at + stride;
        return next < end ? next : 0;
    }
}
