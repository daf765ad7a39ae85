package mpj.transport.ring;

import static mpj.transport.ring.ChannelLayout.BLOCKS;
import static mpj.transport.ring.ChannelLayout.FIRST_LARGE_BLOCKS;
import static mpj.transport.ring.ChannelLayout.GIVEN;
import static mpj.transport.ring.ChannelLayout.LARGE_BLOCKS;
import static mpj.transport.ring.ChannelLayout.SMALL_BLOCKS;
import static mpj.transport.ring.ChannelLayout.SMALL_BYTES;
import static mpj.transport.ring.Words.LONGS;
import static mpj.transport.ring.Words.SHORT;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.TransportException;

/**
 * The memory for payloads between this rank and one peer, in the channels of both directions. A block goes over to the
 * receiver with the packet that it carries. The receiver writes its own next payload into the block that it has read
 * last: the lines of that block are in its cache, and those of any other would have to come from the other core's.
 *
 * <p>A rank that receives more than it sends gives blocks back, those that it has not used for longest: it writes their
 * numbers into the channel from which it receives. <b>No rank is without a block for ever.</b> One that has none has
 * seen all of its own leave. So its peer, once it has polled, knows of all blocks that there are and keeps at most
 * three quarters of them, those included that were given back to it. The others are on their way: given back, or in
 * packets that this rank has still to poll.
 *
 * <p>A block's number is its place in its channel, plus {@link #RECEIVED} if this rank receives from that channel. Each
 * side sees the other's numbers with that bit turned over. The objects are guarded by the engine's lock.
 */
public final class Blocks {
    /** No block; see {@link FreeBlocks#NONE}. */
    static final int NONE = FreeBlocks.NONE;
    /** In the number of a block that lies in the channel from which this rank receives. */
    private static final int RECEIVED = 1 << 8;
    /** Each time the sender runs dry, so many large blocks are added. */
    private static final int MORE = 16;

    private final FreeBlocks small = new FreeBlocks();
    private final FreeBlocks large = new FreeBlocks();
    private MemorySegment outgoing;
    private MemorySegment incoming;
    private Extension extension = Extension.NONE;
    /** Large blocks that are there in the outgoing channel, and those that this rank has seen of the incoming one. */
    private int largeOutgoing;
    private int largeIncoming;
    /** Numbers taken from the outgoing channel, and written into the incoming one. */
    private long collected;
    private long givenBack;

    /** The blocks of a pair of ranks that has no channel yet. */
    public Blocks() {
    }

    /** Adds the channel into which this rank writes. Its first blocks belong to this rank. */
    void outgoing(MemorySegment channel, Extension more) {
        assert outgoing == null : "a pair has one channel each way";
        outgoing = channel;
        extension = more;
        small.circulate(SMALL_BLOCKS);
        for (int block = SMALL_BLOCKS - 1; block >= 0; block--) {
            small.put(block);
        }
        addLarge(FIRST_LARGE_BLOCKS);
    }

    private void addLarge(int blocks) {
        large.circulate(blocks);
        for (int block = largeOutgoing + blocks - 1; block >= largeOutgoing; block--) {
            large.put(SMALL_BLOCKS + block);
        }
        largeOutgoing += blocks;
    }

    /** Adds the channel from which this rank receives. Its first blocks belong to the peer. */
    void incoming(MemorySegment channel) {
        assert incoming == null : "a pair has one channel each way";
        incoming = channel;
        small.circulate(SMALL_BLOCKS);
        large.circulate(FIRST_LARGE_BLOCKS);
        largeIncoming = FIRST_LARGE_BLOCKS;
    }

    /**
     * The block for a payload, which stays here until {@link #sent}.
     *
     * @param mayExtend whether memory is worth more than waiting for the receiver
     * @return its number, or {@link #NONE}
     */
    int reserve(long bytes, boolean mayExtend) {
        FreeBlocks free = of(bytes);
        int block = free.top();
        return block != NONE ? block : reserveOther(free, mayExtend);
    }

    private FreeBlocks of(long bytes) {
        return bytes <= SMALL_BYTES ? small : large;
    }

