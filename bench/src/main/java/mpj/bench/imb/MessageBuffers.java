package mpj.bench.imb;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/**
 * A rank's send and receive buffer for one sample: Java arrays, or memory outside the heap.
 *
 * @param send handed to MPI as it is
 * @param receive handed to MPI as it is
 * @param sendCycle the offsets that iterations send from
 * @param receiveCycle the offsets that iterations receive at
 * @param arena what the memory outside the heap belongs to
 */
record MessageBuffers(Object send, Object receive, Cycle sendCycle, Cycle receiveCycle, Arena arena)
        implements AutoCloseable {
    private static final long PAGE = 4096;

    /** What the buffers are. */
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

        /** @throws IllegalArgumentException for a word that is none of them */
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
     * Allocates buffers that hold {@code sendBytes} and {@code receiveBytes}, or one element if that is more.
     *
     * @param world allocates what is {@link Place#ALLOCATED}; else null will do
     * @throws ArithmeticException if a buffer would have more elements than an int counts
     */
    static MessageBuffers allocate(Messages world, Place place, ElementType type, long sendBytes, long receiveBytes,
                                   OffCache offCache, int iterations) {
        Arena arena = Arena.ofShared();
        return new MessageBuffers(
            allocate(world, place, type, offCache.bufferBytes(sendBytes, iterations), arena),
            allocate(world, place, type, offCache.bufferBytes(receiveBytes, iterations), arena),
            offCache.cycle(sendBytes, iterations, type.bytes()),
            offCache.cycle(receiveBytes, iterations, type.bytes()), arena);
    }

    private static Object allocate(Messages world, Place place, ElementType type, long bytes, Arena arena) {
        int length = Math.max(1, Math.toIntExact(Math.ceilDiv(bytes, type.bytes())));
        return switch (place) {
            // As on the C side, no buffer lies in a line with anything else: ranks may be threads that share a heap.
            case ARRAY -> type.array(Math.max(length, Math.toIntExact(PAGE / type.bytes())));
            case DIRECT -> type.buffer(pages((long) length * type.bytes()));
            // Touched now, so that no sample pays for the page faults.
            case SEGMENT -> arena.allocate((long) length * type.bytes(), PAGE).fill((byte) 0);
            case ALLOCATED -> world.allocate((long) length * type.bytes(), arena).fill((byte) 0);
        };
    }

    /** Whole pages outside the heap. */
    private static ByteBuffer pages(long bytes) {
        return ByteBuffer.allocateDirect(Math.toIntExact(Math.ceilDiv(bytes, PAGE) * PAGE + PAGE))
            .alignedSlice((int) PAGE).order(ByteOrder.nativeOrder());
    }

    @Override
    public void close() {
        arena.close();
    }
}
