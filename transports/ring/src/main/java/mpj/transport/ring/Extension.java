package mpj.transport.ring;

/** Gives a channel memory for more large blocks, when a message comes that is too long for the first ones. */
public interface Extension {
    /** For channels that cannot grow. */
    Extension NONE = (offset, bytes) -> false;

    /**
     * Makes more memory of the channel usable, directly behind the part that is in use.
     *
     * @param offset where it begins in the channel
     * @param bytes its size
     * @return false if there is no memory; the channel does not ask again
     */
    boolean extend(long offset, long bytes);
}
