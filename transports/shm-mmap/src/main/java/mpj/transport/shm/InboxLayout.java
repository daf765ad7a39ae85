package mpj.transport.shm;

import static mpj.transport.ring.ChannelLayout.CHANNEL_BYTES;
import static mpj.transport.ring.ChannelLayout.roundUp;

import mpj.transport.ring.ChannelLayout;

/**
 * Where things are in an inbox: the file that one rank creates and into which every other rank of its host writes. It
 * starts with a header page, then has one channel per rank of the job, at the sender's rank. The file is sparse, so a
 * channel that nobody uses costs address space only.
 *
 * <pre>
 *   header   0: magic, version, number of channels, bytes per channel    written once, by the owner
 *           24: 1 when the owner has left in order                       written once, by the owner
 *           64: doorbell                                                 the owner sets, a sender clears
 *          128: number of senders                                        senders add
 *          192: the senders' ranks + 1, in the order they came           each its own
 * </pre>
 *
 * Channels are laid out as {@link ChannelLayout} says. Every line has one writer, but for doorbell and senders, which
 * are touched only around a sleep and a first packet.
 */
final class InboxLayout {
    static final int MAGIC = 0x4d504a49;
    static final int VERSION = 2;

    private static final int LINE = ChannelLayout.LINE;
    static final int PAGE = ChannelLayout.PAGE;

    static final long MAGIC_AT = 0;
    static final long VERSION_AT = 4;
    static final long CHANNELS_AT = 8;
    static final long CHANNEL_BYTES_AT = 16;
    static final long LEFT_AT = 24;
    static final long DOORBELL_AT = LINE;
    static final long SENDERS_AT = 2 * LINE;
    static final long SENDER_RANKS_AT = 3 * LINE;

    private InboxLayout() {
    }

    static long headerBytes(int channels) {
        return roundUp(SENDER_RANKS_AT + 4L * channels, PAGE);
    }

    static long channelAt(int channels, int sender) {
        return headerBytes(channels) + sender * CHANNEL_BYTES;
    }

    static long inboxBytes(int channels) {
        return channelAt(channels, channels);
    }
}
