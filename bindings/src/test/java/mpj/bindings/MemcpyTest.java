package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Short and long copies may be made in different ways. All must copy the same bytes, and no others. */
class MemcpyTest {
    private static byte[] numbered(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + i / 251);
        }
        return bytes;
    }

    private static byte[] expected(byte[] from, int fromOffset, int length, int toOffset, int bytes) {
        byte[] to = new byte[length];
        System.arraycopy(from, fromOffset, to, toOffset, bytes);
        return to;
    }

    @FunctionalInterface
    private interface Copy {
        void apply(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes);
    }

    @FunctionalInterface
    private interface CopyTo {
        void apply(MemorySegment from, long offset, long address, long bytes);
    }

    @FunctionalInterface
    private interface CopyFrom {
        void apply(long address, MemorySegment to, long offset, long bytes);
    }

    /** The result is the same however much the JVM has copied before. */
    private enum Way {
        JVM_OR_C(Memcpy::copy, Memcpy::copyTo, Memcpy::copyFrom),
        C(CMemcpy::copy, CMemcpy::copyTo, CMemcpy::copyFrom);

        private final Copy copy;
        private final CopyTo copyTo;
        private final CopyFrom copyFrom;

        Way(Copy copy, CopyTo copyTo, CopyFrom copyFrom) {
            this.copy = copy;
            this.copyTo = copyTo;
            this.copyFrom = copyFrom;
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void bytesAreCopiedWhereverTheyLie(Way way) {
        for (int bytes : new int[] {0, 1, 7, 1024, 2047, 2048, 2049, 65_536, 131_073}) {
            bytesAreCopiedWhereverTheyLie(way, bytes);
        }
    }

    private static void bytesAreCopiedWhereverTheyLie(Way way, int bytes) {
        byte[] array = numbered(bytes + 40);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocate(bytes + 100L, 4096);
            way.copyTo.apply(MemorySegment.ofArray(array), 3, outside.address() + 17, bytes);
            assertArrayEquals(expected(array, 3, bytes + 100, 17, bytes), outside.toArray(ValueLayout.JAVA_BYTE));
            for (int offset : new int[] {0, 5}) {
                byte[] back = new byte[bytes + 40];
                way.copyFrom.apply(outside.address() + 17, MemorySegment.ofArray(back), offset, bytes);
                assertArrayEquals(expected(array, 3, bytes + 40, offset, bytes), back);
            }
            byte[] other = new byte[bytes + 40];
            way.copy.apply(MemorySegment.ofArray(array), 1, MemorySegment.ofArray(other), 2, bytes);
            assertArrayEquals(expected(array, 1, bytes + 40, 2, bytes), other);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void nothingBeyondASegmentIsTouched(Way way) {
        for (int bytes : new int[] {1024, 65_536}) {
            MemorySegment small = MemorySegment.ofArray(new byte[bytes - 1]);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment outside = arena.allocate(bytes);
                long address = outside.address();
                assertThrows(IndexOutOfBoundsException.class, () -> way.copyTo.apply(small, 0, address, bytes));
                assertThrows(IndexOutOfBoundsException.class, () -> way.copyFrom.apply(address, small, 0, bytes));
                assertThrows(IndexOutOfBoundsException.class, () -> way.copy.apply(outside, 0, small, 0, bytes));
                assertThrows(IndexOutOfBoundsException.class, () -> way.copy.apply(small, 0, outside, 0, bytes));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void closedSegmentIsRefused(Way way) {
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(65_536);
        }
        MemorySegment open = MemorySegment.ofArray(new byte[65_536]);
        assertThrows(IllegalStateException.class, () -> way.copy.apply(closed, 0, open, 0, 65_536));
        assertThrows(IllegalStateException.class, () -> way.copy.apply(open, 0, closed, 0, 65_536));
    }
}
