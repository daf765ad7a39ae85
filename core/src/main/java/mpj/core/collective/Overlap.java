package mpj.core.collective;

import java.lang.foreign.MemorySegment;
import mpj.core.datatype.TypeDescriptor;

/** Whether two buffers of the program have memory in common. */
public final class Overlap {
    private Overlap() {
    }

    /** Whether two buffers overlap, as far as the bounds of their items tell. Both must be checked already. */
    public static boolean exists(Object first, int firstOffset, int firstCount, TypeDescriptor firstType, Object second,
                                 int secondOffset, int secondCount, TypeDescriptor secondType) {
        if (first != second && !(first instanceof MemorySegment) && !(second instanceof MemorySegment)) {
            return false;
        }
        Region one = new Region();
        one.bind(first, firstOffset, firstType, firstCount);
        Region other = new Region();
        other.bind(second, secondOffset, secondType, secondCount);
        return one.overlaps(other);
    }
}
