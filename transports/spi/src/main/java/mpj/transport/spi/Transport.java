package mpj.transport.spi;

/**
 * One process's end of a transport. Only one thread is inside a transport at a time (the engine sees to that), except
 * for {@link #sleep} and {@link #wake}, which any thread may call at any time.
 */
public interface Transport extends AutoCloseable {

    /**
     * What other processes need in order to reach this one; the bootstrap publishes it.
     *
     * @return the address, in this transport's own encoding
     */
    byte[] address();

    /**
     * Says whether a process that published {@code address} can be reached by this transport. Both processes must
     * answer alike about each other: two ranks talk over the same transport in both directions.
     *
     * @param address what the peer's transport of the same name published
     * @return true if {@link #connect} may be called with it
     */
    boolean reaches(byte[] address);

    /**
     * Makes a process of another job known: from now on it may connect to this one, and {@link #connect} may be called
     * with its index. Before, it is a stranger, who gets nowhere, and who tries again if it was introduced earlier to
     * this process than this process to it.
     *
     * @param index what stands for it in this process: at least {@link Job#size}, and no other peer's
     * @param peer who it is
     * @param secret what only the two jobs know, the same in both processes; never logged, never sent as it is
     * @return false if this transport leads to ranks of its own job only
     */
    default boolean introduce(int index, Peer peer, byte[] secret) {
        return false;
    }

    /**
     * Opens the outgoing channel to a peer. Called once per peer, when the first packet is sent to it.
     *
     * @param peer the peer's index: its rank in the job, or of another job's process that with which it was introduced
     * @param address what the peer published
     * @return the channel, which stays open as long as this transport, unless the peer is
     *     {@linkplain PacketHandler#lost lost}
     * @throws TransportException when the peer cannot be reached; not for one that has ended, which is lost
     */
    Channel connect(int peer, byte[] address);

    /**
     * Hands every packet that has arrived, up to a bound of the transport's own, to the handler. Never blocks.
     *
     * @param handler takes them, those of one peer in the order of their commits
     * @return whether there was any
     */
    boolean progress(PacketHandler handler);

    /**
     * Says that a thread is about to {@link #sleep}, perhaps another than the one that calls this. From now on a packet
     * or a {@link #wake} ends that sleep, even if it comes before the sleep begins. Unlike the sleep itself, this is
     * called like the other methods, by one thread at a time.
     */
    void prepareToSleep();

    /**
     * Returns when something may have arrived, when {@link #wake} is called, or when the time is over; whichever comes
     * first, and it may return early. The calling thread sleeps in the kernel meanwhile. Packets that arrived since the
     * last {@link #progress} end it at once, so none is slept through. Several threads may sleep at once, and another
     * may call {@link #progress} meanwhile, which does not wait for them.
     *
     * @param nanoseconds the longest sleep
     */
    void sleep(long nanoseconds);

    /** Ends every {@link #sleep} of this process. */
    void wake();

    /**
     * Says that messages from a peer pile up unmatched, or no longer do; the peer's {@link Channel#congested} tells its
     * engine, which then announces messages instead of sending them.
     *
     * @param peer the peer's index, one from which packets have come
     * @param congested whether they pile up
     */
    void congested(int peer, boolean congested);

    /**
     * Reading the memory of peers, if this transport can.
     *
     * @return null if it cannot; else the same each time
     */
    default RemoteMemory remoteMemory() {
        return null;
    }

    /**
     * Memory that peers see, too, if this transport has some.
     *
     * @return null if not; else the same each time
     */
    default SharedMemory sharedMemory() {
        return null;
    }

    /**
     * Handing objects to peers by reference, if this transport can, and may.
     *
     * @return null if not; else the same each time
     */
    default SharedObjects sharedObjects() {
        return null;
    }

    /**
     * Whether packets that a peer has sent before it ended may still come, although {@link #progress} finds none now: a
     * connection may still be set up, or not yet be read to its end.
     *
     * @param peer the peer's index
     * @return false if nothing more can come; true also where the transport cannot tell
     */
    default boolean mayBring(int peer) {
        return false;
    }

    /**
     * Whether any of the channels is {@linkplain Channel#pending() pending}.
     *
     * @return true while one is
     */
    default boolean pending() {
        return false;
    }

    /**
     * How to leave the peers when the process ends without {@link #close}, if what was committed may be lost then.
     *
     * @return null if peers find what was committed after this process has ended
     */
    default Departure departure() {
        return null;
    }

    /** Releases what the transport holds; packets not yet delivered are lost. */
    @Override
    void close();
}
