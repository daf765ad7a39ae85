package mpi;

import java.lang.foreign.MemorySegment;
import java.net.Socket;
import java.nio.Buffer;
import mpj.core.comm.Communicator;
import mpj.core.comm.CreationFromGroups;
import mpj.core.comm.Duplication;
import mpj.core.comm.Joining;
import mpj.core.comm.SpawnArguments;
import mpj.core.message.InPlace;
import mpj.engine.ErrorClass;

/**
 * A communicator of one group. MPI: an intracommunicator. The following sections of MPI 4.1 describe its methods: 6.3
 * to 6.11 the blocking collectives, 6.12 the non-blocking ones, 7.4 new communicators, 8.5 topologies.
 *
 * <p>The library never reorders the ranks of a new communicator. Hints of communicators have no effect so far.
 */
public class Intracomm extends Comm {
    Intracomm() {
    }

    /** @param core the communicator below the API; null for a null communicator */
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
     * Splits the communicator into one communicator for each colour. Every rank must call this. MPI: MPI_Comm_split.
     *
     * @param colour a number that is not negative, and is the same on all ranks of a new communicator;
     *     {@link MPI#UNDEFINED} on a rank that is to be in no new communicator
     * @param key sets the order of the ranks in the new communicator: by their keys and, where the keys are the same,
     *     by their ranks in this communicator
     * @return the new communicator, which is {@linkplain #isNull null} if the colour is {@link MPI#UNDEFINED}
     */
    public final Intracomm split(int colour, int key) {
        return new Intracomm(core().creation().split(colour, key));
    }

    @Override
    public final Intracomm shrink() {
        return new Intracomm(core().creation().shrink());
    }

    /**
     * Splits the communicator by the location of the ranks. Every rank must call this. MPI: MPI_Comm_split_type.
     *
     * @param splitType {@link Comm#TYPE_SHARED} to get one communicator for each host; {@link MPI#UNDEFINED} on a rank
     *     that is to be in no new communicator
     * @param key as in {@link #split}
     * @param info {@link MPI#INFO_NULL}, or hints
     * @return the new communicator, which is {@linkplain #isNull null} if the type is {@link MPI#UNDEFINED}
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
     * Makes a communicator of some of the ranks. Every rank of this communicator must call this. The ranks of a new
     * communicator must pass the same group. MPI: MPI_Comm_create.
     *
     * @param group members of this communicator's group, in any order. The group that another rank passes is either the
     *     same, or has no member in common with this one
     * @return the new communicator, which is {@linkplain #isNull null} on a rank that is not in the group that it
     *     passes
     */
    public final Intracomm create(Group group) {
        return new Intracomm(core().creation().ofGroup(Group.core(group)));
    }

    /**
     * Makes a communicator of some of the ranks. Only these ranks need to call this, and all must pass the same group
     * and the same tag. MPI: MPI_Comm_create_group.
     *
     * @param group members of this communicator's group, in any order
     * @param tag a number that is not negative. If this rank makes another such call at the same time, the two tags
     *     must differ
     * @return the new communicator, which is {@linkplain #isNull null} on a rank that is not in the group
     */
    public final Intracomm createGroup(Group group, int tag) {
        return new Intracomm(core().creation().ofGroup(Group.core(group), tag));
    }

    /**
     * Makes a communicator of a group, without another communicator. Only the members of the group call this, and all
     * of them pass the same group and the same string. Needs {@link MPI#Init} or a {@link Session}. This library's own
     * form. MPI: MPI_Comm_create_from_group.
     *
     * @param group processes of this job, in any order
     * @param stringTag a string of at most {@link MPI#MAX_STRINGTAG_LEN} characters. If threads of this rank make
     *     several communicators of the same group at the same time, the strings must differ
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param errhandler the error handler of the new communicator, and of errors of this call
     * @return the new communicator, which is {@linkplain #isNull null} if the group is empty
     * @throws MPIException of class {@link MPI#ERR_GROUP} when this rank is not in the group, or when the group has
     *     processes of another job; of class {@link MPI#ERR_ARG} when the string is null, is too long, or is in use
     */
    public static Intracomm createFromGroup(Group group, String stringTag, Info info, Errhandler errhandler) {
        return new Intracomm(new CreationFromGroups(MPI.world()).ofGroup(Group.core(group), stringTag, Info.core(info),
            errhandler, Errhandler.fatal(errhandler)));
    }

    /**
     * Makes a communicator with a Cartesian topology. Every rank must call this with the same arguments.
     * MPI: MPI_Cart_create.
     *
     * @param dims the number of ranks in each dimension, at least 1; their product must not exceed {@link #getSize}
     * @param periods which dimensions are periodic
     * @param reorder whether ranks may be reordered in the new communicator. The library does not reorder them
     * @return the new communicator, which is {@linkplain #isNull null} on a rank for which the grid has no place
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
        return new CartComm(core().creation().cart(dims, periods));
    }

    /**
     * Makes a communicator with a graph topology. Every rank must call this with the same arguments.
     * MPI: MPI_Graph_create.
     *
     * @param index for each node, the number of edges of this node and of all nodes before it. The number of nodes must
     *     not exceed {@link #getSize}
     * @param edges the neighbours of node 0, followed by the neighbours of node 1, and so on
     * @param reorder whether ranks may be reordered in the new communicator. The library does not reorder them
     * @return the new communicator, which is {@linkplain #isNull null} on a rank for which the graph has no node
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
        return new GraphComm(core().creation().graph(index, edges));
    }

    /**
     * Makes a communicator with a directed graph whose edges have weights. Every rank must call this, and may name any
     * edges of the graph. Each edge is named by one rank only. MPI: MPI_Dist_graph_create.
     *
     * @param sources the ranks where edges begin
     * @param degrees for each of these ranks, the number of edges
     * @param destinations the ranks where the edges end: first for the edges of the first source, then for the edges of
     *     the second source, and so on
     * @param weights the weights of these edges, not negative. Their only use is that
     *     {@link GraphComm#getDistGraphNeighbors} returns them
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param reorder whether ranks may be reordered in the new communicator. The library does not reorder them
     * @return the new communicator
     */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, int[] weights,
                                           Info info, boolean reorder) {
        return new GraphComm(core().creation().distGraph(sources, degrees, destinations, weights, true,
            Info.core(info)));
    }

    /**
     * The same as {@link #createDistGraph(int[], int[], int[], int[], Info, boolean)}, but without weights.
     * MPI: MPI_Dist_graph_create with MPI_UNWEIGHTED.
     *
     * @param sources the ranks where edges begin
     * @param degrees for each of these ranks, the number of edges
     * @param destinations the ranks where the edges end: first for the edges of the first source, then for the edges of
     *     the second source, and so on
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param reorder whether ranks may be reordered in the new communicator. The library does not reorder them
     * @return the new communicator
     */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, Info info,
                                           boolean reorder) {
        return new GraphComm(core().creation().distGraph(sources, degrees, destinations, null, false,
            Info.core(info)));
    }

