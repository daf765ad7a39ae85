package mpj.engine.wait;

import mpj.engine.Failure;
import mpj.engine.Operation;

/** Completes operations, and remembers that sleeping threads may wait for them. Called with the lock held. */
public final class Completions {
    private final EngineLock lock;
    /** Whether anything that a sleeper may wait for has happened since sleepers were last woken. */
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

    /** Notes that something has come that a sleeper may wait for, such as a message for a probe. */
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
