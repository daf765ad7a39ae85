package mpj.engine;

/** An agreement of the ranks that are left. The operation is complete when this rank knows the outcome. */
public abstract class AgreeOperation extends Operation {
    private final Context context;

    /** @param context of the communicator whose ranks agree */
    protected AgreeOperation(Context context) {
        this.context = context;
    }

    public final Context context() {
        return context;
    }

    /**
     * Takes the outcome, which is the same on all ranks. Called with the engine's lock held, before the operation
     * completes. This method may {@linkplain #fail fail} the operation.
     */
    public abstract void agreed(Ballot outcome);

    @Override
    public void explain(Explanation explanation) {
        explanation.collective(context.collective(), Receive.ANY);
    }
}
