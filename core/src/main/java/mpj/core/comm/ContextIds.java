package mpj.core.comm;

import java.util.BitSet;
import java.util.TreeSet;
import mpj.engine.Context;

/**
 * The contexts that this process has in use, and those that it has promised to agreements on new ones; see {@link
 * ContextAgreement}. Thread-safe; nothing here waits.
 *
 * <p>Ids are given out in a ring, not the lowest free one first. So an id that was freed comes again as late as
 * possible. That matters because the old communicator may have left behind a message that nobody received, and this
 * must not meet the receives of the new one. The places of the ring are counted on and on, so that ranks can compare
 * them. A place's id is its remainder by the number of ids.
 */
final class ContextIds {
    /** A bit beside a place. It says that another agreement has this rank's turn, so this is no offer. */
    static final long NO_TURN = 1L << 62;
    /**
     * A bit beside a place. It says that other agreements try ids on this rank at the moment, so an id that was passed
     * over may become free again.
     */
    static final long UNSETTLED = 1L << 61;
    /** The bits of the place itself. */
    static final long PLACE = UNSETTLED - 1;

    private static final int NONE = -1;
    /**
     * How far ahead of a waiting agreement another may go: if its ticket was drawn this many draws later, or fewer, it
     * may still try an id without a turn.
     */
    private static final long MOST_AHEAD = 64;

    private final int ids;
    private final int ranks;
    private final int rank;
    private final BitSet used = new BitSet();
    /** A Lamport clock: larger than the clock of any ticket that was drawn or seen here. */
    private long clock;
    /** How many agreements try an id without a turn at the moment. */
    private int tries;
    /** The tickets of the agreements that go in turn. */
    private final TreeSet<Long> tickets = new TreeSet<>();
    /** The ticket of the agreement whose turn it is. */
    private long turn = NONE;
    /** The id that is kept for that agreement. */
    private int offered = NONE;

    /**
     * Makes the ids of a process that uses none yet.
     *
     * @param ranks of the job
     * @param rank this process's
     */
    ContextIds(int ranks, int rank) {
        this(ranks, rank, Context.IDS);
    }

    ContextIds(int ranks, int rank, int ids) {
        this.ids = ids;
        this.ranks = ranks;
        this.rank = rank;
    }

    /** How many ids there are. */
    int limit() {
        return ids;
    }

    /** Takes an id that is certainly free on every rank. The ids of agreements come after it. */
    synchronized int use(int id) {
        used.set(id);
        clock = Math.max(clock, id + 1L);
        return id;
    }

    /** Whether an id is in use, or promised to an agreement that is under way. */
    synchronized boolean isUsed(int id) {
        return used.get(id);
    }

    synchronized void release(int id) {
        used.clear(id);
    }

    /** Draws a ticket. No other rank draws the same one, nor does this rank a second time. */
    synchronized long drawTicket() {
        return clock++ * ranks + rank;
    }

    private long clock(long ticket) {
        return ticket / ranks;
    }

    /**
     * The place in the ring at which a ticket begins. Tickets that are drawn at about the same time begin at different
     * places, whichever ranks draw them.
     */
    long place(long ticket) {
        return clock(ticket) + ticket % ranks * (ids / ranks);
    }

    private int id(long place) {
        return (int) (place % ids);
    }

    /** The id at which a ticket begins. */
    int first(long ticket) {
        return id(place(ticket));
    }

    /**
     * Promises to an agreement the id at which its ticket begins. False if the id is in use, or if other agreements
     * have waited too long.
     */
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

    /** Settles what became of that promise: the id is in use from now on, or free again. */
    synchronized void settle(long ticket, boolean inUse) {
        tries--;
        used.set(first(ticket), inUse);
    }

    /** Notes that an agreement goes in turn from now on. */
    synchronized void enter(long ticket) {
        tickets.add(ticket);
    }

    /**
     * Promises to an agreement the first free id from a place on, if the agreement has its turn or gets it now. Takes
     * back what was promised to it before.
     *
     * @return the id's place; if none is free, the place that is as many places on as there are ids. {@link #NO_TURN}
     *     or {@link #UNSETTLED} may be set beside it
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

    /** Takes the id that is offered to the agreement whose turn it is. It is in use from now on; returns it. */
    synchronized int accept() {
        int id = offered;
        offered = NONE;
        return id;
    }

    /** Ends an agreement's turn: takes back what was offered to it, and lets others have their turn. */
    synchronized void endTurn(long ticket) {
        if (turn == ticket) {
            withdraw();
            turn = NONE;
        }
    }

    /** Notes that an agreement has ended. */
    synchronized void leave(long ticket) {
        endTurn(ticket);
        tickets.remove(ticket);
    }
}
