package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A message that was there before its receive has been matched with it. */
@Name(MessageMatchedEvent.NAME)
@Label("Message Matched")
@Description("An unexpected message has met its receive")
final class MessageMatchedEvent extends RankEvent {
    static final String NAME = "mpj.MessageMatched";

    @Label("Peer")
    @Description("Rank in the job of the other side, -1 for any or none")
    int peer;

    @Label("Context")
    @Description("Number of the communicator, as packets carry it; its collectives have the next one")
    int context;

    @Label("Tag")
    @Description("Tag of the message, -1 for any or none")
    int tag;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Sequence")
    @Description("Number of the message among those of its sender to its receiver, from 1 on; both sides tell it")
    long sequence;

    @Label("Waited")
    @Description("How long the message had lain")
    @Timespan(Timespan.NANOSECONDS)
    long waited;
}
