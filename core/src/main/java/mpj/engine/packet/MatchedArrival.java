package mpj.engine.packet;

import mpj.engine.MatchedMessage;
import mpj.engine.Probed;
import mpj.engine.match.Arrival;

/** A message that a probe has matched, and of which at least a part has arrived. */
final class MatchedArrival extends MatchedMessage {
    /** Changes under the engine's lock. */
    private Arrival arrival;

    MatchedArrival(Arrival arrival, Probed probed) {
        super(probed);
        this.arrival = arrival;
    }

    /** Gives it to a receive. */
    Arrival take() {
        give();
        Arrival taken = arrival;
        arrival = null;
        return taken;
    }
}
