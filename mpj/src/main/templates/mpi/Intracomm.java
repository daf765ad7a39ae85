package mpi;

import mpj.core.collective.LocalReduction;
import mpj.core.comm.Communicator;

/**
 * A communicator of one group. MPI: an intracommunicator. The following sections of MPI 4.1 describe its methods: 6.3
 * to 6.11 the blocking collectives, 6.12 the non-blocking ones, 6.13 the persistent ones, 7.4 new communicators, 8.5
 * topologies.
 *
 * <p>Every rank must call a collective. All ranks must call the communicator's collectives in the same order, and two
 * threads of a rank must not call them at the same time. Messages of collectives do not mix with messages of
 * {@link Comm#Send} and {@link Comm#Recv}. The buffer to send from and the buffer to receive into may overlap, in part
 * or completely. The data is then sent as it was when the call began, at the cost of a copy. For a persistent
 * collective, the data of each start is sent. {@link MPI#IN_PLACE} does the same without a second buffer. The offset,
 * the counts and the datatype that belong to this buffer are then ignored:
 * <ul>
 * <li>for sendbuf of Allgather and Allgatherv, and at the root of Gather and Gatherv: this rank's block is already at
 *     its place in recvbuf;
 * <li>for sendbuf of Alltoall and Alltoallv: each received block replaces the block that is sent to the same rank;
 * <li>for sendbuf of Allreduce, Scan, Exscan, Reduce_scatter and Reduce_scatter_block, and at the root of Reduce: the
 *     operands are in recvbuf, from recvoffset on;
 * <li>for recvbuf at the root of Scatter and Scatterv: the root's block stays in sendbuf.
 * </ul>
 *
 * <p>The arguments of a persistent collective are checked and copied when it is made. After that, the program may
 * change the arrays of counts and displacements, and may free the datatypes and operations. The displacement of a block
 * without items is ignored. In addition to the errors that {@link Comm} lists, a collective reports these errors before
 * it sends anything:
 * <ul>
 * <li>{@link MPI#ERR_ROOT}: the communicator has no such rank;
 * <li>{@link MPI#ERR_OP}: the operation is null, was freed or is not defined for the datatype;
 * <li>{@link MPI#ERR_COUNT}: a block's count is negative, or a rank sends itself more than it receives;
 * <li>{@link MPI#ERR_BUFFER}: {@link MPI#IN_PLACE} is passed where it has no meaning;
 * <li>{@link MPI#ERR_ARG}: counts or displacements are null or too few, a displacement is outside the buffer, or blocks
 *     that are received overlap;
 * <li>{@link MPI#ERR_TYPE}: an operation is applied to items that name an element twice.
 * </ul>
 * If an error is found only while messages arrive, the call throws it after the rank has done its part for the other
 * ranks.
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
     * Combines two arrays of this rank, without communication: {@code inoutvec = invec op inoutvec}.
     * MPI: MPI_Reduce_local.
     *
     * @param invec the left operands
     * @param inoutvec the right operands and the results
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param op the operation
     */
    public void Reduce_local(Object invec, Object inoutvec, int count, Datatype datatype, Op op) {
        Communicator open = core();
        open.errors().run(() ->
            LocalReduction.combine(Op.core(op), invec, 0, inoutvec, 0, count, Datatype.core(datatype)));
    }

    // ----------------------------------------------------------------------------------- communicators of this one

    /**
     * Compares the members of two communicators, as {@link Comm#Compare} does. MPI: MPI_Comm_compare.
     *
     * @param comm1 a communicator
     * @param comm2 another communicator
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
     * Splits the communicator into one communicator for each color. Every rank must call this. MPI: MPI_Comm_split.
     *
     * @param color a number that is not negative, and is the same on all ranks of a new communicator;
     *     {@link MPI#UNDEFINED} on a rank that is to be in no new communicator
     * @param key sets the order of the ranks in the new communicator: by their keys and, where the keys are the same,
     *     by their ranks in this communicator
     * @return the new communicator, or null if the color is {@link MPI#UNDEFINED}
     */
    public Intracomm Split(int color, int key) {
        return of(core().creation().split(color, key));
    }

    @Override
    public Intracomm Shrink() {
        return of(core().creation().shrink());
    }

    /**
     * Makes a communicator of some of the ranks. Every rank of this communicator must call this with the same group.
     * MPI: MPI_Comm_create.
     *
     * @param group members of this communicator's group, in any order
     * @return the new communicator, or null on a rank that is not in the group
     */
    public Intracomm Create(Group group) {
        return of(core().creation().ofGroup(Group.core(group)));
    }

    /**
     * The same as {@link #Create}, with mpiJava's name.
     *
     * @param group members of this communicator's group, in any order
     * @return the new communicator, or null on a rank that is not in the group
     */
    public Intracomm Creat(Group group) {
        return Create(group);
    }

    /**
     * Makes a communicator with a Cartesian topology. Every rank must call this with the same arguments.
     * MPI: MPI_Cart_create.
     *
     * @param dims the number of ranks in each dimension, at least 1; their product must not exceed {@link #Size}
     * @param periods which dimensions are periodic
     * @param reorder whether ranks may be reordered in the new communicator. The library does not reorder them
     * @return the new communicator, or null on a rank for which the grid has no place
     */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
        return Cartcomm.of(core().creation().cart(dims, periods));
    }

    /**
     * Makes a communicator with a graph topology. Every rank must call this with the same arguments.
     * MPI: MPI_Graph_create.
     *
     * @param index for each node, the number of edges of this node and of all nodes before it. The number of nodes must
     *     not exceed {@link #Size}
     * @param edges the neighbours of node 0, followed by the neighbours of node 1, and so on
     * @param reorder whether ranks may be reordered in the new communicator. The library does not reorder them
     * @return the new communicator, or null on a rank for which the graph has no node
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
        return Graphcomm.of(core().creation().graph(index, edges));
    }
}
