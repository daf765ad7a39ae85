package mpj.bench.imb;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Everything that a benchmark needs to run at one message size.
 *
 * @param comm the communicator; it may have more ranks than take part
 * @param rank the number of this rank
 * @param size how many ranks take part
 * @param count how many items a message has
 * @param datatype the type of the items
 * @param extent how many elements a message spans in its buffer
 * @param buffers the buffers
 * @param counts {@code count} for each rank
 * @param displacements where the part of each rank begins, in items
 * @param window how many messages are in flight in the bandwidth benchmarks
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
        // The product fits an int: larger messages were refused before, because they do not fit a Java buffer either.
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

    /** The window of a benchmark that has one. */
    OneSided exposed() {
        return buffers.exposed();
    }

    Cycle sendCycle() {
        return buffers.sendCycle();
    }

    Cycle receiveCycle() {
        return buffers.receiveCycle();
    }
}
