package mpj.bench.compare;

import java.io.IOException;

/** One side of a comparison: a library whose blocks are measured in turn with those of the other sides. */
sealed interface Side extends AutoCloseable permits ResidentSide, ImbSide {
    /**
     * Measures one block.
     *
     * @return the longest time in seconds that any rank spent in the loop
     * @throws IOException if the job fails; the message names the side and has the job's output
     */
    double run(String benchmark, int bytes, long iterations) throws IOException;

    /**
     * The algorithm that the library chose for a collective, in the form of {@code mpj.coll.algorithms}.
     *
     * @return empty if the side does not tell, or has not run the benchmark with this size
     * @throws IOException if the job fails
     */
    default String algorithm(String benchmark, int bytes) throws IOException {
        return "";
    }

    Peer peer();

    /** The library's own description of itself. */
    String library();

    /** The command that one types to start the job. */
    String command();

    /** The processes of the ranks, each once. Empty if the processes run no longer than a block. */
    long[] pids();

    /** By rank, the kernel's number of the rank's thread. Ranks may be threads of one process. */
    long[] threads();

    /** Whether each rank can have its own core. */
    boolean fits();

    /** Ends the processes that still run. */
    @Override
    void close();
}
