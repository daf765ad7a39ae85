package mpi;

import mpj.core.comm.Communicator;

/**
 * A communicator of two groups. Messages go from a rank of one group to a rank of the other. Sources and destinations
 * are ranks of the remote group, whereas {@link #Rank} and {@link #Size} belong to the local group. MPI: an
 * intercommunicator, sections 7.6 and 6.2.3 of MPI 4.1.
 *
 * <p>mpiJava 1.2 has no collectives between two groups. This library has the ones of MPI-2. Every rank of both groups
 * must call them. A rank sends data to the other group and receives data from the other group. If the collective has
 * blocks, there is one block for each rank of the other group. A reduction returns the result of the other group's
 * operands. If the collective has a root, the root passes {@link MPI#ROOT}. The other ranks of the root's group pass
 * {@link MPI#PROC_NULL}, and their buffers are ignored. The ranks of the other group pass the root's rank.
 * {@link MPI#IN_PLACE} has no meaning here. In all other respects, collectives work as {@link Intracomm} says.
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
     * Makes a communicator of both groups, one after the other. Every rank of both groups must call this.
     * MPI: MPI_Intercomm_merge.
     *
     * @param high whether this group comes after the other group; all ranks of a group must pass the same value. If
     *     both groups pass the same value, the group whose first member has the lower rank in {@link MPI#COMM_WORLD}
     *     comes first
     * @return the new communicator
     */
    public Intracomm Merge(boolean high) {
        return new Intracomm(core().creation().merge(high));
    }

    @Override
    public Intercomm Shrink() {
        return new Intercomm(core().creation().shrink());
    }

    @Override
    public Object clone() {
        return new Intercomm(core().creation().duplicate());
    }

    //@arg root the root's rank in the remote group; {@link MPI#ROOT} at the root, and {@link MPI#PROC_NULL} on the
    //@more other ranks of the root's group
    //@collectives inter
}
