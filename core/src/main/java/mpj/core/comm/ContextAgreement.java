package mpj.core.comm;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Lets the ranks that make a communicator agree on a context that none of them uses. Other threads of a rank may take
 * part in other agreements at the same time. So each agreement has a ticket: the largest of those that its ranks draw.
 * It first tries the id at which its ticket begins; tickets of about the same time begin at different ids. Nearly
 * always that id is free on every rank. Then the whole agreement takes two maxima.
 *
 * <p>Otherwise the agreements go in turn. All ranks of one try the same id. Each rank offers the first id from there on
 * that is free on it. The largest of the offers is tried next, until the largest offer is the id that was tried. A rank
 * makes offers to one agreement at a time ({@link ContextIds#offer}). If one of the ranks makes none, the others take
 * their offers back, and all ask again.
 *
 * <p><b>Why it ends.</b> An agreement has its ticket only when all its ranks have called. So no id and no turn is ever
 * kept for an agreement that still waits for a rank to call. A rank gives its turn only to the smallest ticket that
 * waits there. Now take the smallest ticket of all. It gets the turn on each of its ranks, as soon as the agreement
 * that has the turn there ends, or finds that it lacks the turn on another rank and gives it back. At that time other
 * agreements may try ids without a turn. After one more maximum each of these ids is either in use or free again. And
 * only a limited number of such tries go ahead of an agreement that waits for its turn. Agreements that are called
 * later have larger tickets. So none is passed over for ever.
 */
final class ContextAgreement {
    /**
     * In nanoseconds. The pause is for a rank that is alone in its agreement: it waits for no message, but for another
     * thread.
     */
    private static final long PAUSE = 20_000;

    private final ContextIds ids;
    private final LongUnaryOperator maximum;

    /**
     * One agreement.
     *
     * @param maximum the largest of what the ranks pass, on every rank: a collective operation
     */
    ContextAgreement(ContextIds ids, LongUnaryOperator maximum) {
        this.ids = ids;
        this.maximum = maximum;
    }

    /** Returns the context. Every rank gets the same one, and it is in use on this rank from now on. */
    int agree() {
        long ticket = maximum.applyAsLong(ids.drawTicket());
        return ContextIds.context(isTakenAtOnce(ticket) ? ids.first(ticket) : takenInTurn(ticket));
    }

    private boolean isTakenAtOnce(long ticket) {
        boolean taken = ids.tryFirst(ticket);
        boolean everywhere = false;
        try {
            everywhere = maximum.applyAsLong(taken ? 0 : 1) == 0;
        } finally {
            if (taken) {
                ids.settle(ticket, everywhere);
            }
        }
        return everywhere;
    }

    private int takenInTurn(long ticket) {
        ids.enter(ticket);
        try {
            long tried = ids.place(ticket);
            long since = tried;
            while (tried - since < ids.limit()) {
                long largest = maximum.applyAsLong(ids.offer(ticket, tried));
                if (largest == tried) {
                    return ids.accept();
                }
                tried = largest & ContextIds.PLACE;
                if (largest >= ContextIds.NO_TURN) {
                    ids.endTurn(ticket);
                }
                if (largest >= ContextIds.UNSETTLED) {
                    since = tried; // what was passed over may be free
                    LockSupport.parkNanos(PAUSE);
                }
            }
        } finally {
            ids.leave(ticket);
        }
        throw new EngineException(ErrorClass.ERR_OTHER,
            "every context is in use on some rank; call Free on communicators that are no longer needed");
    }
}
