package mpj.engine;

/** The contexts of this rank's communicators. Thread-safe; called with the engine's lock held. */
public interface Contexts {
    /**
     * Whether a communicator has a context, or may get it. A context counts as used from the moment at which this rank
     * has agreed to it. From then on other ranks may send in it, even if this rank does not know the outcome yet.
     */
    boolean isUsed(Context context);

    /** Frees a context that no communicator has any more and in which nothing is under way. */
    void release(Context context);
}
