package mpj.transport.verbs;

/**
 * Counts the work requests in a send queue. Few of them are signaled; a signaled one's completion says that those
 * before it are over as well, since a queue pair works in order.
 */
final class SendQueueSlots {
    private final int[] batches;
    private final int mostUnsignaled;
    private int head;
    private int tail;
    private int unsignaled;
    private int used;

    /**
     * @param depth the queue's size, a power of two
     */
    SendQueueSlots(int depth) {
        batches = new int[depth];
        mostUnsignaled = depth / 4;
    }

    /** How many more fit. */
    int free() {
        return batches.length - used;
    }

    /** Whether no signaled request is under way: nothing tells whether the peer still answers. */
    boolean idle() {
        return head == tail;
    }

    /** Whether the next must be signaled, lest the queue fill with work whose end nobody hears of. */
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

    /** The oldest signaled request has completed. */
    void completed() {
        used -= batches[head++ & batches.length - 1];
    }
}
