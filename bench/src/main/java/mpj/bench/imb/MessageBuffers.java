package mpj.bench.imb;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/**
 * A rank's send buffer and receive buffer for one sample: Java arrays, or memory outside the heap.
 *
 * @param send the send buffer, which MPI gets as it is
 * @param receive the receive buffer, which MPI gets as it is
 * @param sendCycle the offsets that iterations send from
 * @param receiveCycle the offsets that iterations receive at
 * @param arena the arena of the memory outside the heap
 * @param exposed the window of one of the buffers, or null
 */
record MessageBuffers(Object send, Object receive, Cycle sendCycle, Cycle receiveCycle, Arena arena, OneSided exposed)
        implements AutoCloseable {
    private static final long PAGE = 4096;

    /** The kinds of buffers. */
    enum Place {
        /** Java arrays. */
        ARRAY("heap"),
        /** Direct buffers of java.nio. */
        DIRECT("direct"),
        /** MemorySegments outside the heap. */
        SEGMENT("native"),
        /** MemorySegments of MPI.allocate. */
        ALLOCATED("allocated");

        private final String formerLabel;

        Place(String formerLabel) {
            this.formerLabel = formerLabel;
        }

        /** @throws IllegalArgumentException if the word names no kind */
        static Place of(String name) {
            return Arrays.stream(values())
                .filter(place -> place.label().equals(name) || place.formerLabel.equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("buffers '" + name
                    + "' are not array, direct, segment or allocated"));
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Allocates buffers of {@code sendBytes} and {@code receiveBytes} bytes. Each buffer has at least one element.
     *
     * @param world allocates buffers of the kind {@link Place#ALLOCATED}; may be null for other kinds
     * @throws ArithmeticException if a buffer would have more elements than an int can count
     */
    static MessageBuffers allocate(Messages world, Place place, ElementType type, long sendBytes, long receiveBytes,
                                   OffCache offCache, int iterations) {
        Arena arena = Arena.ofShared();
        return new MessageBuffers(
            allocate(world, place, type, offCache.bufferBytes(sendBytes, iterations), arena),
            allocate(world, place, type, offCache.bufferBytes(receiveBytes, iterations), arena),
            offCache.cycle(sendBytes, iterations, type.bytes()),
            offCache.cycle(receiveBytes, iterations, type.bytes()), arena, null);
    }

    /**
     * The same buffers with a window. Every rank of the communicator calls this.
     *
     * @param exposure the buffer that others reach. If MPI allocates the memory of the window, it has the size of this
     *   buffer
     * @throws IllegalArgumentException if the API has no windows, or cannot make windows of arrays
     */
    MessageBuffers exposing(Messages comm, Exposure exposure, WindowMemory memory, ElementType type) {
        Object buffer = exposure == Exposure.SEND ? send : receive;
        OneSided window = memory == WindowMemory.ALLOCATE
            ? comm.window((long) type.length(buffer) * type.bytes(), type.bytes())
            : comm.window(buffer, type.bytes());
        return new MessageBuffers(send, receive, sendCycle, receiveCycle, arena, window);
    }

    private static Object allocate(Messages world, Place place, ElementType type, long bytes, Arena arena) {
        int length = Math.max(1, Math.toIntExact(Math.ceilDiv(bytes, type.bytes())));
        return switch (place) {
            // As on the C side, no buffer shares a line with anything else: ranks may be threads that share a heap.
            case ARRAY -> type.array(Math.max(length, Math.toIntExact(PAGE / type.bytes())));
            case DIRECT -> type.buffer(pages((long) length * type.bytes()));
            // The pages are touched now, so that no sample pays for page faults.
            case SEGMENT -> arena.allocate((long) length * type.bytes(), PAGE).fill((byte) 0);
            case ALLOCATED -> world.allocate((long) length * type.bytes(), arena).fill((byte) 0);
        };
    }

    /** Allocates whole pages outside the heap. */
    private static ByteBuffer pages(long bytes) {
        return ByteBuffer.allocateDirect(Math.toIntExact(Math.ceilDiv(bytes, PAGE) * PAGE + PAGE))
            .alignedSlice((int) PAGE).order(ByteOrder.nativeOrder());
    }

    @Override
    public void close() {
        if (exposed != null) {
            exposed.free();
        }
        arena.close();
    }
}
