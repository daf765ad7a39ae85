package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import mpj.core.comm.Communicator;
import mpj.core.comm.Duplication;
import mpj.core.message.InPlace;
import mpj.engine.ErrorClass;

/**
 * A communicator of one group. MPI: an intracommunicator. In the standard (sections of MPI 4.1): blocking collectives
 * are 6.3 to 6.11, non-blocking 6.12, new communicators 7.4, topologies 8.5.
 *
 * <p>Ranks of new communicators are never reordered. Hints change nothing so far.
 */
public class Intracomm extends Comm {
    Intracomm() {
    }

    /** @param core what it is below the API; null for a null communicator */
    Intracomm(Communicator core) {
        super(core);
    }

    Intracomm(Intracomm original, Duplication duplication) {
        super(original, duplication);
    }

    @Override
    public Intracomm clone() {
        return dup();
    }

    @Override
    public Intracomm dup() {
        return new Intracomm(core().creation().duplicate());
    }

    @Override
    public Intracomm iDup() {
        return new Intracomm(this, core().creation().startDuplicate());
    }

    @Override
    public Intracomm dupWithInfo(Info info) {
        return new Intracomm(core().creation().duplicate(Info.core(info)));
    }

    // ----------------------------------------------------------------------------------- communicators of this one

    /**
     * Splits the communicator into one for each colour. Every rank must call this. MPI: MPI_Comm_split.
     *
     * @param colour not negative, the same on all ranks of a new communicator; {@link MPI#UNDEFINED} for none
     * @param key ranks there are in the order of their keys, and where these are the same, of their ranks here
     * @return the new communicator, {@linkplain #isNull null} where the colour is {@link MPI#UNDEFINED}
     */
    public final Intracomm split(int colour, int key) {
        return new Intracomm(core().creation().split(colour, key));
    }

    /**
     * Splits the communicator by where the ranks are. Every rank must call this. MPI: MPI_Comm_split_type.
     *
     * @param splitType {@link Comm#TYPE_SHARED}, for one communicator for each host; {@link MPI#UNDEFINED} on ranks
     *     that are to be in none
     * @param key as for {@link #split}
     * @param info {@link MPI#INFO_NULL}, or hints
     * @return the new communicator, {@linkplain #isNull null} where the type is {@link MPI#UNDEFINED}
     */
    public final Intracomm splitType(int splitType, int key, Info info) {
        return new Intracomm(core().creation().splitByHost(isShared(splitType), key, Info.core(info)));
    }

    private boolean isShared(int splitType) {
        if (splitType != TYPE_SHARED && splitType != MPI.UNDEFINED) {
            throw core().errors().raise(ErrorClass.ERR_ARG, "splitType is " + splitType
                + "; it must be Comm.TYPE_SHARED or MPI.UNDEFINED");
        }
        return splitType == TYPE_SHARED;
    }

    /**
     * A communicator of some of the ranks. Every rank of this one must call this, and those of a new one with the same
     * group. MPI: MPI_Comm_create.
     *
     * @param group members of this communicator's group, in any order; the groups of other ranks are the same, or have
     *     no member in common with it
     * @return the new communicator, {@linkplain #isNull null} on a rank that is not in its own group
     */
    public final Intracomm create(Group group) {
        return new Intracomm(core().creation().ofGroup(Group.core(group)));
    }

    /**
     * A communicator of some of the ranks. Only these need call it, all with the same group and tag. MPI:
     * MPI_Comm_create_group.
     *
     * @param group members of this communicator's group, in any order
     * @param tag not negative; other than that of another such call that this rank makes at the same time
     * @return the new communicator, {@linkplain #isNull null} on a rank that is not in the group
     */
    public final Intracomm createGroup(Group group, int tag) {
        return new Intracomm(core().creation().ofGroup(Group.core(group), tag));
    }

