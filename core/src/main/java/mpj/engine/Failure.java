package mpj.engine;

/**
 * Why an operation failed.
 *
 * @param error MPI's error class
 * @param text a sentence that names the argument and the value
 * @param refusedBy the rank, in the communicator of a collective, that could not do its part; {@link #NO_RANK} if the
 *     failure is this rank's own
 */
public record Failure(ErrorClass error, String text, int refusedBy) {
    /** No other rank is to blame. */
    public static final int NO_RANK = -1;

    public Failure(ErrorClass error, String text) {
        this(error, text, NO_RANK);
    }

    /** The failure when another rank of a collective has no data to give. */
    public static Failure refusal(ErrorClass error, int rank) {
        return new Failure(error, "rank " + rank + " could not do its part of the collective; its own error says why",
            rank);
    }

    /**
     * The text for a buffer that was accessible when the operation began, but no longer when its elements were to move.
     */
    public static String inaccessible(RuntimeException cause) {
        return inaccessible(cause.getMessage());
    }

    public static String inaccessible(String cause) {
        return "the buffer became inaccessible while its message was under way (" + cause
            + "): keep its arena open until the message is complete; if several threads use MPI, take an arena that is"
            + " not confined to a thread, such as Arena.ofShared()";
    }
}
