package mpj.engine;

/**
 * An operation that was complete from the start: a message to or from no rank, a message that was copied, or a message
 * that left at once.
 */
public final class CompleteOperation extends Operation {
    private final boolean isWithProcNull;
    private final Completion left;

    /** @param isWithProcNull whether the message was to or from MPI_PROC_NULL */
    public CompleteOperation(boolean isWithProcNull) {
        this(isWithProcNull, null);
    }

    /** @param left reached when the message has left this process */
    public CompleteOperation(Completion left) {
        this(false, left);
    }

    private CompleteOperation(boolean isWithProcNull, Completion left) {
        this.isWithProcNull = isWithProcNull;
        this.left = left;
        complete();
    }

    @Override
    public Completion left() {
        return left;
    }

    public boolean isWithProcNull() {
        return isWithProcNull;
    }
}
