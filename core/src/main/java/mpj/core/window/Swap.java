package mpj.core.window;

import java.lang.foreign.MemorySegment;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.Payload;

/** Compares one element, and exchanges it if it is the wanted one. MPI: MPI_Compare_and_swap. */
final class Swap {
    private Swap() {
    }

    /** Whether an item of a datatype is a single element that lies at the item's place. */
    static boolean takes(TypeDescriptor datatype) {
        return datatype.elements() == 1 && datatype.layout() == null;
    }

    /**
     * Exchanges the element if it is the wanted one. Called with the lock of accumulates held.
     *
     * @param there takes the element that was there
     */
    static void apply(byte[] wanted, byte[] replacement, byte[] there, MemorySegment memory, long at) {
        MemorySegment old = MemorySegment.ofArray(there);
        MemorySegment.copy(memory, at, old, 0, there.length);
        if (old.mismatch(MemorySegment.ofArray(wanted)) < 0) {
            MemorySegment.copy(MemorySegment.ofArray(replacement), 0, memory, at, replacement.length);
        }
    }

    /** The bytes of one element. */
    static byte[] bytes(Local element) {
        byte[] bytes = new byte[(int) element.bytes()];
        Payload.write(element.buffer(), element.type(), element.from(), MemorySegment.ofArray(bytes), 0,
            bytes.length);
        return bytes;
    }
}
