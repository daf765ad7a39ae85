package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.transport.spi.Channel;

/**
 * The frames on their way out of one connection. The engine writes a payload straight into the buffer. Bytes that the
 * socket takes at once leave the buffer at once, so large messages pass through the same lines of the cache again and
 * again. The buffer begins small and grows with the data that is sent.
 */
final class SendBuffer {
    private static final int INITIAL_BYTES = 8 << 10;

    private final long maximumBytes;
    private MemorySegment memory;
    /** The first byte that the socket has not taken. */
    private long start;
    /** The place behind the last frame. */
    private long end;

    SendBuffer(long maximumBytes) {
        this.maximumBytes = maximumBytes;
        allocate(Math.min(INITIAL_BYTES, maximumBytes));
    }

    /**
     * The garbage collector frees this memory. Memory of an arena that can be closed would have to be acquired for each
     * system call.
     */
    private void allocate(long bytes) {
        memory = Arena.ofAuto().allocate(bytes, Frame.LONG.byteSize());
    }

    MemorySegment memory() {
        return memory;
    }

    boolean isEmpty() {
        return start == end;
    }

    /** The number of bytes that the socket has not taken. */
    long bytes() {
        return end - start;
    }

    /** The place for the payload of the next frame, or {@link Channel#FULL}. */
    long reserve(long payload) {
        if (end + Frame.bytes(payload) > memory.byteSize() && !compactFor(Frame.bytes(payload))) {
            return Channel.FULL;
        }
        return end + Frame.PAYLOAD;
    }

    /**
     * Moves the bytes that wait to the start of the buffer, or of a larger one if necessary. Returns false if more
     * would wait than is allowed.
     */
    private boolean compactFor(long frame) {
        long pending = end - start;
        if (pending + frame > maximumBytes) {
            return false;
        }
        MemorySegment old = memory;
        if (pending + frame > memory.byteSize()) {
            allocate(Math.min(maximumBytes, Math.max(pending + frame, 2 * memory.byteSize())));
        }
        MemorySegment.copy(old, start, memory, 0, pending);
        start = 0;
        end = pending;
        return true;
    }

    /** Completes the frame whose payload was reserved last. */
    void commit(long payload, int kind, long envelope, long header) {
        begin(payload, kind, envelope, header);
        end += Frame.bytes(payload) - Frame.PAYLOAD;
    }

    /** Begins a frame whose payload does not go through this buffer, or is appended later. */
    void begin(long payload, int kind, long envelope, long header) {
        memory.set(Frame.INT, end + Frame.PAYLOAD_BYTES, (int) payload);
        memory.set(Frame.INT, end + Frame.KIND, kind);
        memory.set(Frame.LONG, end + Frame.ENVELOPE, envelope);
        memory.set(Frame.LONG, end + Frame.HEADER, header);
        end += Frame.PAYLOAD;
    }

    /** Whether a frame may begin whose payload is appended if necessary. */
    boolean takes(long payload) {
        return end - start + Frame.bytes(payload) <= maximumBytes;
    }

    /** Adds the part of a payload that a stream did not take, and the padding behind it. */
    void append(MemorySegment from, long offset, long bytes, long padding) {
        grow(bytes + padding);
        MemorySegment.copy(from, offset, memory, end, bytes);
        end += bytes + padding;
    }

    /** Adds zeros in place of data that is no longer there. */
    void appendZeros(long bytes) {
        grow(bytes);
        memory.asSlice(end, bytes).fill((byte) 0);
        end += bytes;
    }

    private void grow(long bytes) {
        if (end + bytes > memory.byteSize()) {
            compactFor(bytes);
        }
    }

    /** Gives the stream as many bytes as it takes, and returns their number. */
    int drainTo(Stream stream, boolean more) throws IOException {
        int taken = stream.writeOwn(memory, start, end - start, more);
        start += taken;
        if (start == end) {
            start = 0;
            end = 0;
        }
        return taken;
    }

    void clear() {
        start = 0;
        end = 0;
    }

    /** Discards the frames and gives the memory back. A frame that is still reserved gets new memory. */
    void release() {
        clear();
        memory = MemorySegment.NULL;
    }
}
