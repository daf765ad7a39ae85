package mpi;

/** The partners of a shift, as {@link Cartcomm#Shift} returns them. */
public class ShiftParms {
    /** The rank from which to receive, or {@link MPI#PROC_NULL} beyond an edge. */
    public int rank_source;
    /** The rank to which to send, or {@link MPI#PROC_NULL} beyond an edge. */
    public int rank_dest;

    /** Makes an object without partners. */
    public ShiftParms() {
    }
}
