package mpi;

import mpj.core.comm.Communicator;
import mpj.core.comm.CreationFromGroups;
import mpj.core.comm.Duplication;

/**
 * A communicator of two groups. Messages go from a rank of one group to a rank of the other. Sources and destinations
 * are ranks of the remote group, whereas {@link #getRank} and {@link #getSize} belong to the local group. MPI: an
 * intercommunicator, sections 7.6 and 6.2.3 of MPI 4.1.
 *
 * <p>Every rank of both groups must call a collective. A rank sends data to the other group and receives data from the
 * other group. If the collective has blocks, there is one block for each rank of the other group. A reduction returns
 * the result of the other group's operands.
 *
 * <p>If the collective has a root, the root passes {@link MPI#ROOT}. The other ranks of the root's group pass
 * {@link MPI#PROC_NULL}, and their buffers are ignored. The ranks of the other group pass the root's rank. In these
 * collectives, no rank needs more than one buffer, so a program uses the forms with one buffer. If the collective has
 * no root, the forms with one buffer are errors of class {@link MPI#ERR_BUFFER}, because nothing can be in place. In
 * all other respects, collectives work as {@link Comm} says.
 */
public final class Intercomm extends Comm {
    /** @param core the communicator below the API; null for a null communicator */
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

    @Override
    public Intercomm shrink() {
        return new Intercomm(core().creation().shrink());
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
    public Intracomm merge(boolean high) {
        return new Intracomm(core().creation().merge(high));
    }

    /**
     * Makes a communicator of two groups, without another communicator. Only the members of the groups call this. Each
     * member passes its own group first. This library's own form. MPI: MPI_Intercomm_create_from_groups.
     *
     * @param localGroup the group of this rank
     * @param localLeader a rank in this rank's group, which the other group passes as {@code remoteLeader}
     * @param remoteGroup the other group, which has no member in common with this rank's group
     * @param remoteLeader a rank in the other group, which the other group passes as {@code localLeader}
     * @param stringTag as in {@link Intracomm#createFromGroup}
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param errhandler the error handler of the new communicator, and of errors of this call
     * @return the new communicator, which is {@linkplain #isNull null} if the local group is empty
     * @throws MPIException like {@link Intracomm#createFromGroup}; also of class {@link MPI#ERR_GROUP} when the groups
     *     have a member in common, and of class {@link MPI#ERR_RANK} when a group has no such leader
     */
    public static Intercomm createFromGroups(Group localGroup, int localLeader, Group remoteGroup, int remoteLeader,
                                             String stringTag, Info info, Errhandler errhandler) {
        return new Intercomm(new CreationFromGroups(MPI.world()).ofGroups(Group.core(localGroup), localLeader,
            Group.core(remoteGroup), remoteLeader, stringTag, Info.core(info), errhandler,
            Errhandler.fatal(errhandler)));
    }

    /**
     * The communicator with the processes that have spawned this process. MPI: MPI_Comm_get_parent, section 11.8.2.
     *
     * @return the communicator, the same each time; a {@linkplain #isNull null} one if no process has spawned this one,
     *     or the communicator was freed
     */
    public static Intercomm getParent() {
        return MPIException.result(() -> new Intercomm(MPI.world().parent()));
    }
}