    /**
     * A communicator with a Cartesian topology. Every rank must call this with the same arguments.
     * MPI: MPI_Cart_create.
     *
     * @param dims the number of ranks in each dimension, at least 1; together not more than {@link #getSize}
     * @param periods which dimensions are periodic
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator, {@linkplain #isNull null} on a rank for which there is no place
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
        return new CartComm(core().creation().cart(dims, periods));
    }

    /**
     * A communicator with a graph topology. Every rank must call this with the same arguments. MPI: MPI_Graph_create.
     *
     * @param index for each node, how many edges it and those before it have; not more nodes than {@link #getSize}
     * @param edges the neighbours of node 0, then those of node 1, and so on
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator, {@linkplain #isNull null} on a rank for which there is no node
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
        return new GraphComm(core().creation().graph(index, edges));
    }

    /**
     * A communicator with a directed graph, whose edges have weights. Every rank must call this, and names any edges:
     * each edge is named by one rank. MPI: MPI_Dist_graph_create.
     *
     * @param sources ranks where edges begin
     * @param degrees for each of these, how many edges
     * @param destinations where the edges lead: those of the first source, then those of the second, and so on
     * @param weights of these edges, not negative; they only come back from {@link GraphComm#getDistGraphNeighbors}
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator
     */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, int[] weights,
                                           Info info, boolean reorder) {
        return new GraphComm(core().creation().distGraph(sources, degrees, destinations, weights, true,
            Info.core(info)));
    }

    /**
     * As {@link #createDistGraph(int[], int[], int[], int[], Info, boolean)}, without weights.
     * MPI: MPI_Dist_graph_create with MPI_UNWEIGHTED.
     *
     * @param sources ranks where edges begin
     * @param degrees for each of these, how many edges
     * @param destinations where the edges lead: those of the first source, then those of the second, and so on
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator
     */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, Info info,
                                           boolean reorder) {
        return new GraphComm(core().creation().distGraph(sources, degrees, destinations, null, false,
            Info.core(info)));
    }

    /**
     * A communicator with a directed graph, whose edges have weights. Every rank must call this, and names all edges
     * that end at it or begin there. So each edge is named twice. MPI: MPI_Dist_graph_create_adjacent.
     *
     * @param sources where the edges come from that end here
     * @param sourceWeights their weights, not negative
     * @param destinations where the edges lead that begin here
     * @param destWeights their weights, not negative
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator
     */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] sourceWeights, int[] destinations,
                                                   int[] destWeights, Info info, boolean reorder) {
        return new GraphComm(core().creation().adjacentGraph(sources, sourceWeights, destinations, destWeights, true,
            Info.core(info)));
    }

    /**
     * As {@link #createDistGraphAdjacent(int[], int[], int[], int[], Info, boolean)}, without weights.
     * MPI: MPI_Dist_graph_create_adjacent with MPI_UNWEIGHTED.
     *
     * @param sources where the edges come from that end here
     * @param destinations where the edges lead that begin here
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator
     */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder) {
        return new GraphComm(core().creation().adjacentGraph(sources, null, destinations, null, false,
            Info.core(info)));
    }

    //@collectives ordered

    // ---------------------------------------------------------------------------- processes: not supported yet

    /**
     * Not supported yet. MPI: MPI_Open_port.
     *
     * @return the name of a port
     */
    public static String openPort() {
        throw MPIException.notYet("Intracomm.openPort");
    }

    /**
     * Not supported yet. MPI: MPI_Open_port.
     *
     * @param info hints
     * @return the name of a port
     */
    public static String openPort(Info info) {
        throw MPIException.notYet("Intracomm.openPort");
    }

    /**
     * Not supported yet. MPI: MPI_Close_port.
     *
     * @param name the port's
     */
    public static void closePort(String name) {
        throw MPIException.notYet("Intracomm.closePort");
    }

    /**
     * Not supported yet. MPI: MPI_Comm_accept.
     *
     * @param port the name of a port
     * @param root the rank that knows it
     * @return a communicator with those who connect
     */
    public final Intercomm accept(String port, int root) {
        throw MPIException.notYet("Intracomm.accept");
    }

    /**
     * Not supported yet. MPI: MPI_Comm_accept.
     *
     * @param port the name of a port
     * @param info hints
     * @param root the rank that knows the port
     * @return a communicator with those who connect
     */
    public final Intercomm accept(String port, Info info, int root) {
        throw MPIException.notYet("Intracomm.accept");
    }

    /**
     * Not supported yet. MPI: MPI_Comm_connect.
     *
     * @param port the name of a port
     * @param root the rank that knows it
     * @return a communicator with those who accept
     */
    public final Intercomm connect(String port, int root) {
        throw MPIException.notYet("Intracomm.connect");
    }

    /**
     * Not supported yet. MPI: MPI_Comm_connect.
     *
     * @param port the name of a port
     * @param info hints
     * @param root the rank that knows the port
     * @return a communicator with those who accept
     */
    public final Intercomm connect(String port, Info info, int root) {
        throw MPIException.notYet("Intracomm.connect");
    }

    /**
     * Not supported yet. MPI: MPI_Publish_name.
     *
     * @param service the name
     * @param port what it stands for
     */
    public static void publishName(String service, String port) {
        throw MPIException.notYet("Intracomm.publishName");
    }

    /**
     * Not supported yet. MPI: MPI_Publish_name.
     *
     * @param service the name
     * @param info hints
     * @param port what the name stands for
     */
    public static void publishName(String service, Info info, String port) {
        throw MPIException.notYet("Intracomm.publishName");
    }

    /**
     * Not supported yet. MPI: MPI_Unpublish_name.
     *
     * @param service the name
     * @param port what it stands for
     */
    public static void unpublishName(String service, String port) {
        throw MPIException.notYet("Intracomm.unpublishName");
    }

    /**
     * Not supported yet. MPI: MPI_Unpublish_name.
     *
     * @param service the name
     * @param info hints
     * @param port what the name stands for
     */
    public static void unpublishName(String service, Info info, String port) {
        throw MPIException.notYet("Intracomm.unpublishName");
    }

    /**
     * Not supported yet. MPI: MPI_Lookup_name.
     *
     * @param service the name
     * @return the port that it stands for
     */
    public static String lookupName(String service) {
        throw MPIException.notYet("Intracomm.lookupName");
    }

    /**
     * Not supported yet. MPI: MPI_Lookup_name.
     *
     * @param service the name
     * @param info hints
     * @return the port that it stands for
     */
    public static String lookupName(String service, Info info) {
        throw MPIException.notYet("Intracomm.lookupName");
    }

    /**
     * Not supported yet. MPI: MPI_Comm_spawn.
     *
     * @param command the program
     * @param argv its arguments
     * @param maxprocs how many processes of it
     * @param info hints
     * @param root the rank whose arguments count
     * @param errcodes for each process, the code of the error that it has met
     * @return a communicator with the new processes
     */
    public final Intercomm spawn(String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes) {
        throw MPIException.notYet("Intracomm.spawn");
    }

    /**
     * Not supported yet. MPI: MPI_Comm_spawn_multiple.
     *
     * @param commands the programs
     * @param argv the arguments of each
     * @param maxprocs how many processes of each
     * @param info hints for each
     * @param root the rank whose arguments count
     * @param errcodes for each process, the code of the error that it has met
     * @return a communicator with the new processes
     */
    public final Intercomm spawnMultiple(String[] commands, String[][] argv, int[] maxprocs, Info[] info, int root,
                                         int[] errcodes) {
        throw MPIException.notYet("Intracomm.spawnMultiple");
    }
}