    private int reserveOther(FreeBlocks free, boolean mayExtend) {
        collect();
        if (free.top() == NONE && mayExtend && free == large) {
            extend();
        }
        return free.top();
    }

    /** Takes what the receiver has given back. A cheap look, as long as nothing has been. */
    private void collect() {
        if (outgoing == null) {
            return;
        }
        // Acquire: the receiver has read what it gives back, and written these numbers.
        long given = (long) LONGS.getAcquire(outgoing, ChannelLayout.GIVEN_BACK_AT);
        if (given - collected < 0 || given - collected > GIVEN) {
            throw new TransportException("a peer's channel is damaged: " + (given - collected) + " blocks given back");
        }
        while (collected < given) {
            int block = check(outgoing.get(SHORT, ChannelLayout.givenAt(collected)) ^ RECEIVED);
            if (memory(block) == null) {
                return; // of the channel from the peer, which this rank has still to open
            }
            // Nobody has used it for long: whatever this rank has read itself is to be written first.
            (isSmall(block) ? small : large).putBottom(block);
            collected++;
        }
    }

    private void extend() {
        int more = Math.min(MORE, LARGE_BLOCKS - largeOutgoing);
        if (more <= 0 || extension == Extension.NONE) {
            return;
        }
        long from = ChannelLayout.blockAt(SMALL_BLOCKS + largeOutgoing);
        if (extension.extend(from, ChannelLayout.blockAt(SMALL_BLOCKS + largeOutgoing + more) - from)) {
            addLarge(more);
        } else {
            extension = Extension.NONE;
        }
    }

    /** The memory in which a block lies. */
    MemorySegment memory(int block) {
        return (block & RECEIVED) == 0 ? outgoing : incoming;
    }

    /** Where a block lies in its {@link #memory}. */
    static long at(int block) {
        return ChannelLayout.blockAt(block & RECEIVED - 1);
    }

    /** The block that was reserved last for so many bytes goes to the receiver; its number there. */
    int sent(int block, long bytes) {
        FreeBlocks free = of(bytes);
        assert free.top() == block : "block " + block + " was not reserved last";
        free.take();
        return block ^ RECEIVED;
    }

    /** What a packet says of its block, checked: what another process has written leads to no other memory. */
    int arrived(long number, long bytes) {
        int block = check((int) number);
        if (memory(block) == null || bytes > (isSmall(block) ? SMALL_BYTES : ChannelLayout.LARGE_BYTES)) {
            throw new TransportException("a peer's packet is damaged: " + bytes + " bytes in block " + number);
        }
        return block;
    }

    private int check(int block) {
        int place = block & RECEIVED - 1;
        if ((block & ~(2 * RECEIVED - 1)) != 0 || place >= BLOCKS) {
            throw new TransportException("a peer's channel is damaged: it has no block " + block);
        }
        return block;
    }

    private static boolean isSmall(int block) {
        return (block & RECEIVED - 1) < SMALL_BLOCKS;
    }

    /** A payload that arrived has been read: its block is this rank's to write into. */
    void read(int block) {
        FreeBlocks free = small;
        if (!isSmall(block)) {
            free = large;
            note(block);
        }
        free.put(block);
        if (free.isHalf()) {
            // What the peer has given back counts as well: left where it is, it would be missing on both sides. Of the
            // blocks that it knows the peer keeps half, so at most half of them lie there.
            collect();
            if (free.isMuch()) {
                giveBack(free);
            }
        }
    }

    /** Large blocks that the sender has added come into being for this rank when the last of them is seen. */
    private void note(int block) {
        int seen = (block & RECEIVED) == 0 ? 0 : block - RECEIVED - SMALL_BLOCKS + 1;
        if (seen > largeIncoming) {
            large.circulate(seen - largeIncoming);
            largeIncoming = seen;
        }
    }

    private void giveBack(FreeBlocks free) {
        while (free.isMoreThanHalf()) {
            incoming.set(SHORT, ChannelLayout.givenAt(givenBack++), (short) free.takeBottom());
        }
        // Release: the sender writes into these blocks only after they have been read here.
        LONGS.setRelease(incoming, ChannelLayout.GIVEN_BACK_AT, givenBack);
    }
}
