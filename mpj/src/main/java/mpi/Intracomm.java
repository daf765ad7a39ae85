package mpi;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import mpj.engine.ErrorClass;

/**
 * A communicator of one group. MPI: an intracommunicator.
 *
 * <p>Its collectives are called by every rank, in the same order, and by one thread of a rank at a time. Their
 * messages do not mix with those of {@link Comm#Send} and {@link Comm#Recv}. Buffers that a rank sends from and
 * receives into must not overlap. Beside the errors that {@link Comm} lists there are, before anything is sent,
 * <ul>
 * <li>{@link MPI#ERR_ROOT}: the communicator has no such rank;
 * <li>{@link MPI#ERR_OP}: the operation is null, was freed or is not defined for the datatype;
 * <li>{@link MPI#ERR_COUNT}: a block's count is negative, or a rank sends itself more than it receives;
 * <li>{@link MPI#ERR_ARG}: counts or displacements are null or too few, a displacement is outside the buffer, or blocks
 *     that are received overlap.
 * </ul>
 * An error that shows only while messages arrive is thrown when the rank has done its part for the others.
 */
public class Intracomm extends Comm {
    private CollectiveContext collective;

    Intracomm() {
    }

    /**
     * Returns when every rank of the communicator has called it. MPI: MPI_Barrier.
     *
     * <p>Dissemination (Hensgen, Finkel and Manber 1988): in round k each rank tells the one 2^k further, and hears
     * from the one 2^k before; after log2 of the size rounds everybody has heard of everybody.
     */
    public void Barrier() {
        CollectiveContext context = collective().begin(Collective.BARRIER);
        try {
            int size = context.size();
            for (int distance = 1; distance < size; distance *= 2) {
                context.signal((context.rank() + distance) % size, (context.rank() - distance + size) % size);
            }
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Sends the root's elements to every rank. MPI: MPI_Bcast.
     *
     * @param buf the buffer: sent at the root, received into elsewhere
     * @param offset the first element
     * @param count the number of elements
     * @param type their type
     * @param root the root's rank, the same everywhere
     */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        CollectiveContext context = collective();
        try {
            CollectiveArguments.checkRoot(root, context.size());
            if (context.rank() == root) {
                CollectiveArguments.checkSend("buf", buf, offset, count, type);
            } else {
                CollectiveArguments.checkReceive("buf", buf, offset, count, type);
            }
            BinomialBroadcast.run(context.begin(Collective.BCAST), buf, offset, count, type, root);
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Brings blocks of equal size from every rank to the root, in the order of ranks. MPI: MPI_Gather.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset its first element
     * @param sendcount the number of its elements
     * @param sendtype their type
     * @param recvbuf what the root receives into, one block for each rank; of no account elsewhere
     * @param recvoffset where the first element goes
     * @param recvcount the number of elements of each block
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     */
    public void Gather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                       Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        gather(sendbuf, sendoffset, sendcount, sendtype,
            Blocks.equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype), root);
    }

    /**
     * Brings blocks from every rank to the root. MPI: MPI_Gatherv.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset its first element
     * @param sendcount the number of its elements
     * @param sendtype their type
     * @param recvbuf what the root receives into, one block for each rank; of no account elsewhere
     * @param recvoffset where the first element goes
     * @param recvcount the number of elements of each block; of no account elsewhere
     * @param displs where each block starts, in elements from recvoffset; of no account elsewhere
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     */
    public void Gatherv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                        Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        gather(sendbuf, sendoffset, sendcount, sendtype,
            new Blocks("recvbuf", recvbuf, recvoffset, 0, recvcount, displs, recvtype), root);
    }

