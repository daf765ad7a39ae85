package mpj.core.comm;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import mpj.engine.Context;

/**
 * The contexts that this process uses, and those that it has promised to agreements on new contexts; see {@link
 * ContextAgreement}. Thread-safe. No method waits.
 *
 * <p>Ids are given out in a ring, and not the lowest free id first. So an id that was freed is used again as late as
 * possible. That matters because the old communicator may have left a message that nobody received, and no receive of
 * the new communicator may match this message. The places of the ring are numbered without end, so that ranks can
 * compare them. The id of a place is the remainder of its number by the number of ids.
 */
final class ContextIds {
    /**
     * A bit that is set beside a place. It says that another agreement has the turn on this rank, so the place is no
     * offer.
     */
    static final long NO_TURN = 1L << 62;
    /**
     * A bit that is set beside a place. It says that other agreements try ids on this rank at the moment, so an id that
     * was passed over may become free again.
     */
    static final long UNSETTLED = 1L << 61;
    /** The bits of the place itself. */
    static final long PLACE = UNSETTLED - 1;

    /** What a rank says of the id at which a ticket begins. The largest of the ranks' words counts. */
    static final long PROMISED = 0;
    /** The id is in use, or other agreements have waited too long. */
    static final long NOT_FREE = 1;
    /** Another agreement of this rank has the same ticket, so this one has to draw again. */
    static final long SAME_TICKET = 2;

    private static final int NONE = -1;
    /** A ticket is the clock when it was drawn, and behind that the number of the process that has drawn it. */
    private static final int PROCESS_BITS = 32;
    /** The number of a process is some random bits, and behind these its rank. */
    private static final int RANK_BITS = 20;
    /** Spreads numbers that follow each other over all numbers: 2 to the power of 32, divided by the golden ratio. */
    private static final int SPREAD = 0x9E37_79B9;
    /**
     * How far an agreement may go ahead of one that waits for its turn: it may still try an id without a turn if its
     * ticket was drawn at most this many draws after the ticket of the one that waits.
     */
    private static final long MOST_AHEAD = 64;

    private final int ids;
    private final int rank;
    private final RandomGenerator random;
    /** Different for each process of a job. Processes of two jobs may have the same number. */
    private int process;
    private final BitSet used = new BitSet();
    /** A Lamport clock: larger than the clock of any ticket that was drawn or seen here. */
    private long clock;
    /** How many agreements try an id without a turn at the moment. */
    private int tries;
    /** The tickets of all agreements that try an id or go in turn. */
    private final Set<Long> underWay = new HashSet<>();
    /** The tickets of the agreements that go in turn. */
    private final TreeSet<Long> tickets = new TreeSet<>();
    /** The ticket of the agreement whose turn it is. */
    private long turn = NONE;
    /** The id that this rank offers to that agreement. */
    private int offered = NONE;

    /**
     * Makes the ids of a process that uses none yet.
     *
     * @param rank the rank of this process
     */
    ContextIds(int rank) {
        this(rank, Context.IDS, () -> ThreadLocalRandom.current().nextLong());
    }

    /** @param random chooses the random bits of the process's number */
    ContextIds(int rank, int ids, RandomGenerator random) {
        this.rank = rank;
        this.ids = ids;
        this.random = random;
        drawNumber();
    }

    private void drawNumber() {
        process = random.nextInt() << RANK_BITS | rank & (1 << RANK_BITS) - 1;
    }

    /** How many ids there are. */
    int limit() {
        return ids;
    }

    /** Takes an id that is known to be free on every rank. The ids of agreements come after it. */
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

    /**
     * Draws a ticket. No ticket is drawn twice by ranks of one job. Ranks of two jobs draw the same ticket if they have
     * the same random bits, the ranks are the same, and so are the clocks. If a rank takes part in both agreements,
     * {@link #tryFirst} notices this.
     */
    synchronized long drawTicket() {
        return clock++ << PROCESS_BITS | Integer.toUnsignedLong(process);
    }

    private static long clock(long ticket) {
        return ticket >>> PROCESS_BITS;
    }

    /**
     * The place in the ring at which a ticket begins. Tickets that are drawn at about the same time begin at different
     * places, whichever ranks draw them.
     */
    long place(long ticket) {
        return clock(ticket) + (Integer.toUnsignedLong((int) ticket * SPREAD) * ids >>> Integer.SIZE);
    }

    private int id(long place) {
        return (int) (place % ids);
    }

    /** The id at which a ticket begins. */
    int first(long ticket) {
        return id(place(ticket));
    }

    /**
     * Begins an agreement on this rank, and promises to it the id at which its ticket begins.
     *
     * @return {@link #PROMISED}, {@link #NOT_FREE} or {@link #SAME_TICKET}. After the last of these the agreement has
     *     not begun
     */
    synchronized long tryFirst(long ticket) {
        clock = Math.max(clock, clock(ticket) + 1);
        if (!underWay.add(ticket)) {
            return SAME_TICKET;
        }
        int id = first(ticket);
        if (used.get(id) || !tickets.isEmpty() && clock(ticket) - clock(tickets.first()) > MOST_AHEAD) {
            return NOT_FREE;
        }
        used.set(id);
        tries++;
        return PROMISED;
    }

    /** Ends the promise of {@link #tryFirst}: the id is in use from now on, or it is free again. */
    synchronized void settle(long ticket, boolean inUse) {
        tries--;
        used.set(first(ticket), inUse);
    }

    /**
     * Draws the random bits of this process's number again. Without this, two processes with the same number and the
     * same clock could draw the same tickets again and again.
     */
    synchronized void changeNumber() {
        drawNumber();
    }

    /** Notes that an agreement goes in turn from now on. */
    synchronized void enter(long ticket) {
        tickets.add(ticket);
    }

    /**
     * Promises to an agreement the first free id from a place on, if the agreement has the turn or gets it now. Takes
     * back the id that was promised to this agreement before.
     *
     * @return the place of the id; if no id is free, {@code from} plus the number of ids. {@link #NO_TURN} or {@link
     *     #UNSETTLED} may be set beside it
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

    /** Returns the id that is offered to the agreement whose turn it is. The id is in use from now on. */
    synchronized int accept() {
        int id = offered;
        offered = NONE;
        return id;
    }

    /**
     * Ends an agreement's turn: takes back the id that was offered to it, and lets other agreements have their turn.
     */
    synchronized void endTurn(long ticket) {
        if (turn == ticket) {
            withdraw();
            turn = NONE;
        }
    }

    /** Notes that an agreement that {@linkplain #tryFirst has begun} has ended. */
    synchronized void leave(long ticket) {
        endTurn(ticket);
        tickets.remove(ticket);
        underWay.remove(ticket);
    }
}
