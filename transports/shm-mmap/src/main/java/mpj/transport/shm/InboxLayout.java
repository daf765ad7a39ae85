package mpj.transport.shm;

import static mpj.transport.ring.ChannelLayout.CHANNEL_BYTES;

import mpj.transport.ring.ChannelLayout;

/**
 * Where things are in an inbox: the file that one rank creates and into which its peers of the host write. It starts
 * with a header page. Behind that are slots for one channel each, which senders take in the order in which they come.
 * So the file grows with the peers that send, and knows nothing of how many there are in the job.
 *
 * <pre>
 *   header   0: magic, version, bytes per channel                        written once, by the owner
 *           24: 1 when the owner has left in order                       written once, by the owner
 *           64: doorbell                                                 the owner sets, a sender clears
 *          128: senders that have come, slots that are taken             senders add
 * </pre>
 *
 * A sender takes a slot, makes the file so long, notes in the slot's channel who it is, and counts itself among those
 * that have come; from the last two it is heard. One that ends before has taken a slot that nobody reads.
 *
 * <p>Channels are laid out as {@link ChannelLayout} says. Every line has one writer, but for doorbell and senders,
 * which are touched only around a sleep and a first packet.
 */
final class InboxLayout {
    static final int MAGIC = 0x4d504a49;
    static final int VERSION = 3;

    private static final int LINE = ChannelLayout.LINE;

    static final long MAGIC_AT = 0;
    static final long VERSION_AT = 4;
    static final long CHANNEL_BYTES_AT = 16;
    static final long LEFT_AT = 24;
    static final long DOORBELL_AT = LINE;
    static final long SENDERS_AT = 2 * LINE;
    static final long SLOTS_TAKEN_AT = SENDERS_AT + Integer.BYTES;
    static final long HEADER_BYTES = ChannelLayout.PAGE;

    /** In a channel: the sender's job, and its rank + 1. */
    static final long SENDER_JOB_AT = ChannelLayout.SENDER_AT;
    static final long SENDER_RANK_AT = ChannelLayout.SENDER_AT + Long.BYTES;
    static final int SENDER_BYTES = Long.BYTES + Integer.BYTES;

    private InboxLayout() {
    }

    /** How many slots there are in an inbox of so many bytes. */
    static long slots(long bytes) {
        return (bytes - HEADER_BYTES) / CHANNEL_BYTES;
    }

    static long channelAt(int slot) {
        return HEADER_BYTES + slot * CHANNEL_BYTES;
    }
}
