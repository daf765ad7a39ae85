package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;

/**
 * What has come in over one connection and is not delivered yet. It begins small, and grows when a large frame comes.
 */
final class ReceiveBuffer {
    private static final int INITIAL_BYTES = 8 << 10;
    /**
     * How many bytes are read behind a large frame. They must include the next frame's header, which tells its size.
     * More would be moved to the front of the buffer later.
     */
    private static final int READ_AHEAD = 512;
    /** How much of a divisible frame is read at once: what it takes to stay in the first-level cache. */
    private static final int PIECE = 32 << 10;
    /** Pieces end between elements. */
    private static final int ELEMENT = 8;

    private final long maximumPayload;
    private MemorySegment memory;
    /** The first byte not delivered. */
    private long start;
    /** The place behind the last byte received. */
    private long end;
    /** The least size of what begins at {@link #start}: a frame's, as soon as its header is there. */
    private long wanted = Frame.PAYLOAD;
    /** Payload of a divisible frame that is not delivered yet, and the padding behind it. */
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

    /**
     * Reads once.
     *
     * @return the number of bytes, 0 if there are none now, -1 at the end of the stream
     */
    int fillFrom(Stream stream) throws IOException {
        if (start > 0) {
            // A new place in the buffer only for what is there: nothing, or part of a frame.
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
     * @return where it is in {@link #memory}, until the next {@link #fillFrom}; -1 when it is not complete
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
     * @return its size, or 0 if none has come; it lies before {@link #position}
     */
    long nextPiece() {
        long piece = Math.min(rest, end - start);
        if (piece < rest) {
            piece &= -ELEMENT;
        }
        step(piece);
        return piece;
    }

    /** Steps over so much of what has come of the divisible frame. */
    void step(long bytes) {
        start += bytes;
        skip(bytes);
    }

    /** Takes note of payload of the divisible frame that was read elsewhere. */
    void skip(long bytes) {
        rest -= bytes;
        wanted = Math.min(rest + padding + Frame.PAYLOAD, PIECE);
    }

    /** Payload of the divisible frame that was neither stepped over nor read elsewhere. */
    long rest() {
        return rest;
    }

    /** How much has come that was not stepped over. */
    long buffered() {
        return end - start;
    }

    /** Where what was not stepped over begins. */
    long position() {
        return start;
    }
}
