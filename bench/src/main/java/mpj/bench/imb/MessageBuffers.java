package mpj.bench.imb;

import java.lang.foreign.Arena;
import java.util.Arrays;

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

    /** Where the buffers lie. */
    enum Place {
        HEAP, NATIVE;

        /** @throws IllegalArgumentException for a word that is neither */
        static Place of(String name) {
            return Arrays.stream(values()).filter(place -> place.name().equalsIgnoreCase(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("buffer '" + name + "' is neither heap nor native"));
        }
    }

    /**
     * Allocates buffers that hold {@code sendBytes} and {@code receiveBytes}, or one element if that is more.
     *
     * @throws ArithmeticException if a buffer would have more elements than an int counts
     */
    static MessageBuffers allocate(Place place, ElementType type, long sendBytes, long receiveBytes, OffCache offCache,
                                   int iterations) {
        Arena arena = Arena.ofShared();
        return new MessageBuffers(
            allocate(place, type, offCache.bufferBytes(sendBytes, iterations), arena),
            allocate(place, type, offCache.bufferBytes(receiveBytes, iterations), arena),
            offCache.cycle(sendBytes, iterations, type.bytes()),
            offCache.cycle(receiveBytes, iterations, type.bytes()), arena);
    }

    private static Object allocate(Place place, ElementType type, long bytes, Arena arena) {
        int length = Math.max(1, Math.toIntExact(Math.ceilDiv(bytes, type.bytes())));
        return switch (place) {
            // As on the C side, no buffer lies in a line with anything else: ranks may be threads that share a heap.
            case HEAP -> type.array(Math.max(length, Math.toIntExact(PAGE / type.bytes())));
            // Touched now, so that no sample pays for the page faults.
            case NATIVE -> arena.allocate((long) length * type.bytes(), PAGE).fill((byte) 0);
        };
    }

    @Override
    public void close() {
        arena.close();
    }
}
