package mpj.core.comm;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * How the ranks that make a communicator agree on a context that none of them uses. Other threads of a rank may be at
 * agreements of their own, so each has a ticket, the largest of those that its ranks draw, and tries an id that other
 * tickets do not begin with. Nearly always it is free on every rank: then all this takes two maxima.
 *
 * <p>Else it goes in turn. All ranks try the same id; each offers the first one from there on that is free on it, and
 * the largest of these is tried next, until it is the one tried. A rank offers to one agreement at a time
 * ({@link ContextIds#offer}). Where one does not, the others take their offers back, and all ask again.
 *
 * <p><b>Why it ends.</b> A ticket is there when every rank has called: so no id and no turn is kept for an agreement of
 * which a rank is still to call. A rank gives its turn to the smallest ticket only; so the smallest of all gets it on
 * each of its ranks, as soon as those that have it there end, or find that they lack another. Ids that others try at
 * that time without a turn are free again, or in use, after one maximum more, and such tries are let go ahead of who
 * waits for a turn a limited number of times. Who calls later has a larger ticket: so nobody is passed over for ever.
 */
final class ContextAgreement {
    /** In nanoseconds: a rank that is alone in its agreement waits for no message, but for another thread. */
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

    /** Returns the context, which is in use on this rank now; every rank gets the same. */
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
