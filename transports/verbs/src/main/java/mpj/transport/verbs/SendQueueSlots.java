package mpj.transport.verbs;

/**
 * Counts the work requests in a send queue. Few of them are signaled. When a signaled request completes, the requests
 * before it are finished as well, because a queue pair works in order.
 */
final class SendQueueSlots {
    private final int[] batches;
    private final int mostUnsignaled;
    private int head;
    private int tail;
    private int unsignaled;
    private int used;

    /**
     * @param depth the size of the queue, a power of two
     */
    SendQueueSlots(int depth) {
        batches = new int[depth];
        mostUnsignaled = depth / 4;
    }

    /** The number of requests for which there is room. */
    int free() {
        return batches.length - used;
    }

    /** Whether no signaled request is under way, so that nothing tells whether the peer still answers. */
    boolean idle() {
        return head == tail;
    }

    /**
     * Whether the next request must be signaled. Otherwise the queue could fill with requests whose end is never
     * reported.
     */
    boolean mustSignal() {
        return unsignaled >= mostUnsignaled;
    }

    void posted(boolean signaled) {
        used++;
        unsignaled++;
        if (signaled) {
            batches[tail++ & batches.length - 1] = unsignaled;
            unsignaled = 0;
        }
    }

    /** Takes note that the oldest signaled request has completed. */
    void completed() {
        used -= batches[head++ & batches.length - 1];
    }
}
