package mpjbuf;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * A pool of off-heap buffers of 128 * 2<sup>k</sup> bytes, up to 8 MiB. The pool takes memory from the system in
 * regions of 8 MiB, keeps at most 16 of them, and frees all but one of them when they are no longer used. A buffer that
 * is larger than 8 MiB, or for which no region has room, gets memory of its own. Several threads may use the pool.
 */
public class Buddy1BufferFactory extends BufferFactory {
    private final List<BuddyRegion> regions = new ArrayList<>();

    /** Creates an empty pool. */
    public Buddy1BufferFactory() {
    }

    @Override
    public synchronized void init() {
        regions.clear();
    }

    @Override
    public synchronized RawBuffer createBuffer(int size) {
        if (size < 0) {
            throw new java.lang.IllegalArgumentException("size " + size + " is negative; sizes are in bytes");
        }
        if (size == 0) {
            return null;
        }
        if (!BuddyRegion.holds(size)) {
            return new NIOBuffer(size);
        }
        int level = BuddyRegion.level(size);
        for (BuddyRegion region : regions) {
            int block = region.take(level);
            if (block >= 0) {
                return lease(region, level, block);
            }
        }
        if (regions.size() == BufferConstants.MAX_REGIONS) {
            return new NIOBuffer(BuddyRegion.blockBytes(level));
        }
        BuddyRegion region = new BuddyRegion();
        regions.add(region);
        return lease(region, level, region.take(level));
    }

    private RawBuffer lease(BuddyRegion region, int level, int block) {
        MemorySegment memory = region.segment(level, block);
        return new NIOBuffer(memory, new Lease(region, level, block));
    }

    @Override
    public void destroyBuffer(RawBuffer buffer) {
        if (buffer != null) {
            buffer.free();
        }
    }

    @Override
    public synchronized void finalixe() {
        regions.clear();
    }

    private synchronized void giveBack(Lease lease) {
        if (lease.ended) {
            return;
        }
        lease.ended = true;
        lease.region.giveBack(lease.level, lease.block);
        if (lease.region.isEmpty() && regions.size() > 1) {
            regions.remove(lease.region);
        }
    }

    /** The right to one block, until it is run for the first time. */
    private final class Lease implements Runnable {
        private final BuddyRegion region;
        private final int level;
        private final int block;
        private boolean ended;

        private Lease(BuddyRegion region, int level, int block) {
            this.region = region;
            this.level = level;
            this.block = block;
        }

        @Override
        public void run() {
            giveBack(this);
        }
    }
}
