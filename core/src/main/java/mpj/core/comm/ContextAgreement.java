package mpj.core.comm;

import java.util.function.LongUnaryOperator;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Lets the ranks that make a communicator agree on a context that none of them uses. Other threads of a rank may take
 * part in other agreements at the same time. So each agreement has a ticket: the largest of the tickets that its ranks
 * draw. An agreement first tries the id at which its ticket begins. Tickets that are drawn at about the same time begin
 * at different ids. Nearly always that id is free on every rank, and then the whole agreement takes two maxima.
 *
 * <p>Ranks of two jobs may draw the same ticket. If a rank takes part in two agreements with the same ticket at one
 * time, the agreement that comes later on that rank draws its ticket again, on all its ranks.
 *
 * <p>If that id is not free everywhere, the agreement goes in turn with others. All its ranks try the same id. Each
 * rank offers the first id, from that one on, that is free on it. The largest of the offers is tried next, until the
 * largest offer is the id that was tried. A rank makes offers to only one agreement at a time ({@link
 * ContextIds#offer}). If one of the ranks makes no offer, the others take their offers back, and all ranks ask again.
 *
 * <p><b>Why it ends.</b> An agreement gets its ticket only when all its ranks have called. So no id and no turn is ever
 * kept for an agreement that still waits for a rank to call. A rank gives its turn only to the smallest ticket that
 * waits there. Now take the agreement with the smallest ticket of all. It gets the turn on each of its ranks, as soon
 * as the agreement that has the turn there ends, or finds that it lacks the turn on another rank and gives its turn
 * back. At that time other agreements may try ids without a turn. After one more maximum, each of these ids is either
 * in use or free again. Only a limited number of such tries go ahead of an agreement that waits for its turn.
 * Agreements that are called later have larger tickets. So no agreement is passed over for ever.
 *
 * <p>This class does not wait. Its caller passes the result of {@link #offer} to a maximum, and the result of the
 * maximum to {@link #take}, and repeats both until {@link #take} returns true. The caller can do all of this in one
 * call ({@link #agree}), or step by step while the rank does something else.
 */
final class ContextAgreement {
    private enum Stage { TICKET, FIRST, TURN, AGREED }

    private final ContextIds ids;
    private Stage stage = Stage.TICKET;
    private long ticket;
    /** Whether this rank knows the agreement by its ticket. */
    private boolean begun;
    /** Whether the id at which the ticket begins is promised to this agreement. */
    private boolean promised;
    /** In turn: the place that is tried, and the place since which no place was passed over that may be free. */
    private long tried;
    private long since;
    private boolean held;
    private int id;

    ContextAgreement(ContextIds ids) {
        this.ids = ids;
    }

    /**
     * Agrees, and returns when all ranks have agreed.
     *
     * @param maximum a collective operation: returns, on every rank, the largest number that any rank has passed
     * @param pause lets other agreements of this rank go on; called when this one is held up by them
     * @return the context; every rank gets the same one, and it is in use on this rank from now on
     */
    Context agree(LongUnaryOperator maximum, Runnable pause) {
        try {
            while (!take(maximum.applyAsLong(offer()))) {
                if (isHeldUp()) {
                    pause.run();
                }
            }
        } finally {
            end();
        }
        return context();
    }

    /** The number that this rank passes to the next maximum. */
    long offer() {
        return switch (stage) {
            case TICKET -> ids.drawTicket();
            case FIRST -> {
                long word = ids.tryFirst(ticket);
                begun = word != ContextIds.SAME_TICKET;
                promised = word == ContextIds.PROMISED;
                yield word;
            }
            case TURN -> ids.offer(ticket, tried);
            case AGREED -> throw new IllegalStateException("agreed");
        };
    }

    /** Takes the result of that maximum. True if the ranks have agreed. */
    boolean take(long maximum) {
        switch (stage) {
            case TICKET -> {
                ticket = maximum;
                stage = Stage.FIRST;
            }
            case FIRST -> takeFirst(maximum);
            case TURN -> takeInTurn(maximum);
            default -> throw new IllegalStateException("agreed");
        }
        return stage == Stage.AGREED;
    }

    private void takeFirst(long word) {
        boolean everywhere = word == ContextIds.PROMISED;
        if (promised) {
            promised = false;
            ids.settle(ticket, everywhere);
        }
        if (word == ContextIds.SAME_TICKET) {
            leave();
            ids.changeNumber();
            stage = Stage.TICKET;
        } else if (everywhere) {
            id = ids.first(ticket);
            leave();
            stage = Stage.AGREED;
        } else {
            ids.enter(ticket);
            tried = ids.place(ticket);
            since = tried;
            stage = Stage.TURN;
        }
    }

    private void leave() {
        if (begun) {
            begun = false;
            ids.leave(ticket);
        }
    }

    private void takeInTurn(long largest) {
        if (largest == tried) {
            id = ids.accept();
            leave();
            stage = Stage.AGREED;
            return;
        }
        tried = largest & ContextIds.PLACE;
        held = largest >= ContextIds.UNSETTLED;
        if (largest >= ContextIds.NO_TURN) {
            ids.endTurn(ticket);
        }
        if (held) {
            since = tried; // a place that was passed over may be free
        }
        if (tried - since >= ids.limit()) {
            throw new EngineException(ErrorClass.ERR_OTHER,
                "every context is in use on some rank; free communicators that are no longer needed");
        }
    }

    /**
     * Whether other agreements must go on before this one can. A rank that is alone in this agreement waits for no
     * message, so it must itself let the others go on.
     */
    boolean isHeldUp() {
        return held;
    }

    /** The context, when the ranks have agreed. */
    Context context() {
        return new Context(id);
    }

    /**
     * Ends the agreement. If the ranks have not agreed, this takes back what this rank has promised to the agreement.
     */
    void end() {
        if (promised) {
            promised = false;
            ids.settle(ticket, false);
        }
        leave();
    }
}
