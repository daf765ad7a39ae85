package mpj.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A channel to a peer was opened. */
@Name(ChannelOpenedEvent.NAME)
@Label("Channel Opened")
@Description("The first message to a peer opens a channel")
final class ChannelOpenedEvent extends RankEvent {
    static final String NAME = "mpj.ChannelOpened";

    @Label("Peer")
    @Description("Rank in the job of the other side, -1 for any or none")
    int peer;

    @Label("Transport")
    String transport;

    @Label("Took")
    @Description("How long that took")
    @Timespan(Timespan.NANOSECONDS)
    long took;
}
