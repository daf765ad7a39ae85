package mpj.tests.checks;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Bytes that show which message they belong to, and their place in it. */
final class Pattern {
    private Pattern() {
    }

    private static byte at(long message, int position) {
        return (byte) (message * 31 + position * 7L + (position >> 8) * 13L + 1);
    }

    static byte[] of(long message, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = at(message, i);
        }
        return bytes;
    }

    /** Throws if the bytes are not those of the message. */
    static void assertIs(long message, byte[] bytes, int offset, int length) {
        for (int i = 0; i < length; i++) {
            if (bytes[offset + i] != at(message, i)) {
                throw new AssertionError("rank " + World.RANK + ": byte " + i + " of " + length + " of message "
                    + message + " is " + bytes[offset + i] + ", not " + at(message, i));
            }
        }
    }

    static void assertIs(long message, MemorySegment segment, long offset, int length) {
        assertIs(message, segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE), 0, length);
    }
}
