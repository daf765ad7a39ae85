package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The first part of a message of objects, and bytes that only look like one. */
class ObjectHeadTest {
    private static final long BYTES_AT = 16;

    private final MemorySegment head = Arena.ofAuto().allocate(ObjectHead.BYTES, Long.BYTES);

    @Test
    void headSaysWhatTheMessageIs() {
        for (int length : new int[] {0, 1, ObjectHead.BYTES - 32, ObjectHead.BYTES - 31, 100_000}) {
            byte[] objects = new byte[length];
            new Random(length).nextBytes(objects);
            long sent = ObjectHead.write(head, objects, 77, 5);
            assertTrue(ObjectHead.is(head, sent));
            assertEquals(77, ObjectHead.header(head));
            assertEquals(5, ObjectHead.tag(head));
            assertEquals(length, ObjectHead.bytes(head));
            byte[] first = new byte[ObjectHead.first(length)];
            ObjectHead.read(head, first);
            assertArrayEquals(Arrays.copyOf(objects, first.length), first);
        }
    }

    /**
     * The bytes belong to the program and happen to begin like a head, or the head is damaged. No memory may be
     * allocated for such bytes.
     */
    @Test
    void headWithAWrongLengthIsRefused() {
        long sent = ObjectHead.write(head, new byte[100], 77, 5);
        for (long bytes : new long[] {-1, 99, 101, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE}) {
            head.set(ValueLayout.JAVA_LONG, BYTES_AT, bytes);
            assertFalse(ObjectHead.is(head, sent), "of " + bytes + " bytes");
        }
        head.set(ValueLayout.JAVA_LONG, BYTES_AT, 100);
        assertTrue(ObjectHead.is(head, sent));
        for (long received : new long[] {0, 31, 32, sent - 1, sent + 1}) {
            assertFalse(ObjectHead.is(head, received), received + " bytes received");
        }
    }
}
