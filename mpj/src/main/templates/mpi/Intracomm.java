package mpi;

import mpj.core.collective.LocalReduction;
import mpj.core.comm.Communicator;

/**
 * A communicator of one group. MPI: an intracommunicator. In the standard (sections of MPI 4.1): blocking collectives
 * are 6.3 to 6.11, non-blocking 6.12, persistent 6.13, new communicators 7.4, topologies 8.5.
 *
 * <p>Its collectives are called by every rank, in the same order, and by one thread of a rank at a time. Their
 * messages do not mix with those of {@link Comm#Send} and {@link Comm#Recv}. What a rank sends and where it receives
 * may be the same memory, in whole or in part: all is sent as it was when the call began (of a persistent collective,
 * each start), at the cost of a copy. {@link MPI#IN_PLACE} says the same without a second buffer; the offset, counts
 * and datatype that go with it are then ignored:
 * <ul>
 * <li>for sendbuf of Gather and Gatherv at the root, of Allgather and Allgatherv: this rank's block is in recvbuf
 *     already, where it belongs; of Alltoall and Alltoallv: each block received takes the place of the one sent;
 * <li>for sendbuf of Reduce at the root, of Allreduce, Scan, Exscan, Reduce_scatter and Reduce_scatter_block: the
 *     operands are in recvbuf, from recvoffset on;
 * <li>for recvbuf of Scatter and Scatterv at the root: its block stays in sendbuf.
 * </ul>
 *
 * <p>The arguments of a persistent collective are checked when it is made, and are what they were then: arrays of
 * counts and displacements may be changed, datatypes and operations freed. The displacement of a block
 * without items is ignored. Beside the errors that {@link Comm} lists there are, before anything is sent,
 * <ul>
 * <li>{@link MPI#ERR_ROOT}: the communicator has no such rank;
 * <li>{@link MPI#ERR_OP}: the operation is null, was freed or is not defined for the datatype;
 * <li>{@link MPI#ERR_COUNT}: a block's count is negative, or a rank sends itself more than it receives;
 * <li>{@link MPI#ERR_BUFFER}: {@link MPI#IN_PLACE} stands where it has no meaning;
 * <li>{@link MPI#ERR_ARG}: counts or displacements are null or too few, a displacement is outside the buffer, or blocks
 *     that are received overlap;
 * <li>{@link MPI#ERR_TYPE}: an operation is to combine items that name an element twice.
 * </ul>
 * An error that shows only while messages arrive is thrown when the rank has done its part for the others.
 */
public class Intracomm extends Comm {
    Intracomm() {
    }

    Intracomm(Communicator core) {
        super(core);
    }

    private static Intracomm of(Communicator core) {
        return core == null ? null : new Intracomm(core);
    }

    //@collectives intra

    /**
     * Combines two arrays, without other ranks: {@code inoutvec = invec op inoutvec}. MPI: MPI_Reduce_local.
     *
     * @param invec the left operands
     * @param inoutvec the right operands and the results
     * @param count the number of items
     * @param datatype their type
     * @param op the operation
     */
    public void Reduce_local(Object invec, Object inoutvec, int count, Datatype datatype, Op op) {
        Communicator open = core();
        open.errors().run(() ->
            LocalReduction.combine(Op.core(op), invec, 0, inoutvec, 0, count, Datatype.core(datatype)));
    }

    // ----------------------------------------------------------------------------------- communicators of this one

    /**
     * Whether two communicators have the same members: {@link Comm#Compare}. MPI: MPI_Comm_compare.
     *
     * @param comm1 one
     * @param comm2 the other
     * @return {@link MPI#IDENT}, {@link MPI#CONGRUENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL}
     */
    public static int Compare(Comm comm1, Comm comm2) {
        return Comm.Compare(comm1, comm2);
    }

    @Override
    public Object clone() {
        return new Intracomm(core().creation().duplicate());
    }

    /**
     * Splits the communicator into one for each color. Every rank must call this. MPI: MPI_Comm_split.
     *
     * @param color not negative, the same on all ranks of a new communicator; {@link MPI#UNDEFINED} for none
     * @param key ranks there are in the order of their keys, and where these are the same, of their ranks here
     * @return the new communicator, or null where the color is {@link MPI#UNDEFINED}
     */
    public Intracomm Split(int color, int key) {
        return of(core().creation().split(color, key));
    }

    /**
     * A communicator of some of the ranks. Every rank of this one must call this with the same group.
     * MPI: MPI_Comm_create.
     *
     * @param group members of this communicator's group, in any order
     * @return the new communicator, or null on a rank that is not in the group
     */
    public Intracomm Create(Group group) {
        return of(core().creation().ofGroup(Group.core(group)));
    }

    /**
     * As {@link #Create}: mpiJava's name for it.
     *
     * @param group members of this communicator's group, in any order
     * @return the new communicator, or null on a rank that is not in the group
     */
    public Intracomm Creat(Group group) {
        return Create(group);
    }

    /**
     * A communicator with a Cartesian topology. Every rank must call this with the same arguments.
     * MPI: MPI_Cart_create.
     *
     * @param dims the number of ranks in each dimension, at least 1; together not more than {@link #Size}
     * @param periods which dimensions are periodic
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator, or null on a rank for which there is no place
     */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
        return Cartcomm.of(core().creation().cart(dims, periods));
    }

    /**
     * A communicator with a graph topology. Every rank must call this with the same arguments. MPI: MPI_Graph_create.
     *
     * @param index for each node, how many edges it and those before it have; not more nodes than {@link #Size}
     * @param edges the neighbours of node 0, then those of node 1, and so on
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator, or null on a rank for which there is no node
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
        return Graphcomm.of(core().creation().graph(index, edges));
    }
}
