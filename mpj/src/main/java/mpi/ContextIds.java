package mpi;

import java.util.BitSet;

/**
 * Which contexts this process has in use. An id stands for two contexts: 2 * id for point-to-point messages and the
 * next for collective ones. Thread-safe.
 *
 * <p>Ids are given out in a ring, not the lowest free one first, so that one that was freed comes again as late as can
 * be: what the old communicator left behind, a message that nobody received, must not meet the new one's receives.
 */
final class ContextIds {
    static final int NONE = Integer.MAX_VALUE;
    /** A context has 24 bits in an envelope. */
    private static final int IDS = 1 << 23;

    private final int ids;
    private final BitSet used = new BitSet();
    private int next;

    ContextIds() {
        this(IDS);
    }

    ContextIds(int ids) {
        this.ids = ids;
    }

    static int context(int id) {
        return 2 * id;
    }

    static boolean isCollective(int context) {
        return context % 2 != 0;
    }

    static int id(int context) {
        return context / 2;
    }

    /** Where the ring stands: the next id will be this one or come after it. */
    synchronized int next() {
        return next;
    }

    /** Takes the first free id from this one on, around the ring; {@link #NONE} when there is none. */
    synchronized int takeFrom(int from) {
        int free = used.nextClearBit(from % ids);
        if (free >= ids) {
            free = used.nextClearBit(0);
        }
        if (free >= ids) {
            return NONE;
        }
        used.set(free);
        next = (free + 1) % ids;
        return free;
    }

    /** Takes this id if it is free. */
    synchronized boolean take(int id) {
        if (id >= ids || used.get(id)) {
            return false;
        }
        used.set(id);
        next = (id + 1) % ids;
        return true;
    }

    /** Whether an id is taken, perhaps for an agreement that is under way. */
    synchronized boolean isUsed(int id) {
        return used.get(id);
    }

    synchronized void release(int id) {
        used.clear(id);
    }
}
