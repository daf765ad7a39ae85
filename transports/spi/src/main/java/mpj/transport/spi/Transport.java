package mpj.transport.spi;

/**
 * One process's end of a transport. The engine lets one thread at a time call these methods. The exceptions are {@link
 * #sleep} and {@link #wake}, which any thread may call at any time.
 */
public interface Transport extends AutoCloseable {

    /**
     * The address by which other processes reach this one. The bootstrap publishes the address to them.
     *
     * @return the address, in this transport's own encoding
     */
    byte[] address();

    /**
     * Says whether this transport reaches a process that published {@code address}. Both processes must give the same
     * answer about each other, because two ranks use the same transport in both directions.
     *
     * @param address what the peer's transport of the same name published
     * @return true if {@link #connect} may be called with this address
     */
    boolean reaches(byte[] address);

    /**
     * Admits a process of another job. From now on that process may connect to this one, and {@link #connect} may be
     * called with the index of that process.
     *
     * <p>Until this call, this process takes no packet from the other one. Each of the two processes introduces the
     * other, and the other may be the first to do so and connect too early. A transport over a network then refuses the
     * connection, and the refused process tries again. A transport over memory leaves the channel unopened until this
     * call.
     *
     * @param index the number by which this process knows the peer: at least {@link Job#size}, and not the index of
     *     another peer
     * @param peer the process's job and its rank there
     * @param secret a secret that only the two jobs know, the same in both processes; it is never logged, and never
     *     sent itself
     * @return false if this transport leads to ranks of its own job only
     */
    default boolean introduce(int index, Peer peer, byte[] secret) {
        return false;
    }

    /**
     * Opens the outgoing channel to a peer. The engine calls this when it has the first packet for that peer, and not
     * again once it has a channel. If no channel could be opened, the engine may call this again, so a further
     * attempt must take no more memory and no more descriptors than the first.
     *
     * @param peer the peer's index: its rank if the peer is of the same job, else the index given to {@link #introduce}
     * @param address what the peer published
     * @return the channel. It stays open as long as this transport does, unless the peer is {@linkplain
     *     PacketHandler#lost lost}
     * @throws TransportException when the peer cannot be reached. If the failure {@linkplain
     *     TransportException#mayPass may pass}, the engine keeps its answers to the peer, and calls this again soon;
     *     otherwise it may give the peer up. A peer that has ended does not cause this exception: it is reported as
     *     lost
     */
    Channel connect(int peer, byte[] address);

    /**
     * Hands the packets that have arrived to the handler, up to a limit that the transport sets for one call. This
     * method never blocks.
     *
     * @param handler takes the packets; packets of one peer come in the order of their commits
     * @return whether any packet was handed over, or any other work was done
     */
    boolean progress(PacketHandler handler);

    /**
     * Announces that a thread is about to {@link #sleep}. It may be a different thread from the one that calls this
     * method. From now on a packet or a {@link #wake} ends that sleep, even if the packet or the wake comes before the
     * sleep begins. Unlike {@link #sleep}, this method is called by one thread at a time.
     */
    void prepareToSleep();

    /**
     * Sleeps until something may have arrived, {@link #wake} is called, or the time is over. It may also return
     * earlier. The calling thread sleeps in the kernel. A packet that has arrived since the last {@link #progress} ends
     * the sleep at once, so no packet is slept through. Several threads may sleep at the same time. Another thread may
     * call {@link #progress} meanwhile, which does not wait for the sleeping threads.
     *
     * @param nanoseconds the longest sleep
     */
    void sleep(long nanoseconds);

    /** Ends every {@link #sleep} of this process. */
    void wake();

    /**
     * Reports that messages from a peer pile up unmatched, or that they no longer do. The peer sees this through its
     * {@link Channel#congested}. While it is true, the peer's engine announces its messages instead of sending them.
     *
     * @param peer the index of a peer from which packets have come
     * @param congested whether messages from the peer pile up
     */
    void congested(int peer, boolean congested);

    /**
     * Access to the memory of peers, if this transport can read that memory.
     *
     * @return null if it cannot; else the same object each time
     */
    default RemoteMemory remoteMemory() {
        return null;
    }

    /**
     * Memory that several ranks share, if this transport has any.
     *
     * @return null if it has none; else the same object each time
     */
    default SharedMemory sharedMemory() {
        return null;
    }

    /**
     * The doorbell of a peer with which this rank {@linkplain #sharedMemory shares memory}. It needs no channel, and so
     * takes little memory.
     *
     * @param peer the peer's index
     * @param peerAddress the peer's address, which this transport reaches
     * @return the doorbell; it does nothing if the peer has ended
     * @throws TransportException when it cannot be reached at the moment, for example for lack of memory
     * @throws UnsupportedOperationException when the transport has no {@link SharedMemory}
     */
    default Doorbell doorbell(int peer, byte[] peerAddress) {
        throw new UnsupportedOperationException("peers that share no memory are woken by packets");
    }

    /**
     * The exchange of objects by reference, if this transport can hand over objects that way and the user has allowed
     * it.
     *
     * @return null if it cannot or may not; else the same object each time
     */
    default SharedObjects sharedObjects() {
        return null;
    }

    /**
     * Says whether packets that a peer sent before it ended may still come, although {@link #progress} finds none now.
     * For example, a connection is still being set up, or has not been read to its end.
     *
     * @param peer the peer's index
     * @return false if no more packets can come; true also when the transport cannot tell
     */
    default boolean mayBring(int peer) {
        return false;
    }

    /**
     * Says whether any channel is {@linkplain Channel#pending() pending}.
     *
     * @return true while a channel is
     */
    default boolean pending() {
        return false;
    }

    /**
     * The way to take leave of the peers when the process ends without {@link #close}. A transport has one if packets
     * that were committed can be lost when their sender ends.
     *
     * @return null if peers find committed packets after this process has ended
     */
    default Departure departure() {
        return null;
    }

    /** Releases all that the transport holds. Packets that are not yet delivered are lost. */
    @Override
    void close();
}
