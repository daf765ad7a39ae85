package mpj.bench.imb;

/**
 * The offsets, in elements, that successive iterations use in a buffer. With {@code -off_cache} they move through twice
 * the size of the cache before they come back to 0. Otherwise they stay 0.
 *
 * @param stride how many elements lie between an offset and the next
 * @param end the first offset past the buffer
 */
record Cycle(int stride, int end) {
    static final Cycle IN_CACHE = new Cycle(0, 1);

    /**
     * The offset after {@code at}. It is computed with a comparison, not with a modulo as in IMB, because a division
     * would show in the smallest latencies.
     */
    int next(int at) {
        int next = at + stride;
        return next < end ? next : 0;
    }
}
