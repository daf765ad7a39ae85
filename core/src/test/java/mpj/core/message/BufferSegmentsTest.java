package mpj.core.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;

class BufferSegmentsTest {
    private static final int MOST_TRIES = 50;
    private static final int LIMIT_MILLIS = 200;

    private final BufferSegments segments = new BufferSegments();

    @Test
    void droppedBufferIsCollected() throws InterruptedException {
        ReferenceQueue<Buffer> collected = new ReferenceQueue<>();
        WeakReference<Buffer> dropped = remembered(collected);
        for (int i = 0; i < MOST_TRIES && dropped.get() != null; i++) {
            System.gc();
            collected.remove(LIMIT_MILLIS);
        }
        assertNull(dropped.get(), "a buffer that was used is kept");
    }

    private WeakReference<Buffer> remembered(ReferenceQueue<Buffer> collected) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        assertSame(segments.of(buffer, TypeDescriptor.BYTE), segments.of(buffer, TypeDescriptor.BYTE));
        return new WeakReference<>(buffer, collected);
    }

    /** Buffers that are used by turns keep their segments as long as anybody refers to the buffers. */
    @Test
    void segmentsOfSeveralBuffersAreKept() {
        ByteBuffer one = ByteBuffer.allocateDirect(8);
        ByteBuffer other = ByteBuffer.allocateDirect(8);
        Object segment = segments.of(one, TypeDescriptor.BYTE);
        Object otherSegment = segments.of(other, TypeDescriptor.BYTE);
        assertSame(segment, segments.of(one, TypeDescriptor.BYTE));
        assertSame(otherSegment, segments.of(other, TypeDescriptor.BYTE));
    }

    @Test
    void closedArenaIsAnError() {
        ByteBuffer buffer;
        try (Arena arena = Arena.ofConfined()) {
            buffer = arena.allocate(8).asByteBuffer();
            BufferArgument.checkSend("buf", segments.of(buffer, TypeDescriptor.BYTE), 0, 8, TypeDescriptor.BYTE);
        }
        Object segment = segments.of(buffer, TypeDescriptor.BYTE);
        assertFalse(BufferArgument.isPlainSegment(segment, 0, 8, TypeDescriptor.BYTE));
        EngineException closed = assertThrows(EngineException.class,
            () -> BufferArgument.checkSend("buf", segment, 0, 8, TypeDescriptor.BYTE));
        assertEquals(ErrorClass.ERR_BUFFER, closed.error());
        assertEquals("buf is a segment whose arena is closed; close an arena only after the last call that uses it has"
            + " completed", closed.getMessage());
    }

    @Test
    void charactersOfASequenceAreNotInMemory() {
        CharBuffer characters = CharBuffer.wrap("characters");
        assertSame(characters, segments.of(characters, TypeDescriptor.CHAR));
        String refused = assertThrows(EngineException.class,
            () -> BufferArgument.checkSend("buf", characters, 0, 1, TypeDescriptor.CHAR)).getMessage();
        assertTrue(refused.startsWith("buf is a java.nio.CharBuffer of a CharSequence"), refused);
    }

    /** Every count is within its bounds, but the product of the counts is greater than the largest long. */
    @Test
    void hugeCountDoesNotLieInASegment() {
        TypeDescriptor huge = TypeDescriptor.contiguous(Integer.MAX_VALUE, TypeDescriptor.LONG);
        huge.commit();
        Object segment = segments.of(ByteBuffer.allocateDirect(8), TypeDescriptor.BYTE);
        assertFalse(BufferArgument.isPlainSegment(segment, 0, Integer.MAX_VALUE, huge));
        assertTrue(BufferArgument.isPlainSegment(segment, 0, 1, TypeDescriptor.LONG));
        assertFalse(BufferArgument.isPlainSegment(segment, 1, 1, TypeDescriptor.LONG));
    }
}
