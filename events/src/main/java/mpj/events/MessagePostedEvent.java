package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A receive that found no message was posted. */
@Name(MessagePostedEvent.NAME)
@Label("Receive Posted")
@Description("A receive was posted, to wait for its message")
final class MessagePostedEvent extends RankEvent {
    static final String NAME = "mpj.MessagePosted";

    @Label("Peer")
    @Description("Rank in the job of the other side, -1 for any or none")
    int peer;

    @Label("Context")
    @Description("Number of the communicator, as packets carry it; its collectives have the next one")
    int context;

    @Label("Tag")
    @Description("Tag of the message, -1 for any or none")
    int tag;

    @Label("Capacity")
    @Description("The most that the message may have; objects count as one byte each")
    @DataAmount
    long capacity;
}
