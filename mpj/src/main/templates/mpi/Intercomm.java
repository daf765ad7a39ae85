package mpi;

import mpj.core.comm.Communicator;

/**
 * A communicator of two groups. Messages go from a rank of one to a rank of the other: sources and destinations are
 * ranks of the remote group, {@link #Rank} and {@link #Size} of the local one. MPI: an intercommunicator, sections 7.6
 * and 6.2.3 of MPI 4.1.
 *
 * <p>mpiJava 1.2 has no collectives here; those of MPI-2 are. Every rank of both groups calls them. What a rank sends
 * goes to the other group, and what it receives comes from there: one block for each of its ranks, where there are
 * blocks, and of a reduction what the other group's operands make. Where there is a root, it passes {@link MPI#ROOT},
 * the other ranks of its group pass {@link MPI#PROC_NULL}, their buffers being ignored, and the ranks of the other
 * group pass its rank. {@link MPI#IN_PLACE} has no meaning here. All else is as {@link Intracomm} says.
 */
public class Intercomm extends Comm {
    Intercomm(Communicator core) {
        super(core);
    }

    /**
     * The number of ranks of the remote group. MPI: MPI_Comm_remote_size.
     *
     * @return at least 1
     */
    public int Remote_size() {
        return core().remoteSize();
    }

    /**
     * The remote group. MPI: MPI_Comm_remote_group.
     *
     * @return the group
     */
    public Group Remote_group() {
        return new Group(core().remoteGroup());
    }

    /**
     * A communicator of both groups, one after the other. Every rank of both must call this. MPI: MPI_Intercomm_merge.
     *
     * @param high whether this group comes after the other; the same on all ranks of a group. When both groups pass
     *     the same, the one with the lower rank in {@link MPI#COMM_WORLD} at its head comes first
     * @return the new communicator
     */
    public Intracomm Merge(boolean high) {
        return new Intracomm(core().creation().merge(high));
    }

    @Override
    public Object clone() {
        return new Intercomm(core().creation().duplicate());
    }

    //@arg root the root's rank in the remote group; at the root {@link MPI#ROOT}, on its group's other ranks {@link
    //@more MPI#PROC_NULL}
    //@collectives inter
}
