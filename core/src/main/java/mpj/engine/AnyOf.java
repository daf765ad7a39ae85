package mpj.engine;

/** Reached when one of several operations is complete, or its wait was interrupted. Ignores nulls. */
public record AnyOf(Operation[] operations) implements Completion {
    @Override
    public boolean reached() {
        for (Operation operation : operations) {
            if (operation != null && (Engine.isComplete(operation) || operation.isInterrupted())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isSeen() {
        return reached();
    }

    @Override
    public void explain(Explanation explanation) {
        explanation.anyOf();
        for (Operation operation : operations) {
            if (operation != null) {
                operation.explain(explanation);
            }
        }
    }
}
