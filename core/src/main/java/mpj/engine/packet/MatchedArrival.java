package mpj.engine.packet;

import mpj.engine.MatchedMessage;
import mpj.engine.Probed;
import mpj.engine.match.Arrival;

/** A message that a probe has matched. At least a part of it has arrived. */
final class MatchedArrival extends MatchedMessage {
    /** Read and written only with the engine's lock held. */
    private Arrival arrival;

    MatchedArrival(Arrival arrival, Probed probed) {
        super(probed);
        this.arrival = arrival;
    }

    /** Gives the message to a receive. */
    Arrival take() {
        give();
        Arrival taken = arrival;
        arrival = null;
        return taken;
    }
}
