package mpj.transport.spi;

/** How far a transport reaches. The constants begin with the nearest reach, which {@code auto} prefers. */
public enum Reach {
    /** Ranks of the same process. */
    PROCESS,
    /** Ranks of the same host. */
    HOST,
    /** Ranks anywhere. */
    NETWORK
}
