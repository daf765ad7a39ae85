package mpj.npb.common;

/**
 * The calls of MPI that BT and SP make, on a communicator of the ranks that take part. BT and SP run on both APIs of
 * the library: only Open MPI's API has files, and the other benchmarks use mpiJava's API.
 */
public interface Messages {
    /** How the numbers of all ranks are reduced to one. */
    enum Reduction { SUM, LEAST, MOST }

    /** This rank. */
    int rank();

    /** How many ranks there are. */
    int size();

    /** MPI: MPI_Barrier. */
    void barrier();

    /** MPI: MPI_Allreduce. */
    void allreduce(double[] own, double[] all, Reduction reduction);

    /** Makes another communicator of the same ranks. MPI: MPI_Comm_dup. */
    Messages duplicate();

    /** MPI: MPI_Comm_free. */
    void free();

    /** Starts to receive, and returns the argument for {@link #await}. MPI: MPI_Irecv. */
    Object receive(double[] into, int count, int source, int tag);

    /** Starts to send, and returns the argument for {@link #await}. MPI: MPI_Isend. */
    Object send(double[] from, int count, int target, int tag);

    /** MPI: MPI_Wait. */
    void await(Object started);
}
