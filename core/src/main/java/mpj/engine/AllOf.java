package mpj.engine;

/** Reached when all of several operations are complete. Nulls are passed over. */
public final class AllOf implements Completion {
    private final Operation[] operations;
    /** Those before it are complete, and stay so: a poll need not look at them again. */
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
        return first == operations.length;
    }

    @Override
    public boolean isSeen() {
        return reached();
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
