package mpj.core.collective;

import java.util.Arrays;
import mpj.collectives.Place;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpjbuf.Buffer;

/** The memory that one call works in: the program's buffers, and the collective's own. */
final class CallBuffers {
    private final Region[] regions = new Region[Place.REGIONS];
    private final WorkArrays work = new WorkArrays();
    /**
     * The copy of the data to send, for calls that send and receive in the same memory. It is made at the first such
     * call.
     */
    private Snapshot snapshot;
    /** Whether {@link #unpack} has something to do. */
    boolean areUnpacked() {
        return unpacking != null;
    }

    /** Puts the received data where they belong; null if they are received there directly. */
    private Unpacking unpacking;

    CallBuffers() {
        Arrays.setAll(regions, _ -> new Region());
    }

    Region region(Place place) {
        return regions[place.region()];
    }

    /** All regions, by {@link Place#region}. */
    Region[] regions() {
        return regions;
    }

    /** Binds the buffer for items that come from one rank. */
    void receiveInto(DescribedBuffer item) {
        TypeDescriptor datatype = item.datatype();
        Region region = region(Place.RECEIVE);
        region.bind(item.buffer(), item.offset(), datatype, item.count());
        if (datatype.overlaps(item.count())) {
            unpacking = new Unpacking(region, new mpj.collectives.Blocks.Equal(datatype.bytes(item.count())), 1);
        }
    }

    /** Binds the buffer for blocks that come from this many ranks. */
    void receiveInto(DescribedBuffer blocks, int ranks) {
        Region region = region(Place.RECEIVE);
        blocks.bind(region, ranks);
        if (blocks.datatype().overlaps(Integer.MAX_VALUE)) {
            unpacking = new Unpacking(region, blocks.ofMessages(ranks), ranks);
        }
    }

    /**
     * Binds a receive whose result nobody reads, because the program already has it in the buffer bound to {@link
     * Place#SEND}.
     */
    void receiveInPlace(long bytes) {
        region(Place.SEND).noteInPlace();
        snapshot().bindUnused(region(Place.RECEIVE), bytes, region(Place.SEND));
    }

    /**
     * Throws if a buffer is a buffer of sections. Such a buffer travels as a whole, so no part of it could go to a
     * rank.
     */
    void refuseSections() {
        if (region(Place.SEND).isSections() || region(Place.RECEIVE).isSections()) {
            throw new EngineException(ErrorClass.ERR_TYPE, "a buffer is an " + Buffer.class.getName()
                + ", which no collective but Bcast takes; pass a byte[] or a segment");
        }
    }

    /**
     * Binds the collective's own memory, after the program's buffers are bound.
     *
     * @param ofWork how much memory the collective needs for its work
     * @param like the region with the kind of elements that this memory holds
     * @param operands whether items must lie as an operation takes them
     */
    void bindOwn(long ofWork, Region like, boolean operands) {
        if (ofWork > 0) {
            work.bind(region(Place.WORK), ofWork, like, operands);
        }
        Region sent = region(Place.SEND);
        Region received = region(Place.RECEIVE);
        if (sent.isBound() && received.isBound() && sent.overlaps(received)) {
            snapshot().bind(sent, operands);
        }
    }

    private Snapshot snapshot() {
        if (snapshot == null) {
            snapshot = new Snapshot();
        }
        return snapshot;
    }

    /**
     * Whether the collective cannot work in the program's buffers, so that something in them must be copied at the
     * start.
     */
    boolean areCopied() {
        return unpacking != null || snapshot != null && snapshot.isBound();
    }

    /** Makes the copies that are needed if {@link #areCopied}. */
    void takeOver() {
        if (unpacking != null) {
            unpacking.begin();
        }
        if (snapshot != null && snapshot.isBound()) {
            snapshot.take(region(Place.SEND));
        }
    }

    /** Puts the received data where the program wants them. */
    void unpack() {
        if (unpacking != null) {
            unpacking.finish();
        }
    }

    /** Keeps the memory for the next start, but drops the objects that were in it. */
    void rest() {
        for (Region region : regions) {
            region.rest();
        }
    }

    /** Lets go of the program's memory. */
    void clear() {
        unpacking = null;
        for (Region region : regions) {
            region.clear();
        }
        if (snapshot != null) {
            snapshot.clear();
        }
    }
}
