package mpi;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpjbuf.layout.ElementType;

/** A communicator of one group. MPI: an intracommunicator. */
public class Intracomm extends Comm {
    private static final byte[] NOTHING = {};
    private static final int BARRIER_TAG = 1;

    Intracomm() {
    }

    /**
     * Returns when every rank of the communicator has called it. MPI: MPI_Barrier.
     *
     * <p>Dissemination (Hensgen, Finkel and Manber 1988): in round k each rank tells the one 2^k further, and hears
     * from the one 2^k before; after log2 of the size rounds everybody has heard of everybody.
     */
    public void Barrier() {
        Engine engine = engine();
        int size = Size();
        for (int distance = 1; distance < size; distance *= 2) {
            engine.send(NOTHING, ElementType.BYTE, 0, 0, 0, collectiveContext(), BARRIER_TAG,
                memberAt((Rank() + distance) % size));
            engine.receive(NOTHING, ElementType.BYTE, ElementType.BYTE.code(), 0, 0, collectiveContext(),
                memberAt((Rank() - distance + size) % size), BARRIER_TAG);
        }
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
