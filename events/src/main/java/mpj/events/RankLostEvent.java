package mpj.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A rank was lost to this one. */
@Name(RankLostEvent.NAME)
@Label("Rank Lost")
@Description("Another rank has died, or cannot be reached any more")
final class RankLostEvent extends RankEvent {
    static final String NAME = "mpj.RankLost";

    @Label("Lost Rank")
    int peer;

    @Label("Cause")
    String cause;
}
