package mpj.engine;

/** The contexts of this rank's communicators. Thread-safe; called with the engine's lock held. */
public interface Contexts {
    /**
     * Whether a communicator has a context, or may get it. A context counts as used from the moment at which this rank
     * has agreed to it: other ranks may then already send in it, though this rank does not know the outcome yet.
     */
    boolean isUsed(Context context);

    /** Frees a context: no communicator has it any more, and nothing is under way in it. */
    void release(Context context);
}
