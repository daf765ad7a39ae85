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
 * The memory for payloads between this rank and one peer, in the channels of both directions. A block passes to the
 * receiver together with the packet whose payload it holds. The receiver writes its own next payload into the block
 * that it read last, because the lines of that block are in its cache. The lines of any other block would have to come
 * from the other core's cache.
 *
 * <p>A rank that receives more than it sends gives back the blocks that it has not used for longest: it writes their
 * numbers into the channel from which it receives. <b>No rank is without a block for ever.</b> A rank without a block
 * has seen all of its own blocks leave. So its peer, once it has polled, knows all blocks that exist, and keeps at most
 * three quarters of them. These include the blocks that were given back to the peer. The other blocks are on their way
 * to this rank: they were given back, or are in packets that this rank has yet to poll.
 *
 * <p>A rank counts the blocks that were given back to it only when it owns half of the blocks without them
 * ({@link #read}). <b>That is soon enough.</b> Assume that there are T blocks, that this rank has none, and that the
 * peer has read every packet. A rank that gives blocks back keeps half of the blocks that it knows, and it knows every
 * block that it has ever owned. So this rank, which knew C blocks when it last gave some back, had given back at most
 * half of C, and the peer has at least T - C/2, which is at least half of T. A rank must therefore take {@linkplain
 * #note note} of the blocks that are given back to it, as of those that come with packets.
 *
 * <p>A block's number is its place in its channel, plus {@link #RECEIVED} if this rank receives from that channel. The
 * other side uses the same numbers with that bit inverted. The engine's lock guards these objects.
 */
public final class Blocks {
    /** No block. See {@link FreeBlocks#NONE}. */
    static final int NONE = FreeBlocks.NONE;
    /** Set in the number of a block that lies in the channel from which this rank receives. */
    private static final int RECEIVED = 1 << 8;
    /** The number of large blocks that are added each time the sender runs out of them. */
    private static final int MORE = 16;

    private final FreeBlocks small = new FreeBlocks();
    private final FreeBlocks large = new FreeBlocks();
    private MemorySegment outgoing;
    private MemorySegment incoming;
    private Extension extension = Extension.NONE;
    /**
     * The large blocks that exist in the outgoing channel, and those of the incoming channel that this rank has seen.
     */
    private int largeOutgoing;
    private int largeIncoming;
    /** The number of entries that were taken from the outgoing channel, and that were written into the incoming one. */
    private long collected;
    private long givenBack;

    /** Holds no blocks: the pair of ranks has no channel yet. */
    public Blocks() {
    }

    /** Adds the channel into which this rank writes. The first blocks of the channel belong to this rank. */
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

    /** Adds the channel from which this rank receives. The first blocks of the channel belong to the peer. */
    void incoming(MemorySegment channel) {
        assert incoming == null : "a pair has one channel each way";
        incoming = channel;
        small.circulate(SMALL_BLOCKS);
        large.circulate(FIRST_LARGE_BLOCKS);
        largeIncoming = FIRST_LARGE_BLOCKS;
    }

    /**
     * Finds a block for a payload. The block stays with this rank until {@link #sent}.
     *
     * @param mayExtend whether using more memory is better than waiting for the receiver
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

    /** Takes the blocks that the receiver has given back. This is cheap as long as there are none. */
    private void collect() {
        if (outgoing == null) {
            return;
        }
        // Acquire: the receiver has read the blocks that it gives back, and has written these numbers.
        long given = (long) LONGS.getAcquire(outgoing, ChannelLayout.GIVEN_BACK_AT);
        if (given - collected < 0 || given - collected > GIVEN) {
            throw new TransportException("a peer's channel is damaged: " + (given - collected) + " blocks given back");
        }
        while (collected < given) {
            int block = check(outgoing.get(SHORT, ChannelLayout.givenAt(collected)) ^ RECEIVED);
            if (memory(block) == null) {
                return; // a block of the channel from the peer, which this rank has yet to open
            }
            FreeBlocks free = isSmall(block) ? small : large;
            if (free.isFull() || !isThere(block)) {
                throw new TransportException("a peer's channel is damaged: block " + block + " is given back");
            }
            if (free == large) {
                note(block);
            }
            // This block was not used for long. Blocks that this rank has read itself are written first.
            free.putBottom(block);
            collected++;
        }
    }

    /**
     * Whether a block has memory, as far as this rank knows: the peer may have added more blocks to its own channel.
     */
    private boolean isThere(int block) {
        return (block & RECEIVED) == 0 ? block < SMALL_BLOCKS + largeOutgoing
            : at(block) + (isSmall(block) ? SMALL_BYTES : ChannelLayout.LARGE_BYTES) <= incoming.byteSize();
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

    /** The memory that contains a block. */
    MemorySegment memory(int block) {
        return (block & RECEIVED) == 0 ? outgoing : incoming;
    }

    /** A block's place in its {@link #memory}. */
    static long at(int block) {
        return ChannelLayout.blockAt(block & RECEIVED - 1);
    }

    /**
     * Passes the block that was reserved last to the receiver. Returns the block's number on that side.
     *
     * @param bytes the size for which it was reserved
     */
    int sent(int block, long bytes) {
        FreeBlocks free = of(bytes);
        assert free.top() == block : "block " + block + " was not reserved last";
        free.take();
        return block ^ RECEIVED;
    }

    /**
     * Checks the number in a packet, which another process has written, so that it leads to no other memory. Returns
     * the block.
     */
    int arrived(long number, long bytes) {
        int block = check((int) number);
        MemorySegment memory = memory(block);
        if (memory == null || bytes > (isSmall(block) ? SMALL_BYTES : ChannelLayout.LARGE_BYTES)
            || at(block) + bytes > memory.byteSize()) {
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

    /** Takes over a block whose payload has been read, so that this rank may write into it. */
    void read(int block) {
        FreeBlocks free = small;
        if (!isSmall(block)) {
            free = large;
            note(block);
        }
        free.put(block);
        if (free.isHalf()) {
            // Blocks that the peer has given back must be counted, too: if they stayed in the channel, both sides would
            // lack them.
            collect();
            if (free.isTooMany()) {
                giveBack(free);
            }
        }
    }

    /** Takes note of large blocks that the peer has added. This rank knows of them when it sees the last of them. */
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
        // Release: the sender may write into these blocks only after this rank has read them.
        LONGS.setRelease(incoming, ChannelLayout.GIVEN_BACK_AT, givenBack);
    }
}
