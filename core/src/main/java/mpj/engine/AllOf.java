package mpj.engine;

/**
 * Reached when all of several operations are complete, apart from those whose waits were {@linkplain
 * Operation#interrupt interrupted}. Ignores nulls.
 */
public final class AllOf implements Completion {
    private final Operation[] operations;
    /** The operations before this place are complete, and stay complete, so a poll need not look at them again. */
    private int first;

    public AllOf(Operation[] operations) {
        this.operations = operations;
    }

    @Override
    public boolean reached() {
        while (first < operations.length
            && (operations[first] == null || Engine.isComplete(operations[first]))) {
            first++;
        }
        return first == operations.length || operations[first].isInterrupted() && isRestReached();
    }

    /** An operation that is interrupted now may not be so at the next poll, so it counts anew each time. */
    private boolean isRestReached() {
        for (int i = first; i < operations.length; i++) {
            Operation operation = operations[i];
            if (operation != null && !operation.isInterrupted() && !Engine.isComplete(operation)) {
                return false;
            }
        }
        return true;
    }

    /** Leaves {@code first} alone: meanwhile another thread, which has the lock, may ask whether this is reached. */
    @Override
    public boolean isSeen() {
        return isRestReached();
    }

    @Override
    public void explain(Explanation explanation) {
        for (Operation operation : operations) {
            if (operation != null && !operation.done()) {
                operation.explain(explanation);
            }
        }
    }
}
