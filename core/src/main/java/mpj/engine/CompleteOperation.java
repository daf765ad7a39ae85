package mpj.engine;

/**
 * An operation that was complete from the start: a message to or from nobody, one that was copied, or one that left at
 * once.
 */
public final class CompleteOperation extends Operation {
    private final boolean isNobodys;
    private final Completion left;

    /** @param isNobodys whether it was to or from no rank */
    public CompleteOperation(boolean isNobodys) {
        this(isNobodys, null);
    }

    /** @param left reached when what was sent has left this process */
    public CompleteOperation(Completion left) {
        this(false, left);
    }

    private CompleteOperation(boolean isNobodys, Completion left) {
        this.isNobodys = isNobodys;
        this.left = left;
        complete();
    }

    @Override
    public Completion left() {
        return left;
    }

    public boolean isNobodys() {
        return isNobodys;
    }
}
