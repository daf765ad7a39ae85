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
    /** What the program sends from the memory it receives into; made when it first does. */
    private Snapshot snapshot;
    /** What is to be done with what was received, or null. */
    private Unpacking unpacking;

    CallBuffers() {
        Arrays.setAll(regions, _ -> new Region());
    }

    Region region(Place place) {
        return regions[place.region()];
    }

    /** All of them, by {@link Place#region}. */
    Region[] regions() {
        return regions;
    }

    /** Binds the buffer of items that are received from one rank. */
    void receiveInto(DescribedBuffer item) {
        TypeDescriptor datatype = item.datatype();
        Region region = region(Place.RECEIVE);
        region.bind(item.buffer(), item.offset(), datatype, item.count());
        if (datatype.overlaps(item.count())) {
            unpacking = new Unpacking(region, new mpj.collectives.Blocks.Equal(datatype.bytes(item.count())), 1);
        }
    }

    /** Binds the buffer of blocks that are received from so many ranks. */
    void receiveInto(DescribedBuffer blocks, int ranks) {
        Region region = region(Place.RECEIVE);
        blocks.bind(region, ranks);
        if (blocks.datatype().overlaps(Integer.MAX_VALUE)) {
            unpacking = new Unpacking(region, blocks.ofMessages(ranks), ranks);
        }
    }

    /** Lets what is received go where nobody looks: the program has it in the bound {@link Place#SEND} already. */
    void receiveInPlace(long bytes) {
        region(Place.SEND).staysInPlace();
        snapshot().bindUnused(region(Place.RECEIVE), bytes, region(Place.SEND));
    }

    /** Throws if a buffer is one of sections, which travels as a whole: no part of it could go to a rank. */
    void refuseSections() {
        if (region(Place.SEND).isSections() || region(Place.RECEIVE).isSections()) {
            throw new EngineException(ErrorClass.ERR_TYPE, "a buffer is a " + Buffer.class.getName()
                + ", which Bcast takes, and no other collective; pass a byte[] or a segment");
        }
    }

    /**
     * Binds what is left to bind when the program's buffers are.
     *
     * @param ofWork how much memory the collective needs of its own
     * @param like the region whose elements it holds
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

    /** Whether something in the program's buffers must be copied at the start, as they cannot be worked in. */
    boolean areCopied() {
        return unpacking != null || snapshot != null && snapshot.isBound();
    }

    /** Copies that. */
    void takeOver() {
        if (unpacking != null) {
            unpacking.begin();
        }
        if (snapshot != null && snapshot.isBound()) {
            snapshot.take(region(Place.SEND));
        }
    }

    /** Puts what was received where the program wants it. */
    void unpack() {
        if (unpacking != null) {
            unpacking.finish();
        }
    }

    /** Keeps the memory for the next start, but none of the objects that were in it. */
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