    /**
     * Makes a communicator with a directed graph whose edges have weights. Every rank must call this, and names all
     * edges that end or begin at this rank. Each edge is therefore named twice. MPI: MPI_Dist_graph_create_adjacent.
     *
     * @param sources the ranks where the edges begin that end at this rank
     * @param sourceWeights the weights of these edges, not negative
     * @param destinations the ranks where the edges end that begin at this rank
     * @param destWeights the weights of these edges, not negative
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param reorder whether ranks may be reordered in the new communicator. The library does not reorder them
     * @return the new communicator
     */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] sourceWeights, int[] destinations,
                                                   int[] destWeights, Info info, boolean reorder) {
        return new GraphComm(core().creation().adjacentGraph(sources, sourceWeights, destinations, destWeights, true,
            Info.core(info)));
    }

    /**
     * The same as {@link #createDistGraphAdjacent(int[], int[], int[], int[], Info, boolean)}, but without weights.
     * MPI: MPI_Dist_graph_create_adjacent with MPI_UNWEIGHTED.
     *
     * @param sources the ranks where the edges begin that end at this rank
     * @param destinations the ranks where the edges end that begin at this rank
     * @param info {@link MPI#INFO_NULL}, or hints
     * @param reorder whether ranks may be reordered in the new communicator. The library does not reorder them
     * @return the new communicator
     */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder) {
        return new GraphComm(core().creation().adjacentGraph(sources, null, destinations, null, false,
            Info.core(info)));
    }

    //@collectives ordered

    // ------------------------------------------------------------------------------------------------- processes

    /**
     * Opens a port, at which processes of other jobs can connect to this process.
     * MPI: MPI_Open_port, section 11.9.2.
     *
     * {@snippet :
     * // in one job, in which rank 0 opens the port and passes its name on, for example in a file:
     * String port = MPI.COMM_WORLD.getRank() == 0 ? Intracomm.openPort() : null;
     * Intercomm others = MPI.COMM_WORLD.accept(port, 0);
     * // in the other job, in which rank 0 has got the name:
     * Intercomm others = MPI.COMM_WORLD.connect(port, 0);
     * }
     *
     * @return the name of the port, of at most {@link MPI#MAX_PORT_NAME} characters. It contains a secret: whoever has
     *     the name may connect
     */
    public static String openPort() {
        return MPIException.result(() -> MPI.world().ports().open());
    }

    /**
     * The same as {@link #openPort()}. MPI: MPI_Open_port.
     *
     * @param info hints; no hint has an effect so far
     * @return the name of the port
     */
    public static String openPort(Info info) {
        return openPort();
    }

    /**
     * Closes a port. Processes that wait at the port to be accepted get an error, and so does a thread that is in
     * {@link #accept(String, int)} for this port. MPI: MPI_Close_port, section 11.9.2.
     *
     * @param name the name that {@link #openPort()} returned to this rank
     * @throws MPIException of class {@link MPI#ERR_PORT} when this rank has no such port
     */
    public static void closePort(String name) {
        MPIException.run(() -> MPI.world().ports().close(name));
    }

    /**
     * Waits until the processes of another job connect, and makes a communicator with them. Every rank must call this.
     * The other job calls {@link #connect(String, int)}. The call has no time limit; to end it, another thread of the
     * root closes the port. MPI: MPI_Comm_accept, section 11.9.2.
     *
     * @param port the name of a port that the root has opened; unused on other ranks
     * @param root the root's rank, the same on all ranks
     * @return a communicator with the processes that connect
     * @throws MPIException of class {@link MPI#ERR_PORT}, on all ranks, when the root has no such port, or closes it
     */
    public final Intercomm accept(String port, int root) {
        return new Intercomm(new Joining(core()).accept(port, root));
    }

    /**
     * The same as {@link #accept(String, int)}. MPI: MPI_Comm_accept.
     *
     * @param port the name of a port that the root has opened; unused on other ranks
     * @param info hints; no hint has an effect so far
     * @param root the root's rank, the same on all ranks
     * @return a communicator with the processes that connect
     */
    public final Intercomm accept(String port, Info info, int root) {
        return accept(port, root);
    }

    /**
     * Connects to the processes of another job, and makes a communicator with them. Every rank must call this. The
     * call waits until the other job calls {@link #accept(String, int)}. MPI: MPI_Comm_connect, section 11.9.3.
     *
     * @param port the name of a port of the other job; unused on ranks other than the root
     * @param root the root's rank, the same on all ranks
     * @return a communicator with the processes that accept
     * @throws MPIException of class {@link MPI#ERR_PORT}, on all ranks, when nobody listens at the port, when the port
     *     is closed meanwhile, or when the other job has another version of this library
     */
    public final Intercomm connect(String port, int root) {
        return new Intercomm(new Joining(core()).connect(port, root));
    }

    /**
     * The same as {@link #connect(String, int)}. MPI: MPI_Comm_connect.
     *
     * @param port the name of a port of the other job; unused on ranks other than the root
     * @param info hints; no hint has an effect so far
     * @param root the root's rank, the same on all ranks
     * @return a communicator with the processes that accept
     */
    public final Intercomm connect(String port, Info info, int root) {
        return connect(port, root);
    }

    /**
     * Makes a communicator with the process at the other end of a socket, which calls this at the same time. The socket
     * is free for other use afterwards. This library's own form. MPI: MPI_Comm_join,
     * section 11.10.5.
     *
     * @param socket a connected socket, which carries no other data during the call
     * @return a communicator of this process and the other one
     * @throws MPIException when the other process cannot be reached over the socket
     */
    public static Intercomm join(Socket socket) {
        return MPIException.result(() -> new Intercomm(new Joining(MPI.world().self()).join(socket)));
    }

    /**
     * Publishes a port under the name of a service, so that {@link #lookupName(String)} finds the port. The name is
     * withdrawn when this job ends; under a launcher other than mpjrun, when this rank ends. Which jobs find the name
     * depends on who keeps names: mpjrun, for its own jobs, or mpjnamed. MPI: MPI_Publish_name, section 11.9.4.
     *
     * @param service the name of the service, of 1 to 256 characters
     * @param port the name of the port
     * @throws MPIException of class {@link MPI#ERR_SERVICE} when the service was published already; of class
     *     {@link MPI#ERR_OTHER} when nobody keeps names for this job, or mpjnamed cannot be reached
     */
    public static void publishName(String service, String port) {
        MPIException.run(() -> MPI.world().names().publish(service, port));
    }

    /**
     * The same as {@link #publishName(String, String)}. MPI: MPI_Publish_name.
     *
     * @param service the name of the service
     * @param info hints; no hint has an effect so far
     * @param port the name of the port
     */
    public static void publishName(String service, Info info, String port) {
        publishName(service, port);
    }

    /**
     * Withdraws the name of a service. Only the job that has published the name may do this; under a launcher other
     * than mpjrun, only the rank. MPI: MPI_Unpublish_name, section 11.9.4.
     *
     * @param service the name of the service
     * @param port the port with which the service was published
     * @throws MPIException of class {@link MPI#ERR_SERVICE} when there is no such service, when another job or rank has
     *     published it, or when it was published with another port
     */
    public static void unpublishName(String service, String port) {
        MPIException.run(() -> MPI.world().names().unpublish(service, port));
    }

    /**
     * The same as {@link #unpublishName(String, String)}. MPI: MPI_Unpublish_name.
     *
     * @param service the name of the service
     * @param info hints; no hint has an effect so far
     * @param port the port with which the service was published
     */
    public static void unpublishName(String service, Info info, String port) {
        unpublishName(service, port);
    }

    /**
     * Looks up the port of a service, without waiting until it is published. MPI: MPI_Lookup_name, section 11.9.4.
     *
     * @param service the name of the service
     * @return the name of the port
     * @throws MPIException of class {@link MPI#ERR_NAME} when there is no such service
     */
    public static String lookupName(String service) {
        return MPIException.result(() -> MPI.world().names().lookUp(service));
    }

    /**
     * The same as {@link #lookupName(String)}. MPI: MPI_Lookup_name.
     *
     * @param service the name of the service
     * @param info hints; no hint has an effect so far
     * @return the name of the port
     */
    public static String lookupName(String service, Info info) {
        return lookupName(service);
    }

    /**
     * Starts processes, which form a job of their own, and makes a communicator with them. Every rank must call this.
     * The new processes get the communicator from {@link Intercomm#getParent}. The call returns when they have called
     * {@link MPI#Init}. MPI: MPI_Comm_spawn, section 11.8.2.
     *
     * {@snippet :
     * Intercomm workers = MPI.COMM_WORLD.spawn("Worker", null, 4, MPI.INFO_NULL, 0, null);
     * Intracomm all = workers.merge(false);
     * }
     *
     * <p>The arguments other than {@code root} and {@code errcodes} matter on the root only.
     *
     * @param command the program: a class, a {@code .jar} or a {@code .java} file, as {@code mpjrun} takes them
     * @param argv the program's arguments; null if there are none
     * @param maxprocs the number of processes, at least 1
     * @param info {@link MPI#INFO_NULL}, or hints of section 11.8.4: {@code host}, {@code wdir} and {@code path}; under
     *     mpjrun also {@code arch}, {@code file} and {@code soft}
     * @param root the root's rank, the same on all ranks
     * @param errcodes gets for each process 0, or the class of the error by which it was not started; null if they are
     *     not wanted
     * @return a communicator with the new processes
     * @throws MPIException of class {@link MPI#ERR_SPAWN}, on all ranks, when the processes cannot be started
     */
    public final Intercomm spawn(String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes) {
        return spawnMultiple(new String[] {command}, new String[][] {argv}, new int[] {maxprocs}, new Info[] {info},
            root, errcodes);
    }

    /**
     * Starts processes of several programs, which form one job. See
     * {@link #spawn(String, String[], int, Info, int, int[])}. MPI: MPI_Comm_spawn_multiple, section 11.8.3.
     *
     * @param commands the programs
     * @param argv the arguments of each program; null if no program has any
     * @param maxprocs the number of processes of each program, at least 1
     * @param info the hints for each program; null if there are none
     * @param root the root's rank, the same on all ranks
     * @param errcodes gets the codes of the processes of the first program, then those of the second, and so on; null
     *     if they are not wanted
     * @return a communicator with the new processes
     * @throws MPIException of class {@link MPI#ERR_SPAWN}, on all ranks, when the processes cannot be started
     */
    public final Intercomm spawnMultiple(String[] commands, String[][] argv, int[] maxprocs, Info[] info, int root,
                                         int[] errcodes) {
        return new Intercomm(new Joining(core()).spawn(
            () -> SpawnArguments.of(commands, argv, maxprocs, Info.core(info)), root, errcodes));
    }
}
