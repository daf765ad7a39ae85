package mpj.bench.compare;

import java.io.IOException;

/** One side of a comparison: a library whose blocks are measured in turn with the others'. */
sealed interface Side extends AutoCloseable permits ResidentSide, ImbSide {
    /**
     * Measures one block.
     *
     * @return the longest time in seconds that any rank spent in the loop
     * @throws IOException if the job fails; the message names the side and carries what it printed
     */
    double run(String benchmark, int bytes, long iterations) throws IOException;

    Peer peer();

    /** What the library says of itself. */
    String library();

    /** What one types to start its job. */
    String command();

    /** The processes of the ranks, each once; none where they do not outlive a block. */
    long[] pids();

    /** The kernel's number of the thread that each rank runs in, by rank; ranks may be threads of one process. */
    long[] threads();

    /** Whether each rank can have a core of its own. */
    boolean fits();

    /** Ends what still runs. */
    @Override
    void close();
}
