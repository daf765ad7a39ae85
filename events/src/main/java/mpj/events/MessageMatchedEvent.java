package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A message has met its receive. */
@Name(MessageMatchedEvent.NAME)
@Label("Message Matched")
@Description("A message and its receive have met")
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

    @Label("Unexpected")
    @Description("Whether the message was there before its receive")
    boolean unexpected;

    @Label("Waited")
    @Description("How long an unexpected message had lain, else 0")
    @Timespan(Timespan.NANOSECONDS)
    long waited;
}
