package mpj.engine;

import java.util.function.BooleanSupplier;

/**
 * An operation under way that runs in steps, such as a collective operation, an agreement or the service of a window.
 * It goes on a little whenever its rank makes progress.
 */
public final class SteppedOperation extends Operation {
    /** The context of its messages. */
    public final int context;
    private final BooleanSupplier steps;
    private boolean looksAtMemory;

    /**
     * @param context the context of its messages
     * @param steps goes on as far as it can without waiting, with the engine's lock held; returns true when nothing is
     *     left, also after an error, which {@link #failed} has recorded
     */
    public SteppedOperation(int context, BooleanSupplier steps) {
        this.context = context;
        this.steps = steps;
    }

    /** Starts the operation again after its end. */
    public void again() {
        reset();
    }

    /** Records why the operation fails. Called from its steps. */
    public void failed(ErrorClass error, String text) {
        fail(error, text);
    }

    @Override
    public void explain(Explanation explanation) {
        explanation.collective(context, Receive.ANY);
    }

    /**
     * Notes whether the operation waits for a change of shared memory, which no packet announces. Its rank then looks
     * often, even while all of its threads sleep. Called with the engine's lock held.
     */
    public void lookAtMemory(boolean looks) {
        looksAtMemory = looks;
    }

    public boolean looksAtMemory() {
        return looksAtMemory;
    }

    /** Goes on with the operation. Returns whether nothing is left. */
    public boolean advance() {
        return steps.getAsBoolean();
    }
}
