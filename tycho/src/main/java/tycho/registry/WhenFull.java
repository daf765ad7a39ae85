package tycho.registry;

/** What happens to a new message for a consumer whose queue is full. */
public enum WhenFull {
    /** The producer waits until there is room. */
    BLOCK,
    /** The oldest message that waits is dropped. */
    DROP_OLDEST,
    /** The producer disconnects the consumer, which learns why. */
    DISCONNECT
}
