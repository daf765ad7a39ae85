package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;

/**
 * The bytes that have come in over one connection and are not delivered yet. The buffer begins small, and grows when a
 * large frame comes.
 */
final class ReceiveBuffer {
    private static final int INITIAL_BYTES = 8 << 10;
    /**
     * The number of bytes that are read beyond a large frame. They must include the header of the next frame, which
     * tells its size. If more were read, more would have to be moved to the front of the buffer later.
     */
    private static final int READ_AHEAD = 512;
    /** The most bytes of a divisible frame that are read at once. This many stay in the first-level cache. */
    private static final int PIECE = 32 << 10;
    /** A piece ends between two elements. */
    private static final int ELEMENT = 8;

    private final long maximumPayload;
    private MemorySegment memory;
    /** The first byte that is not delivered. */
    private long start;
    /** The place behind the last byte received. */
    private long end;
    /**
     * The least size of the data that begins at {@link #start}. This is the size of a frame as soon as its header is
     * there.
     */
    private long wanted = Frame.PAYLOAD;
    /** The payload of a divisible frame that is not delivered yet, and the padding behind it. */
    private long rest;
    private long padding;

    ReceiveBuffer(long maximumPayload) {
        this.maximumPayload = maximumPayload;
        allocate(INITIAL_BYTES);
    }

    private void allocate(long bytes) {
        memory = Arena.ofAuto().allocate(bytes, Frame.LONG.byteSize());
    }

    MemorySegment memory() {
        return memory;
    }

    /** Discards what has come and gives the memory back. */
    void release() {
        start = 0;
        end = 0;
        rest = 0;
        padding = 0;
        memory = MemorySegment.NULL;
    }

    /**
     * Reads once.
     *
     * @return the number of bytes, 0 if there are none now, -1 at the end of the stream
     */
    int fillFrom(Stream stream) throws IOException {
        if (start > 0) {
            // Only the data that is there moves to a new place in the buffer: nothing, or part of a frame.
            MemorySegment.copy(memory, start, memory, 0, end - start);
            end -= start;
            start = 0;
        }
        long limit = Math.max(INITIAL_BYTES, wanted + READ_AHEAD);
        if (limit > memory.byteSize()) {
            MemorySegment old = memory;
            allocate(limit);
            MemorySegment.copy(old, 0, memory, 0, end);
        }
        int read = stream.readOwn(memory, end, limit - end);
        end += Math.max(read, 0);
        return read;
    }

    /**
     * Steps over the next frame.
     *
     * @return the frame's place in {@link #memory}, valid until the next {@link #fillFrom}; -1 when the frame is not
     *     complete
     * @throws ProtocolException when the bytes are no frame
     */
    long next() throws ProtocolException {
        long at = start + padding;
        if (end < at) {
            wanted = padding + Frame.PAYLOAD;
            return -1;
        }
        start = at;
        padding = 0;
        if (end - at < Frame.PAYLOAD) {
            wanted = Frame.PAYLOAD;
            return -1;
        }
        long payload = memory.get(Frame.INT, at + Frame.PAYLOAD_BYTES);
        if (payload < 0 || payload > maximumPayload) {
            throw new ProtocolException("a frame with a payload of " + payload + " bytes; the limit is "
                + maximumPayload);
        }
        long frame = Frame.bytes(payload);
        if (memory.get(Frame.INT, at + Frame.KIND) == Frame.DIVISIBLE_PACKET) {
            start = at + Frame.PAYLOAD;
            rest = payload;
            padding = frame - Frame.PAYLOAD - payload;
            return at;
        }
        if (end - at < frame) {
            wanted = frame;
            return -1;
        }
        start = at + frame;
        return at;
    }

    /** Whether the next bytes belong to a divisible frame that {@link #next} has stepped into. */
    boolean inFrame() {
        return rest > 0;
    }

    /**
     * Steps over a piece of the divisible frame.
     *
     * @return the piece's size, or 0 if none has come; the piece ends at {@link #position}
     */
    long nextPiece() {
        long piece = Math.min(rest, end - start);
        if (piece < rest) {
            piece &= -ELEMENT;
        }
        step(piece);
        return piece;
    }

    /** Steps over this many bytes of the divisible frame that have come. */
    void step(long bytes) {
        start += bytes;
        skip(bytes);
    }

    /** Takes note of payload of the divisible frame that was read to another place. */
    void skip(long bytes) {
        rest -= bytes;
        wanted = Math.min(rest + padding + Frame.PAYLOAD, PIECE);
    }

    /** The payload of the divisible frame that was neither stepped over nor read to another place. */
    long rest() {
        return rest;
    }

    /** The number of bytes that have come and were not stepped over. */
    long buffered() {
        return end - start;
    }

    /** The place of the first byte that was not stepped over. */
    long position() {
        return start;
    }
}
