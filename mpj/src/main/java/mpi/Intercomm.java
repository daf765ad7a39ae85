package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.engine.ErrorClass;

/**
 * A communicator of two groups. Messages go from a rank of one to a rank of the other: sources and destinations are
 * ranks of the remote group, {@link #Rank} and {@link #Size} of the local one. MPI: an intercommunicator.
 *
 * <p>As in MPI-1, which mpiJava 1.2 follows, collective operations are those of intracommunicators: {@link #Merge}
 * makes one of the two groups. Collective here are {@link #clone} and {@link #Merge}.
 */
public class Intercomm extends Comm {
    private static final int[] NOTHING = {};

    Intercomm() {
    }

    /** See {@link Comm#Create_intercomm}; the arguments are checked but for the remote leader. */
    static Intercomm create(Comm peer, Intracomm local, int localLeader, int remoteLeader, int tag) {
        MPIException[] failure = new MPIException[1];
        GroupPair pair = new GroupPair(local.groupExchange(), localLeader,
            values -> swap(peer, values, remoteLeader, tag));
        GroupPair first = new GroupPair(local.groupExchange(), localLeader, values -> {
            try {
                return swap(peer, values, remoteLeader, tag);
            } catch (MPIException e) {
                // The others of this group wait for the leader: they are told, by a group without members.
                failure[0] = e;
                return NOTHING;
            }
        });
        int[] remote = first.swap(local.groupMembers());
        if (failure[0] != null) {
            throw failure[0];
        }
        if (remote.length == 0) {
            throw local.raise(ErrorClass.ERR_COMM, "the leader, rank " + localLeader
                + " of local_comm, failed to exchange groups with its remote_leader; its own error says why");
        }
        for (int member : remote) {
            if (local.rankOf(member) >= 0) {
                throw local.raise(ErrorClass.ERR_COMM, "rank " + local.rankOf(member)
                    + " of local_comm is in the remote group too; the groups must have no member in common");
            }
        }
        int newContext = new ContextAgreement(MPI.contextIds(), pair::maximum).agree();
        return local.openMade(new Intercomm(), newContext, local.groupMembers(), remote);
    }

    private static int[] swap(Comm peer, int[] values, int remoteLeader, int tag) {
        int[] length = new int[1];
        peer.Sendrecv(new int[] {values.length}, 0, 1, MPI.INT, remoteLeader, tag,
            length, 0, 1, MPI.INT, remoteLeader, tag);
        int[] received = new int[length[0]];
        peer.Sendrecv(values, 0, values.length, MPI.INT, remoteLeader, tag,
            received, 0, received.length, MPI.INT, remoteLeader, tag);
        return received;
    }

    /** The two groups, each led by its rank 0. */
    private GroupPair groups() {
        GroupExchange local = groupExchange();
        int remoteLeader = memberAt(0);
        return new GroupPair(local, 0, values -> local.exchange(values, remoteLeader, remoteLeader));
    }

    private int agreeOnContext() {
        return new ContextAgreement(MPI.contextIds(), groups()::maximum).agree();
    }

    @Override
    public boolean Test_inter() {
        engine();
        return true;
    }

    /**
     * The number of ranks of the remote group. MPI: MPI_Comm_remote_size.
     *
     * @return at least 1
     */
    public int Remote_size() {
        engine();
        return peerMembers().length;
    }

    /**
     * The remote group. MPI: MPI_Comm_remote_group.
     *
     * @return the group
     */
    public Group Remote_group() {
        return new Group(peerMembers(), engine().rank());
    }

    /**
     * A communicator of both groups, one after the other. Every rank of both must call this. MPI: MPI_Intercomm_merge.
     *
     * @param high whether this group comes after the other; the same on all ranks of a group. When both groups pass
     *     the same, the one with the lower rank in {@link MPI#COMM_WORLD} at its head comes first
     * @return the new communicator
     */
    public Intracomm Merge(boolean high) {
        GroupPair groups = groups();
        int remoteHigh = groups.swap(new int[] {high ? 1 : 0})[0];
        int localHigh = groupExchange().broadcast(new int[] {high ? 1 : 0}, 0)[0];
        int[] local = groupMembers();
        int[] remote = peerMembers();
        boolean localFirst = localHigh != remoteHigh ? localHigh < remoteHigh : local[0] < remote[0];
        int[] both = localFirst ? concatenated(local, remote) : concatenated(remote, local);
        return openMade(new Intracomm(), agreeOnContext(), both, both);
    }

    private static int[] concatenated(int[] first, int[] second) {
        return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }

    @Override
    public Object clone() {
        return openClone(new Intercomm(), agreeOnContext());
    }
}
