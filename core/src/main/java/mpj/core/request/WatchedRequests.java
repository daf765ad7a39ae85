package mpj.core.request;

import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.RankTable;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.watch.CommunicatorWatch;

/** Requests whose waits and tests are watched. */
public final class WatchedRequests extends Requests {
    /** No rank, or no tag. */
    private static final int NONE = -1;

    private final CommunicatorWatch watch;

    private WatchedRequests(LiveEngine engine, ErrorHandling errors, RankTable ranks, CommunicatorWatch watch) {
        super(engine, errors, ranks);
        this.watch = watch;
    }

    /**
     * Returns the plain type, so that only a JVM with a watched rank loads this class.
     *
     * @param watch the watch of the communicator
     */
    public static Requests of(LiveEngine engine, ErrorHandling errors, RankTable ranks, CommunicatorWatch watch) {
        return new WatchedRequests(engine, errors, ranks, watch);
    }

    @Override
    public void await(Operation operation) {
        begin("Wait");
        boolean failed = true;
        try {
            super.await(operation);
            received(operation);
            failed = false;
        } finally {
            watch.end(failed);
        }
    }

    private void received(Operation operation) {
        if (operation instanceof Receive receive && !receive.cancelled() && !receive.hasFailed()) {
            watch.watch().received(receive.matchedSource(), receive.matchedTag(), receive.matchedBytes());
        }
    }

    @Override
    boolean advance(Operation operation) {
        begin("Test");
        boolean failed = true;
        try {
            boolean complete = super.advance(operation);
            failed = false;
            return complete;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    public void cancel(Operation operation) {
        begin("Cancel");
        boolean failed = true;
        try {
            super.cancel(operation);
            failed = false;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    void begin(String call) {
        watch.beginPart(call, NONE, NONE, 0);
    }

    @Override
    void end(boolean failed) {
        watch.end(failed);
    }
}
