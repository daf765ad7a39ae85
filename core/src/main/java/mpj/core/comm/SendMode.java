package mpj.core.comm;

/**
 * Says when a send is complete. MPI: the communication modes. The library treats the ready mode as the standard mode.
 */
public enum SendMode {
    /** The send is complete when the buffer may be used again. */
    STANDARD,
    /** The send is complete at once, because the message is copied. It takes room in the attached buffer. */
    BUFFERED,
    /** The send is complete when the receive has begun. */
    SYNCHRONOUS
}
