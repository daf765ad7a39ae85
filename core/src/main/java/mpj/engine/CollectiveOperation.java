package mpj.engine;

import java.util.function.BooleanSupplier;

/** A collective operation under way. It goes on a little whenever its rank makes progress. */
public final class CollectiveOperation extends Operation {
    /** The context of its messages. */
    public final int context;
    private final BooleanSupplier steps;

    /**
     * @param context of its messages
     * @param steps carries out what it can without waiting, with the engine's lock held; true when nothing is left,
     *     also after an error, which {@link #failed} has recorded
     */
    public CollectiveOperation(int context, BooleanSupplier steps) {
        this.context = context;
        this.steps = steps;
    }

    /** Starts it again after its end. */
    public void again() {
        reset();
    }

    /** Records why it fails. Called from its steps. */
    public void failed(ErrorClass error, String text) {
        fail(error, text);
    }

    @Override
    public void explain(Explanation explanation) {
        explanation.collective(context, Receive.ANY);
    }

    /** Whether nothing is left. */
    public boolean advance() {
        return steps.getAsBoolean();
    }
}
