package mpj.transport.shm;

import static mpj.transport.ring.ChannelLayout.CHANNEL_BYTES;

import mpj.transport.ring.ChannelLayout;

/**
 * The layout of an inbox, which is a file that one rank creates and its peers on the host write to. The file starts
 * with a header page. Slots for one channel each follow, and senders take slots in the order in which they come. So the
 * file grows with the number of peers that send, and its layout does not depend on the size of the job.
 *
 * <pre>
 *   header   0: magic, version, bytes per channel                        written once, by the owner
 *           24: 1 when the owner has left in order                       written once, by the owner
 *           64: doorbell                                                 the owner sets, a sender clears
 *          128: senders that have come, slots that were taken            senders add
 *          192: a bit for each of the first slots that is free again     the owner sets, a sender clears
 * </pre>
 *
 * A sender takes a slot, makes the file long enough, writes its name into the slot's channel, and then counts itself
 * among the senders that have come. The owner learns of it by the last two steps. A sender that ends before these steps
 * has taken a slot that nobody reads.
 *
 * <p>When a process of another job has ended, the owner frees its slot. The next sender takes a free slot before a new
 * one. So a rank that meets many jobs, one after the other, needs the memory of a few. The ranks of the owner's own job
 * keep their slots.
 *
 * <p>{@link ChannelLayout} describes the channels. Every line has one writer, except the lines of the doorbell, of the
 * senders and of the free slots, which are touched only around a sleep and a first packet.
 */
final class InboxLayout {
    static final int MAGIC = 0x4d504a49;
    static final int VERSION = 7;

    private static final int LINE = ChannelLayout.LINE;

    static final long MAGIC_AT = 0;
    static final long VERSION_AT = 4;
    static final long CHANNEL_BYTES_AT = 16;
    static final long LEFT_AT = 24;
    static final long DOORBELL_AT = LINE;
    static final long SENDERS_AT = 2 * LINE;
    static final long SLOTS_TAKEN_AT = SENDERS_AT + Integer.BYTES;
    static final long FREE_AT = 3 * LINE;
    /** The number of words that tell which slots are free. */
    static final int FREE_WORDS = 256;
    static final long HEADER_BYTES = ChannelLayout.PAGE;

    /** The sender's name in a channel: its job, its rank + 1, and its process. */
    static final long SENDER_JOB_AT = ChannelLayout.SENDER_AT;
    static final long SENDER_RANK_AT = ChannelLayout.SENDER_AT + Long.BYTES;
    static final long SENDER_PROCESS_AT = SENDER_RANK_AT + Integer.BYTES;
    static final int SENDER_BYTES = Long.BYTES + 2 * Integer.BYTES;

    private InboxLayout() {
    }

    /** Whether a slot can be freed. The slots behind those that can are used only once. */
    static boolean canBeFreed(int slot) {
        return slot < FREE_WORDS * Long.SIZE;
    }

    /** The place of one of the words that tell which slots are free. */
    static long freeAt(int word) {
        return FREE_AT + (long) word * Long.BYTES;
    }

    /** The word that tells whether a slot is free. */
    static int freeWord(int slot) {
        return slot / Long.SIZE;
    }

    /** The bit of a slot in its word. */
    static long freeBit(int slot) {
        return 1L << slot % Long.SIZE;
    }

    /** The number of slots in an inbox of this size. */
    static long slots(long bytes) {
        return (bytes - HEADER_BYTES) / CHANNEL_BYTES;
    }

    static long channelAt(int slot) {
        return HEADER_BYTES + slot * CHANNEL_BYTES;
    }
}
