package mpj.engine;

/** An operation that was complete from the start: a message to or from nobody, or one that was copied. */
public final class CompleteOperation extends Operation {
    private final boolean isNobodys;

    /** @param isNobodys whether it was to or from no rank */
    public CompleteOperation(boolean isNobodys) {
        this.isNobodys = isNobodys;
        complete();
    }

    public boolean isNobodys() {
        return isNobodys;
    }
}
