package mpj.engine;

/**
 * A message that a probe has matched. No other probe sees it, and no receive takes it but the one that is given it.
 * MPI: MPI_Message.
 */
public final class MatchedMessage {
    private final Probed probed;
    /** Changes under the engine's lock. */
    private Arrival arrival;
    private volatile boolean received;
    /** Where a library has matched it: in which communicator, and its handle. Else null, and 0. */
    final LibraryCommunicator communicator;
    final long handle;

    MatchedMessage(Arrival arrival, Probed probed) {
        this(arrival, probed, null, 0);
    }

    MatchedMessage(LibraryCommunicator communicator, long handle, Probed probed) {
        this(null, probed, communicator, handle);
    }

    private MatchedMessage(Arrival arrival, Probed probed, LibraryCommunicator communicator, long handle) {
        this.arrival = arrival;
        this.probed = probed;
        this.communicator = communicator;
        this.handle = handle;
    }

    /** What is known of it. */
    public Probed probed() {
        return probed;
    }

    /** Whether a receive was given it. */
    public boolean isReceived() {
        return received;
    }

    /** Gives it to a receive. */
    Arrival take() {
        if (received) {
            throw new EngineException(ErrorClass.ERR_REQUEST, "the message with tag " + probed.tag() + " from rank "
                + probed.source() + " of the job was received already; a message is received once");
        }
        Arrival taken = arrival;
        arrival = null;
        received = true;
        return taken;
    }
}
