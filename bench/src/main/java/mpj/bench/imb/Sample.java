package mpj.bench.imb;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;

/**
 * What a benchmark needs to run at one message size.
 *
 * @param comm what to communicate in; it may have more ranks than take part
 * @param rank this one
 * @param size how many take part
 * @param count elements per message
 * @param datatype of the elements
 * @param buffers the memory
 * @param counts {@code count} for each rank
 * @param displacements where each rank's part begins, in elements
 * @param window messages in flight for the bandwidth benchmarks
 */
record Sample(Intracomm comm, int rank, int size, int count, Datatype datatype, MessageBuffers buffers, int[] counts,
              int[] displacements, int window) {

    /** A sample on the first {@code size} ranks of a communicator. */
    static Sample of(Intracomm comm, int size, int bytes, ElementType type, MessageBuffers buffers, int window) {
        int count = bytes / type.bytes();
        int[] counts = new int[size];
        Arrays.fill(counts, count);
        // A product past an int is refused before: such a message does not fit a Java buffer either.
        int[] displacements = IntStream.range(0, size).map(rank -> rank * count).toArray();
        return new Sample(comm, comm.Rank(), size, count, type.datatype(), buffers, counts, displacements, window);
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
