package mpi;

/** What {@link Cartcomm#Shift} tells: the partners of a shift. */
public class ShiftParms {
    /** The rank to receive from, or {@link MPI#PROC_NULL} beyond an edge. */
    public int rank_source;
    /** The rank to send to, or {@link MPI#PROC_NULL} beyond an edge. */
    public int rank_dest;

    /** Of no shift yet. */
    public ShiftParms() {
    }
}
