package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpj.core.datatype.TypeDescriptor;

/**
 * A put or a get whose arguments have been checked, and which is likely to come again: most calls differ from the call
 * before in their displacement only. To compare the arguments takes less time than to check them. It also takes less
 * code, so that the JIT compiler inlines all of it. Immutable; any thread may use it.
 *
 * <p>It has the fields of a {@link KnownBuffer} and of a {@link KnownPlace} in itself. After the memory fence of a
 * flush the processor starts its loads afresh. Each object on the way to the memory then costs a load that must wait
 * for the one before it.
 */
final class KnownTransfer {
    private final WeakReference<Object> knownBuffer;
    private final WeakReference<MemorySegment> knownMemory;
    private final int knownOffset;
    private final boolean ordered;
    private final long from;
    private final int knownCount;
    private final TypeDescriptor knownType;
    private final int knownTargetCount;
    private final TypeDescriptor knownTargetType;
    private final long bytes;
    private final MemorySegment window;
    private final Epochs epochs;
    private final long unit;
    private final long last;
    private final int knownTarget;

    private KnownTransfer(KnownBuffer buffer, Local local, KnownPlace place, Place items, long bytes) {
        knownBuffer = buffer.buffer;
        knownMemory = buffer.memory;
        knownOffset = buffer.offset;
        ordered = buffer.ordered;
        from = buffer.from;
        knownCount = local.count();
        knownType = local.datatype();
        knownTargetCount = items.count();
        knownTargetType = items.datatype();
        this.bytes = bytes;
        window = place.memory;
        epochs = place.epochs;
        unit = place.unit;
        last = place.last;
        knownTarget = place.target.rank;
    }

    /**
     * Returns null if a transfer like this one cannot be done by one copy.
     *
     * @param buf the origin's buffer as the program passed it
     * @param local the same buffer, checked
     * @param bytes how many bytes move
     */
    static KnownTransfer of(Object buf, int offset, Local local, Target target, Place items, Epochs epochs,
                            long bytes) {
        KnownPlace place = KnownPlace.of(target, items, epochs);
        KnownBuffer buffer = place == null ? null : KnownBuffer.of(buf, offset, local);
        return buffer == null ? null : new KnownTransfer(buffer, local, place, items, bytes);
    }

    /** Puts, if the arguments are these. Otherwise it does nothing and returns false. */
    boolean put(Object buf, int offset, int count, TypeDescriptor datatype, int target, long displacement,
                int targetCount, TypeDescriptor targetType) {
        MemorySegment memory = knownMemory.get();
        if (memory == null || !isOf(buf, offset, count, datatype, targetCount, targetType)
            || !isOpen(target, displacement)) {
            return false;
        }
        try {
            Transfer.copy(memory, from, window, displacement * unit, bytes);
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false; // perhaps an arena was closed; the check of the arguments tells
        }
    }

    /** Gets, if the arguments are these. Otherwise it does nothing and returns false. */
    boolean get(Object buf, int offset, int count, TypeDescriptor datatype, int target, long displacement,
                int targetCount, TypeDescriptor targetType) {
        MemorySegment memory = knownMemory.get();
        if (memory == null || !isOf(buf, offset, count, datatype, targetCount, targetType)
            || !isOpen(target, displacement)) {
            return false;
        }
        try {
            Transfer.copy(window, displacement * unit, memory, from, bytes);
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false; // as above
        }
    }

    private boolean isOf(Object buf, int offset, int count, TypeDescriptor datatype, int targetCount,
                         TypeDescriptor targetType) {
        return offset == knownOffset && buf != null && knownBuffer.refersTo(buf)
            && (!ordered || ((ByteBuffer) buf).order() == ByteOrder.nativeOrder())
            && count == knownCount && datatype == knownType && targetCount == knownTargetCount
            && targetType == knownTargetType && KnownBuffer.isPlain(datatype) && KnownBuffer.isPlain(targetType);
    }

    /** Whether this is a transfer with this target. */
    boolean isWith(int target) {
        return target == knownTarget;
    }

    private boolean isOpen(int target, long displacement) {
        return displacement >= 0 && displacement <= last && epochs.reaches(target);
    }
}
