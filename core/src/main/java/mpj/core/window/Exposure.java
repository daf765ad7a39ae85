package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The memory of a rank that a window shows. It is one piece, or, in a dynamic window, the pieces that are attached at
 * the moment. In a dynamic window, the memory that was attached first has address 0. Each further piece follows the
 * piece before it, after a gap that a mistaken displacement is unlikely to cross. Thread-safe.
 */
final class Exposure {
    private static final long PAGE = 4096;

    /** A piece of memory in which a place lies. */
    record Part(MemorySegment memory, long origin) {
    }

    /** Null in a dynamic window. */
    private final MemorySegment memory;
    private final TreeMap<Long, MemorySegment> attached;
    private long next;

    private Exposure(MemorySegment memory, TreeMap<Long, MemorySegment> attached) {
        this.memory = memory;
        this.attached = attached;
    }

    static Exposure of(MemorySegment memory) {
        return new Exposure(memory, null);
    }

    static Exposure dynamic() {
        return new Exposure(null, new TreeMap<>());
    }

    boolean isDynamic() {
        return attached != null;
    }

    /** The memory; null in a dynamic window. */
    MemorySegment memory() {
        return memory;
    }

    /** The memory that a place lies in; null if not all of it lies in one piece. */
    Part find(Place place) {
        if (memory != null) {
            return place.isWithin(memory.byteSize()) ? new Part(memory, place.origin()) : null;
        }
        return findAttached(place.origin(), place.count(), place.datatype());
    }

    private synchronized Part findAttached(long origin, int count, TypeDescriptor datatype) {
        Place place = new Place(origin, count, datatype);
        Map.Entry<Long, MemorySegment> piece = attached.floorEntry(place.isEmpty() ? origin : place.low());
        if (piece == null) {
            return place.isEmpty() ? new Part(MemorySegment.NULL, 0) : null;
        }
        Place within = new Place(origin - piece.getKey(), count, datatype);
        return within.isWithin(piece.getValue().byteSize()) ? new Part(piece.getValue(), within.origin()) : null;
    }

    /** Adds memory; returns its address. */
    synchronized long attach(MemorySegment piece) {
        checkDynamic();
        for (MemorySegment other : attached.values()) {
            if (piece.byteSize() > 0 && other.asOverlappingSlice(piece).isPresent()) {
                throw new EngineException(ErrorClass.ERR_RMA_ATTACH, "the memory overlaps with " + other.byteSize()
                    + " bytes that are attached already; detach these first");
            }
        }
        long address = next;
        attached.put(address, piece);
        next = (address + piece.byteSize() + 2 * PAGE - 1) / PAGE * PAGE;
        return address;
    }

    synchronized void detach(MemorySegment piece) {
        long address = address(piece);
        if (attached.remove(address) == null) {
            throw new EngineException(ErrorClass.ERR_RMA_ATTACH, "the memory is only a part of the memory attached"
                + " at address " + attached.floorKey(address) + "; detach all of it");
        }
    }

    /** The address of memory that was attached, or of a part of such memory. */
    synchronized long address(MemorySegment piece) {
        checkDynamic();
        if (piece == null) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "base is null; pass memory that is attached");
        }
        for (Map.Entry<Long, MemorySegment> each : attached.entrySet()) {
            long distance = piece.address() - each.getValue().address();
            if (distance >= 0 && distance + piece.byteSize() <= each.getValue().byteSize()) {
                return each.getKey() + distance;
            }
        }
        throw new EngineException(ErrorClass.ERR_RMA_ATTACH, "the memory, of " + piece.byteSize()
            + " bytes, is not attached to the window; attach it first");
    }

    private void checkDynamic() {
        if (attached == null) {
            throw new EngineException(ErrorClass.ERR_RMA_FLAVOR, "the window is not a dynamic one; make one with"
                + " new Win(info, comm) to attach memory");
        }
    }
}
