package mpj.engine;

/**
 * A message that a probe has matched. No other probe sees it, and only the receive to which it is given takes it. MPI:
 * MPI_Message.
 */
public abstract class MatchedMessage {
    private final Probed probed;
    /** Changed with the engine's lock held. */
    private volatile boolean received;

    public MatchedMessage(Probed probed) {
        this.probed = probed;
    }

    /** The description of the message. */
    public final Probed probed() {
        return probed;
    }

    /** Whether the message was given to a receive. */
    public final boolean isReceived() {
        return received;
    }

    /** Gives the message to a receive, once. */
    public final void give() {
        if (received) {
            throw new EngineException(ErrorClass.ERR_REQUEST, "the message with tag " + probed.tag() + " from rank "
                + probed.source() + " of the job was received already; a message is received once");
        }
        received = true;
    }
}
