package mpj.core.comm;

import java.util.BitSet;
import java.util.TreeSet;

/**
 * Which contexts this process has in use, and what it has promised to agreements on new ones; see
 * {@link ContextAgreement}. An id stands for two contexts: 2 * id for point-to-point messages and the next for
 * collective ones. Thread-safe; nothing here waits.
 *
 * <p>Ids are given out in a ring, not the lowest free one first, so that one that was freed comes again as late as can
 * be: what the old communicator left behind, a message that nobody received, must not meet the new one's receives. The
 * ring's places are counted on and on, so that ranks can compare them; a place's id is its remainder.
 */
final class ContextIds {
    /** Beside a place: this rank has its turn for another agreement. */
    static final long NO_TURN = 1L << 62;
    /** Beside a place: others try ids here, and one of those that were passed over may become free again. */
    static final long UNSETTLED = 1L << 61;
    /** The place itself. */
    static final long PLACE = UNSETTLED - 1;

    /** A context has 24 bits in an envelope. */
    private static final int IDS = 1 << 23;
    private static final int NONE = -1;
    /** By how many draws an agreement may be later than one that waits for its turn, and still try without one. */
    private static final long MOST_AHEAD = 64;

    private final int ids;
    private final int ranks;
    private final int rank;
    private final BitSet used = new BitSet();
    /** Lamport's: larger than that of any ticket drawn or seen here. */
    private long clock;
    /** How many agreements try an id without a turn. */
    private int tries;
    /** Of the agreements that go in turn. */
    private final TreeSet<Long> tickets = new TreeSet<>();
    /** The ticket of the agreement whose turn it is. */
    private long turn = NONE;
    /** The id kept for it. */
    private int offered = NONE;

    /**
     * Of a process that uses none.
     *
     * @param ranks of the job
     * @param rank this process's
     */
    ContextIds(int ranks, int rank) {
        this(ranks, rank, IDS);
    }

    ContextIds(int ranks, int rank, int ids) {
        this.ids = ids;
        this.ranks = ranks;
        this.rank = rank;
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

    /** How many ids there are. */
    int limit() {
        return ids;
    }

    /** Takes an id that is free on every rank for sure; those of agreements come after it. */
    synchronized int use(int id) {
        used.set(id);
        clock = Math.max(clock, id + 1L);
        return id;
    }

    /** Whether an id is taken, perhaps for an agreement that is under way. */
    synchronized boolean isUsed(int id) {
        return used.get(id);
    }

    synchronized void release(int id) {
        used.clear(id);
    }

    /** Whether an id is in use, or promised. */
    synchronized boolean isInUse(int id) {
        return used.get(id);
    }

    /** A ticket that no other rank draws, and this one only once. */
    synchronized long drawTicket() {
        return clock++ * ranks + rank;
    }

    private long clock(long ticket) {
        return ticket / ranks;
    }

    /** Where in the ring a ticket begins: those drawn at about the same time, wherever, at different places. */
    long place(long ticket) {
        return clock(ticket) + ticket % ranks * (ids / ranks);
    }

    private int id(long place) {
        return (int) (place % ids);
    }

    /** The id where a ticket begins. */
    int first(long ticket) {
        return id(place(ticket));
    }

    /** Promises the id where the ticket of an agreement begins; false if it is in use, or others have waited long. */
    synchronized boolean tryFirst(long ticket) {
        clock = Math.max(clock, clock(ticket) + 1);
        int id = first(ticket);
        if (used.get(id) || !tickets.isEmpty() && clock(ticket) - clock(tickets.first()) > MOST_AHEAD) {
            return false;
        }
        used.set(id);
        tries++;
        return true;
    }

    /** The id so promised is in use from now on, or free again. */
    synchronized void settle(long ticket, boolean inUse) {
        tries--;
        used.set(first(ticket), inUse);
    }

    /** An agreement goes in turn from now on. */
    synchronized void enter(long ticket) {
        tickets.add(ticket);
    }

    /**
     * Promises an agreement the first free id from a place on, if it has its turn or gets it now, and takes back what
     * was promised to it before.
     *
     * @return the id's place, as many places on as there are ids if none is free; with what is to be said beside it
     */
    synchronized long offer(long ticket, long from) {
        if (turn == NONE && tickets.first() == ticket) {
            turn = ticket;
        }
        if (turn != ticket) {
            return from | NO_TURN;
        }
        withdraw();
        long free = firstFree(from);
        if (free - from < ids) {
            offered = id(free);
            used.set(offered);
        }
        return free == from || tries == 0 ? free : free | UNSETTLED;
    }

    private long firstFree(long from) {
        int first = id(from);
        int free = used.nextClearBit(first);
        if (free < ids) {
            return from + free - first;
        }
        free = used.nextClearBit(0);
        return free < first ? from + ids - first + free : from + ids;
    }

    private void withdraw() {
        if (offered != NONE) {
            used.clear(offered);
            offered = NONE;
        }
    }

    /** The id offered to the agreement that has its turn is in use from now on; returns it. */
    synchronized int accept() {
        int id = offered;
        offered = NONE;
        return id;
    }

    /** The agreement takes back its offer, and lets others have their turn. */
    synchronized void endTurn(long ticket) {
        if (turn == ticket) {
            withdraw();
            turn = NONE;
        }
    }

    /** The agreement has ended. */
    synchronized void leave(long ticket) {
        endTurn(ticket);
        tickets.remove(ticket);
    }
}
