package mpj.core.file;

import java.lang.foreign.MemorySegment;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Payload;
import mpjbuf.layout.ElementType;

/** Copies between a stream and the memory that holds a window of a file. */
final class Copies {
    private Copies() {
    }

    /** Copies a part of a stream to its pieces in the window. */
    static void scatter(Stream stream, long from, Pieces pieces, MemorySegment window) {
        long bytes = pieces.bytes();
        if (pieces.isOne()) {
            stream.copyTo(from, window, pieces.first(), bytes);
            return;
        }
        MemorySegment memory = stream.piece(from, bytes);
        if (memory == null) {
            memory = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
            stream.copyTo(from, memory, 0, bytes);
        }
        Payload.read(new NoncontiguousBuffer(window, pieces.layout(), 0), ElementType.BYTE, 0, memory, 0, bytes);
    }

    /**
     * Copies from the pieces in the window into a part of a stream.
     *
     * @param bytes how many of the pieces' first bytes to copy
     */
    static void gather(MemorySegment window, Pieces pieces, Stream stream, long from, long bytes) {
        if (bytes == 0) {
            return;
        }
        if (pieces.isOne()) {
            stream.copyFrom(from, window, pieces.first(), bytes);
            return;
        }
        MemorySegment memory = stream.piece(from, bytes);
        boolean passing = memory == null;
        if (passing) {
            memory = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
        }
        Payload.write(new NoncontiguousBuffer(window, pieces.layout(), 0), ElementType.BYTE, 0, memory, 0, bytes);
        if (passing) {
            stream.copyFrom(from, memory, 0, bytes);
        }
    }
}
