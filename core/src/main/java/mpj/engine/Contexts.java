package mpj.engine;

/** The contexts of this rank's communicators. Thread-safe; called with the engine's lock held. */
public interface Contexts {
    /**
     * Whether a communicator has a context, or may come to have it: from the moment on at which this rank has agreed to
     * that, as other ranks may then send in it before this one knows the outcome.
     */
    boolean isUsed(int context);

    /** No communicator has a context any more, and nothing is under way in it. */
    void release(int context);
}
