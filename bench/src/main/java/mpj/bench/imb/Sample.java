package mpj.bench.imb;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a benchmark needs to run at one message size.
 *
 * @param comm what to communicate in; it may have more ranks than take part
 * @param rank this one
 * @param size how many take part
 * @param count items per message
 * @param datatype of the items
 * @param extent elements of the buffer that a message spans
 * @param buffers the memory
 * @param counts {@code count} for each rank
 * @param displacements where each rank's part begins, in items
 * @param window messages in flight for the bandwidth benchmarks
 */
record Sample(Messages comm, int rank, int size, int count, Object datatype, int extent, MessageBuffers buffers,
              int[] counts, int[] displacements, int window) {

    /** A sample on the first {@code size} ranks of a communicator. */
    static Sample of(Messages comm, int size, int bytes, ElementType type, MessageLayout layout,
                     MessageBuffers buffers, int window) {
        int elements = bytes / type.bytes();
        int count = layout.count(elements);
        int[] counts = new int[size];
        Arrays.fill(counts, count);
        // A product past an int is refused before: such a message does not fit a Java buffer either.
        int[] displacements = IntStream.range(0, size).map(rank -> rank * count).toArray();
        return new Sample(comm, comm.rank(), size, count, layout.datatype(comm, type, elements),
            elements * layout.span(), buffers, counts, displacements, window);
    }

    Object send() {
        return buffers.send();
    }

    Object receive() {
        return buffers.receive();
    }

    Cycle sendCycle() {
        return buffers.sendCycle();
    }

    Cycle receiveCycle() {
        return buffers.receiveCycle();
    }
}
