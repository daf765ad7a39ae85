package mpj.engine;

/**
 * The receives of threads' blocking calls. A thread has one at a time, so that none need be allocated for each call.
 * Threads with the same place in the table take it from each other.
 */
final class BlockingReceives {
    /** A power of two. */
    private static final int PLACES = 64;

    private final Receive[] receives = new Receive[PLACES];
    private final Receiving receiving;

    BlockingReceives(Receiving receiving) {
        this.receiving = receiving;
    }

    /** The calling thread's. */
    Receive mine() {
        Thread thread = Thread.currentThread();
        int place = place(thread);
        Receive receive = receives[place];
        if (receive == null || receive.owner != thread) {
            receive = new Receive(receiving, thread);
            receives[place] = receive;
        }
        return receive;
    }

    /** Sees to it that a receive whose wait failed is not used again. */
    void forget(Receive receive) {
        receives[place(receive.owner)] = null;
    }

    private static int place(Thread thread) {
        return (int) thread.threadId() & PLACES - 1;
    }
}
