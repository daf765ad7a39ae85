package tycho.registry;

/** What happens to a new message for a consumer whose queue is full. */
public enum WhenFull {
    /** The producer waits until there is room, at most for its patience. */
    BLOCK,
    /** The oldest message that waits is dropped. */
    DROP_OLDEST,
    /** The producer ends the stream, and {@code Consumer.receive} throws an exception that says why. */
    DISCONNECT
}
