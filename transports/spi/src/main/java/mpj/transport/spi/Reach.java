package mpj.transport.spi;

/** How far a transport reaches, the nearest first: the order in which {@code auto} prefers them. */
public enum Reach {
    /** Ranks of the same process. */
    PROCESS,
    /** Ranks of the same host. */
    HOST,
    /** Ranks anywhere. */
    NETWORK
}
