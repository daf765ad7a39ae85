package mpj.engine.packet;

import mpj.engine.Receive;

/**
 * The receives that blocking calls use. A thread has only one blocking receive at a time. So it uses the same object
 * for every call, and no call allocates one. If two threads have the same place in the table, each takes the place from
 * the other.
 */
final class BlockingReceives {
    /** A power of two. */
    private static final int PLACES = 64;

    private final Receive[] receives = new Receive[PLACES];
    private final Receiving receiving;

    BlockingReceives(Receiving receiving) {
        this.receiving = receiving;
    }

    /** The receive of the calling thread. */
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

    /** Forgets a receive whose wait has failed, so that it is not used again. */
    void forget(Receive receive) {
        receives[place(receive.owner)] = null;
    }

    private static int place(Thread thread) {
        return (int) thread.threadId() & PLACES - 1;
    }
}
