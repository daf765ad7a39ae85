package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A message begins to leave, because its first packet is in the channel. */
@Name(MessageSentEvent.NAME)
@Label("Message Sent")
@Description("The first packet of a message has left")
final class MessageSentEvent extends RankEvent {
    static final String NAME = "mpj.MessageSent";

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

    @Label("Protocol")
    @Description("eager; rendezvous: the sender waits for the match; remote: and the receiver reads its memory")
    String protocol;

    @Label("Transport")
    String transport;
}
