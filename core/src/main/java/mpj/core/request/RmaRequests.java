package mpj.core.request;

import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.RankTable;
import mpj.engine.Operation;

/**
 * The requests of a window. None of them can be cancelled: the target would wait for the elements of a put that was
 * taken back, and with it all other ranks.
 */
public final class RmaRequests extends Requests {
    /** @param ranks finds the ranks of the window */
    public RmaRequests(LiveEngine engine, ErrorHandling errors, RankTable ranks) {
        super(engine, errors, ranks);
    }

    @Override
    public void cancel(Operation operation) {
        throw refusal("the request is of an operation on a window, which cannot be cancelled; wait for it");
    }
}