    private void gather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Blocks blocks, int root) {
        CollectiveContext context = collective();
        try {
            CollectiveArguments.checkRoot(root, context.size());
            CollectiveArguments.checkSend("sendbuf", sendbuf, sendoffset, sendcount, sendtype);
            context.begin(Collective.GATHER);
            if (context.rank() == root) {
                blocks.checkReceive(context.size());
                CollectiveArguments.checkOwn(sendcount, sendtype, blocks.count(root), blocks.datatype());
                LinearGather.receive(context, sendbuf, sendoffset, sendcount, sendtype, blocks);
            } else {
                context.send(sendbuf, sendoffset, sendcount, sendtype, root);
            }
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Sends each rank its block, of equal size, from the root. MPI: MPI_Scatter.
     *
     * @param sendbuf what the root sends, one block for each rank; of no account elsewhere
     * @param sendoffset its first element
     * @param sendcount the number of elements of each block
     * @param sendtype their type
     * @param recvbuf what is received into
     * @param recvoffset where the first element goes
     * @param recvcount how many elements there is room for
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     */
    public void Scatter(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                        Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        scatter(Blocks.equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
            recvbuf, recvoffset, recvcount, recvtype, root);
    }

    /**
     * Sends each rank its block from the root. MPI: MPI_Scatterv.
     *
     * @param sendbuf what the root sends, one block for each rank; of no account elsewhere
     * @param sendoffset its first element
     * @param sendcount the number of elements of each block; of no account elsewhere
     * @param displs where each block starts, in elements from sendoffset; of no account elsewhere
     * @param sendtype their type
     * @param recvbuf what is received into
     * @param recvoffset where the first element goes
     * @param recvcount how many elements there is room for
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     */
    public void Scatterv(Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype,
                         Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        scatter(new Blocks("sendbuf", sendbuf, sendoffset, 0, sendcount, displs, sendtype),
            recvbuf, recvoffset, recvcount, recvtype, root);
    }

    private void scatter(Blocks blocks, Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveContext context = collective();
        try {
            CollectiveArguments.checkRoot(root, context.size());
            CollectiveArguments.checkReceive("recvbuf", recvbuf, recvoffset, recvcount, recvtype);
            context.begin(Collective.SCATTER);
            if (context.rank() == root) {
                blocks.checkSend(context.size());
                CollectiveArguments.checkOwn(blocks.count(root), blocks.datatype(), recvcount, recvtype);
                LinearScatter.send(context, blocks, recvbuf, recvoffset, recvcount, recvtype);
            } else {
                context.receive(recvbuf, recvoffset, recvcount, recvtype, root);
            }
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Brings blocks of equal size from every rank to every rank, in the order of ranks. MPI: MPI_Allgather.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset its first element
     * @param sendcount the number of its elements
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first element goes
     * @param recvcount the number of elements of each block
     * @param recvtype their type
     */
    public void Allgather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                          Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        allgather(sendbuf, sendoffset, sendcount, sendtype,
            Blocks.equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype));
    }

    /**
     * Brings blocks from every rank to every rank. MPI: MPI_Allgatherv.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset its first element
     * @param sendcount the number of its elements
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first element goes
     * @param recvcount the number of elements of each block
     * @param displs where each block starts, in elements from recvoffset
     * @param recvtype their type
     */
    public void Allgatherv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                           Object recvbuf, int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        allgather(sendbuf, sendoffset, sendcount, sendtype,
            new Blocks("recvbuf", recvbuf, recvoffset, 0, recvcount, displs, recvtype));
    }

    private void allgather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Blocks blocks) {
        CollectiveContext context = collective();
        try {
            CollectiveArguments.checkSend("sendbuf", sendbuf, sendoffset, sendcount, sendtype);
            blocks.checkReceive(context.size());
            CollectiveArguments.checkOwn(sendcount, sendtype, blocks.count(context.rank()), blocks.datatype());
            RingAllgather.run(context.begin(Collective.ALLGATHER), sendbuf, sendoffset, sendcount, sendtype, blocks);
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Sends a block of equal size from each rank to each rank. MPI: MPI_Alltoall.
     *
     * @param sendbuf what this rank sends, one block to each rank
     * @param sendoffset its first element
     * @param sendcount the number of elements of each block sent
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first element goes
     * @param recvcount the number of elements of each block received
     * @param recvtype their type
     */
    public void Alltoall(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                         Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        alltoall(Blocks.equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
            Blocks.equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype));
    }

    /**
     * Sends a block from each rank to each rank. MPI: MPI_Alltoallv.
     *
     * @param sendbuf what this rank sends, one block to each rank
     * @param sendoffset its first element
     * @param sendcount the number of elements of each block sent
     * @param sdispls where each block sent starts, in elements from sendoffset
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first element goes
     * @param recvcount the number of elements of each block received
     * @param rdispls where each block received starts, in elements from recvoffset
     * @param recvtype their type
     */
    public void Alltoallv(Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
                          Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        alltoall(new Blocks("sendbuf", sendbuf, sendoffset, 0, sendcount, sdispls, sendtype),
            new Blocks("recvbuf", recvbuf, recvoffset, 0, recvcount, rdispls, recvtype));
    }

    private void alltoall(Blocks sent, Blocks received) {
        CollectiveContext context = collective();
        try {
            int rank = context.rank();
            sent.checkSend(context.size());
            received.checkReceive(context.size());
            CollectiveArguments.checkOwn(sent.count(rank), sent.datatype(), received.count(rank), received.datatype());
            PairwiseAlltoall.run(context.begin(Collective.ALLTOALL), sent, received);
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Combines the elements of all ranks, and leaves the results at the root. MPI: MPI_Reduce.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset the first of them
     * @param recvbuf where the results go; of no account where not the root
     * @param recvoffset the first of them
     * @param count the number of elements, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @param root the root's rank, the same everywhere
     */
    public void Reduce(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
                       Op op, int root) {
        CollectiveContext context = collective();
        try {
            CollectiveArguments.checkRoot(root, context.size());
            CollectiveArguments.checkSend("sendbuf", sendbuf, sendoffset, count, datatype);
            if (context.rank() == root) {
                CollectiveArguments.checkReceive("recvbuf", recvbuf, recvoffset, count, datatype);
            }
            CollectiveArguments.checkOp(op, datatype);
            BinomialReduce.run(context.begin(Collective.REDUCE), sendbuf, sendoffset, recvbuf, recvoffset, count,
                datatype, op, root);
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Combines the elements of all ranks, and leaves the results at every rank. MPI: MPI_Allreduce.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset the first of them
     * @param recvbuf where the results go
     * @param recvoffset the first of them
     * @param count the number of elements, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     */
    public void Allreduce(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                          Datatype datatype, Op op) {
        CollectiveContext context = collective();
        try {
            checkReduction(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
            RecursiveDoublingAllreduce.run(context.begin(Collective.ALLREDUCE), sendbuf, sendoffset, recvbuf,
                recvoffset, count, datatype, op);
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    private static void checkReduction(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                                       Datatype datatype, Op op) {
        CollectiveArguments.checkSend("sendbuf", sendbuf, sendoffset, count, datatype);
        CollectiveArguments.checkReceive("recvbuf", recvbuf, recvoffset, count, datatype);
        CollectiveArguments.checkOp(op, datatype);
    }

    /**
     * Combines the elements of all ranks, and leaves each rank its block of the results. MPI: MPI_Reduce_scatter.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset the first of them
     * @param recvbuf where the results go
     * @param recvoffset the first of them
     * @param recvcounts how many of the results go to each rank, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     */
    public void Reduce_scatter(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts,
                               Datatype datatype, Op op) {
        CollectiveContext context = collective();
        try {
            Blocks sent = Blocks.successive("sendbuf", sendbuf, sendoffset, recvcounts, datatype, context.size())
                .checkSend(context.size());
            CollectiveArguments.checkReceive("recvbuf", recvbuf, recvoffset, recvcounts[context.rank()], datatype);
            CollectiveArguments.checkOp(op, datatype);
            PairwiseReduceScatter.run(context.begin(Collective.REDUCE_SCATTER), sent, recvbuf, recvoffset, op);
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Combines the elements of the ranks up to and with this one. MPI: MPI_Scan.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset the first of them
     * @param recvbuf where the results go
     * @param recvoffset the first of them
     * @param count the number of elements, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     */
    public void Scan(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
                     Op op) {
        CollectiveContext context = collective();
        try {
            checkReduction(sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op);
            RecursiveDoublingScan.run(context.begin(Collective.SCAN), sendbuf, sendoffset, recvbuf, recvoffset, count,
                datatype, op);
            context.end();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Combines two arrays, without other ranks: {@code inoutvec = invec op inoutvec}. MPI: MPI_Reduce_local.
     *
     * @param invec the left operands
     * @param inoutvec the right operands and the results
     * @param count the number of elements
     * @param datatype their type
     * @param op the operation
     */
    public void Reduce_local(Object invec, Object inoutvec, int count, Datatype datatype, Op op) {
        engine();
        if (op == null) {
            throw raise(ErrorClass.ERR_OP, "op is null; pass one such as MPI.SUM");
        }
        try {
            op.Call(invec, 0, inoutvec, 0, count, datatype);
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    private CollectiveContext collective() {
        engine();
        if (collective == null) {
            collective = new CollectiveContext(this);
        }
        return collective;
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

    final int agreeOnContext() {
        return new ContextAgreement(MPI.contextIds(), groupExchange()::maximum).agree();
    }

    /** Opens a communicator of some of this one's members, or returns null on a rank that is none of them. */
    final <C extends Intracomm> C openPart(C made, int newContext, int[] part) {
        int self = engine().rank();
        if (Arrays.stream(part).noneMatch(member -> member == self)) {
            MPI.contextIds().release(ContextIds.id(newContext));
            return null;
        }
        return openMade(made, newContext, part, part);
    }

    @Override
    public Object clone() {
        return openClone(new Intracomm(), agreeOnContext());
    }

    /**
     * Splits the communicator into one for each color. Every rank must call this. MPI: MPI_Comm_split.
     *
     * @param color not negative, the same on all ranks of a new communicator; {@link MPI#UNDEFINED} for none
     * @param key ranks there are in the order of their keys, and where these are the same, of their ranks here
     * @return the new communicator, or null where the color is {@link MPI#UNDEFINED}
     */
    public Intracomm Split(int color, int key) {
        engine();
        if (color < 0 && color != MPI.UNDEFINED) {
            throw raise(ErrorClass.ERR_ARG, "color is " + color + "; it must be MPI.UNDEFINED or not negative");
        }
        int[] colorsAndKeys = groupExchange().allgather(new int[] {color, key});
        int[] part = color == MPI.UNDEFINED ? new int[0] : IntStream.range(0, Size())
            .filter(rank -> colorsAndKeys[2 * rank] == color).boxed()
            .sorted(Comparator.comparingInt(rank -> colorsAndKeys[2 * rank + 1]))
            .mapToInt(this::memberAt).toArray();
        return openPart(new Intracomm(), agreeOnContext(), part);
    }

    /**
     * A communicator of some of the ranks. Every rank of this one must call this with the same group.
     * MPI: MPI_Comm_create.
     *
     * @param group members of this communicator's group, in any order
     * @return the new communicator, or null on a rank that is not in the group
     */
    public Intracomm Create(Group group) {
        engine();
        int[] part;
        try {
            part = Group.membersOf(group, "group");
        } catch (MPIException e) {
            throw raise(e);
        }
        for (int i = 0; i < part.length; i++) {
            if (rankOf(part[i]) < 0) {
                throw raise(ErrorClass.ERR_GROUP, "rank " + i + " of group is rank " + part[i]
                    + " of MPI.COMM_WORLD, which is not in the communicator");
            }
        }
        return openPart(new Intracomm(), agreeOnContext(), part);
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
        CartTopology topology = checkedCart(dims, periods);
        return openPart(new Cartcomm(topology), agreeOnContext(), Arrays.copyOf(groupMembers(), topology.size()));
    }

    /** The topology, when this communicator has enough ranks for it. */
    final CartTopology checkedCart(int[] dims, boolean[] periods) {
        engine();
        try {
            return CartTopology.of(dims, periods, Size());
        } catch (MPIException e) {
            throw raise(e);
        }
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
        GraphTopology topology = checkedGraph(index, edges);
        return openPart(new Graphcomm(topology), agreeOnContext(), Arrays.copyOf(groupMembers(), topology.size()));
    }

    /** The topology, when this communicator has enough ranks for it. */
    final GraphTopology checkedGraph(int[] index, int[] edges) {
        engine();
        try {
            return GraphTopology.of(index, edges, Size());
        } catch (MPIException e) {
            throw raise(e);
        }
    }
}
