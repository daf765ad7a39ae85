package mpj.engine;

/**
 * A message that a probe has matched. No other probe sees it, and no receive takes it but the one that is given it.
 * MPI: MPI_Message.
 */
public abstract class MatchedMessage {
    private final Probed probed;
    /** Changes under the engine's lock. */
    private volatile boolean received;

    public MatchedMessage(Probed probed) {
        this.probed = probed;
    }

    /** What is known of it. */
    public final Probed probed() {
        return probed;
    }

    /** Whether a receive was given it. */
    public final boolean isReceived() {
        return received;
    }

    /** Gives it to a receive, once. */
    public final void give() {
        if (received) {
            throw new EngineException(ErrorClass.ERR_REQUEST, "the message with tag " + probed.tag() + " from rank "
                + probed.source() + " of the job was received already; a message is received once");
        }
        received = true;
    }
}
