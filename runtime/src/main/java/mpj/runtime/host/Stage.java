package mpj.runtime.host;

/** How far a rank has come in MPI, as its launcher knows it. */
public enum Stage {
    /** It has published nothing: its program has not called MPI.Init, or has none. */
    BEFORE_INIT,
    /** Others may need it. */
    BEFORE_FINALIZE,
    /** Nobody needs it any more. */
    AFTER_FINALIZE
}
