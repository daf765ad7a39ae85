package mpj.core.window;

import java.lang.foreign.MemorySegment;
import mpj.core.datatype.TypeDescriptor;

/**
 * A put or a get whose arguments have been checked, and which is likely to come again: most calls differ from the call
 * before in their displacement only. To compare the arguments takes less time than to check them. It also takes less
 * code, so that the JIT compiler inlines all of it. Immutable; any thread may use it.
 */
final class KnownTransfer {
    private final KnownBuffer buffer;
    private final int knownCount;
    private final TypeDescriptor knownType;
    private final KnownPlace place;
    private final int knownTargetCount;
    private final TypeDescriptor knownTargetType;
    private final long bytes;

    private KnownTransfer(KnownBuffer buffer, Local local, KnownPlace place, Place items, long bytes) {
        this.buffer = buffer;
        knownCount = local.count();
        knownType = local.datatype();
        this.place = place;
        knownTargetCount = items.count();
        knownTargetType = items.datatype();
        this.bytes = bytes;
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
        MemorySegment memory = buffer.memory(buf, offset);
        if (memory == null || !isOf(count, datatype, targetCount, targetType) || !place.isOpen(target, displacement)) {
            return false;
        }
        try {
            Transfer.copy(memory, buffer.from(), place.memory(), place.at(displacement), bytes);
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false; // perhaps an arena was closed; the check of the arguments tells
        }
    }

    /** Gets, if the arguments are these. Otherwise it does nothing and returns false. */
    boolean get(Object buf, int offset, int count, TypeDescriptor datatype, int target, long displacement,
                int targetCount, TypeDescriptor targetType) {
        MemorySegment memory = buffer.memory(buf, offset);
        if (memory == null || !isOf(count, datatype, targetCount, targetType) || !place.isOpen(target, displacement)) {
            return false;
        }
        try {
            Transfer.copy(place.memory(), place.at(displacement), memory, buffer.from(), bytes);
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false; // as above
        }
    }

    private boolean isOf(int count, TypeDescriptor datatype, int targetCount, TypeDescriptor targetType) {
        return count == knownCount && datatype == knownType && targetCount == knownTargetCount
            && targetType == knownTargetType && KnownBuffer.isPlain(datatype) && KnownBuffer.isPlain(targetType);
    }
}
