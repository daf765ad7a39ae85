package mpj.runtime.host;

/** How far a rank has come in MPI, as far as its launcher knows. */
public enum Stage {
    /** The rank has published nothing: its program has not called MPI.Init, or never calls it. */
    BEFORE_INIT,
    /** Other ranks may need the rank. */
    BEFORE_FINALIZE,
    /** No other rank needs the rank any longer. */
    AFTER_FINALIZE
}
