package mpj.engine.wait;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import mpj.engine.SteppedOperation;

/** The operations in steps that are under way, in the order of their start. Called with the engine's lock held. */
final class SteppedOperations {
    private final EngineLock lock;
    private final Completions completions;
    private final List<SteppedOperation> underWay = new ArrayList<>();
    private boolean advancing;

    SteppedOperations(EngineLock lock, Completions completions) {
        this.lock = lock;
        this.completions = completions;
    }

    /** Whether there are none, as far as the calling thread knows. This may be asked without the lock. */
    boolean isEmpty() {
        return underWay.isEmpty();
    }

    /** Whether a poll is to carry them on. A step may poll, and this poll carries on no further step. */
    boolean areDue() {
        return !underWay.isEmpty() && !advancing;
    }

    /** Whether any of them waits for a change of shared memory. */
    boolean lookAtMemory() {
        assert lock.isHeldByMe();
        for (int i = 0; i < underWay.size(); i++) {
            if (underWay.get(i).looksAtMemory()) {
                return true;
            }
        }
        return false;
    }

    /** Starts an operation at once. */
    void start(SteppedOperation operation) {
        assert lock.isHeldByMe();
        if (operation.advance()) {
            completions.complete(operation);
        } else {
            underWay.add(operation);
        }
    }

    /** Lets the next poll start an operation, whichever thread polls. */
    void add(SteppedOperation operation) {
        assert lock.isHeldByMe();
        underWay.add(operation);
    }

    /** Carries the operations on. Returns whether any of them has completed. */
    boolean advance() {
        assert lock.isHeldByMe() && !advancing;
        boolean any = false;
        advancing = true;
        try {
            for (int i = 0; i < underWay.size(); i++) {
                SteppedOperation operation = underWay.get(i);
                if (operation.advance()) {
                    underWay.remove(i--);
                    completions.complete(operation);
                    any = true;
                }
            }
        } finally {
            advancing = false;
        }
        return any;
    }

    void forEach(Consumer<SteppedOperation> action) {
        assert lock.isHeldByMe();
        underWay.forEach(action);
    }
}
