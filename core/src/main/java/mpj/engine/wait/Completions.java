package mpj.engine.wait;

import mpj.engine.Failure;
import mpj.engine.Operation;

/** Completes operations, and remembers that others may wait for what was completed. Called with the lock held. */
public final class Completions {
    private final EngineLock lock;
    /** Whether something has happened, since sleepers were last woken, that one of them may wait for. */
    private boolean any;

    public Completions(EngineLock lock) {
        this.lock = lock;
    }

    public void complete(Operation operation) {
        assert lock.isHeldByMe();
        operation.complete();
        any = true;
    }

    public void fail(Operation operation, Failure failure) {
        operation.fail(failure.error(), failure.text());
        complete(operation);
    }

    public void cancel(Operation operation) {
        assert lock.isHeldByMe();
        operation.cancel();
        any = true;
    }

    /** A message came that a probe may wait for. */
    public void arrived() {
        assert lock.isHeldByMe();
        any = true;
    }

    boolean any() {
        return any;
    }

    void told() {
        assert lock.isHeldByMe();
        any = false;
    }
}
