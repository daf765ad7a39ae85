package mpi;

import mpj.core.comm.Communicator;
import mpj.core.comm.Duplication;

/**
 * A communicator of two groups. Messages go from a rank of one to a rank of the other: sources and destinations are
 * ranks of the remote group, {@link #getRank} and {@link #getSize} of the local one. MPI: an intercommunicator,
 * sections 7.6 and 6.2.3 of MPI 4.1.
 *
 * <p>Every rank of both groups calls a collective. What a rank sends goes to the other group, and what it receives
 * comes from there: one block for each of its ranks, where there are blocks, and of a reduction what the other group's
 * operands make. Where there is a root, it passes {@link MPI#ROOT}, the other ranks of its group pass
 * {@link MPI#PROC_NULL}, their buffers being ignored, and the ranks of the other group pass its rank. No rank needs
 * more than one buffer then, and the forms with one are those to call. Where there is no root, nothing can be in place,
 * and forms with one buffer are errors of class {@link MPI#ERR_BUFFER}. All else is as {@link Comm} says.
 */
public final class Intercomm extends Comm {
    /** @param core what it is below the API; null for a null communicator */
    Intercomm(Communicator core) {
        super(core);
    }

    private Intercomm(Intercomm original, Duplication duplication) {
        super(original, duplication);
    }

    @Override
    public Intercomm clone() {
        return dup();
    }

    @Override
    public Intercomm dup() {
        return new Intercomm(core().creation().duplicate());
    }

    @Override
    public Intercomm iDup() {
        return new Intercomm(this, core().creation().startDuplicate());
    }

    @Override
    public Intercomm dupWithInfo(Info info) {
        return new Intercomm(core().creation().duplicate(Info.core(info)));
    }

    /**
     * The number of ranks of the remote group. MPI: MPI_Comm_remote_size.
     *
     * @return at least 1
     */
    public int getRemoteSize() {
        return core().remoteSize();
    }

    /**
     * The remote group. MPI: MPI_Comm_remote_group.
     *
     * @return the group
     */
    public Group getRemoteGroup() {
        return new Group(core().remoteGroup());
    }

    /**
     * A communicator of both groups, one after the other. Every rank of both must call this. MPI: MPI_Intercomm_merge.
     *
     * @param high whether this group comes after the other; the same on all ranks of a group. When both groups pass
     *     the same, the one with the lower rank in {@link MPI#COMM_WORLD} at its head comes first
     * @return the new communicator
     */
    public Intracomm merge(boolean high) {
        return new Intracomm(core().creation().merge(high));
    }

    /**
     * The communicator with the processes that have spawned this one. MPI: MPI_Comm_get_parent.
     *
     * @return a {@linkplain #isNull null} communicator, as no process is spawned so far
     */
    public static Intercomm getParent() {
        MPI.checkOpen();
        return new Intercomm((Communicator) null);
    }
}
