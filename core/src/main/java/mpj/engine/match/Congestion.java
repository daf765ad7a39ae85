package mpj.engine.match;

/** Tells sources that their messages pile up here without a match. Called with the engine's lock held. */
public interface Congestion {
    /**
     * Tells a source that its messages pile up, or no longer do.
     *
     * @return false if there is nobody to tell: the source is this rank itself
     */
    boolean tell(int rank, boolean congested);
}
