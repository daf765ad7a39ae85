package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A channel was full. */
@Name(BackPressureEvent.NAME)
@Label("Back-pressure")
@Description("A channel took no more packets")
final class BackPressureEvent extends RankEvent {
    static final String NAME = "mpj.BackPressure";

    @Label("Peer")
    @Description("Rank in the job of the other side, -1 for any or none")
    int peer;

    @Label("Transport")
    String transport;

    @Label("Bytes")
    @Description("Size of the packet that found no place")
    @DataAmount
    long bytes;

    @Label("Took")
    @Description("How long the channel was full, up to the time of the event")
    @Timespan(Timespan.NANOSECONDS)
    long took;
}
