package mpj.engine;

/**
 * An operation that was complete from the start: a message to or from no rank, a message that was copied, or a message
 * that left at once.
 */
public final class CompleteOperation extends Operation {
    private final boolean isWithNobody;
    private final Completion left;

    /** @param isWithNobody whether the message was to or from no rank */
    public CompleteOperation(boolean isWithNobody) {
        this(isWithNobody, null);
    }

    /** @param left reached when the message has left this process */
    public CompleteOperation(Completion left) {
        this(false, left);
    }

    private CompleteOperation(boolean isWithNobody, Completion left) {
        this.isWithNobody = isWithNobody;
        this.left = left;
        complete();
    }

    @Override
    public Completion left() {
        return left;
    }

    public boolean isWithNobody() {
        return isWithNobody;
    }
}
