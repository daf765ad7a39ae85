package mpj.transport.ring;

/** By which a channel gets the memory of more large blocks, once messages come for which the first are too few. */
public interface Extension {
    /** For channels that stay as they are. */
    Extension NONE = (offset, bytes) -> false;

    /**
     * Makes memory of the channel usable that lies behind what already is.
     *
     * @param offset where it begins in the channel
     * @param bytes its size
     * @return false if it cannot be had; then nothing is asked for again
     */
    boolean extend(long offset, long bytes);
}
