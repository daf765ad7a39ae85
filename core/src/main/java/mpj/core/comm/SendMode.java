package mpj.core.comm;

/** When a send is complete. MPI: the communication modes; the ready mode is the standard one here. */
public enum SendMode {
    /** When the buffer may be used again. */
    STANDARD,
    /** At once: the message is in the attached buffer. */
    BUFFERED,
    /** When the receive has begun. */
    SYNCHRONOUS
}
