package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import mpj.core.comm.Communicator;

/** TODO. MPI: see the list. */
public class Intracomm extends Comm {
    Intracomm() {
    }

    Intracomm(Communicator core) {
        super(core);
    }

    /**
     * TODO.
     * @return TODO
     */
    @Override
    public Intracomm clone() {
        throw MPIException.notYet("Intracomm.clone");
    }

    /**
     * TODO.
     * @return TODO
     */
    public Intracomm dup() {
        throw MPIException.notYet("Intracomm.dup");
    }

    /**
     * TODO.
     * @return TODO
     */
    public Intracomm iDup() {
        throw MPIException.notYet("Intracomm.iDup");
    }

    /**
     * TODO.
     *
     * @param info TODO
     * @return TODO
     */
    public Intracomm dupWithInfo(Info info) {
        throw MPIException.notYet("Intracomm.dupWithInfo");
    }

    /**
     * TODO. MPI: MPI_Comm_split.
     *
     * @param colour TODO
     * @param key TODO
     * @return TODO
     */
    public final Intracomm split(int colour, int key) {
        throw MPIException.notYet("Intracomm.split");
    }

    /**
     * TODO. MPI: MPI_Comm_split_type.
     *
     * @param splitType TODO
     * @param key TODO
     * @param info TODO
     * @return TODO
     */
    public final Intracomm splitType(int splitType, int key, Info info) {
        throw MPIException.notYet("Intracomm.splitType");
    }

    /**
     * TODO. MPI: MPI_Comm_create.
     *
     * @param group TODO
     * @return TODO
     */
    public final Intracomm create(Group group) {
        throw MPIException.notYet("Intracomm.create");
    }

    /**
     * TODO. MPI: MPI_Comm_create_group.
     *
     * @param group TODO
     * @param tag TODO
     * @return TODO
     */
    public final Intracomm createGroup(Group group, int tag) {
        throw MPIException.notYet("Intracomm.createGroup");
    }

    /**
     * TODO. MPI: MPI_Cart_create.
     *
     * @param dims TODO
     * @param periods TODO
     * @param reorder TODO
     * @return TODO
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
        throw MPIException.notYet("Intracomm.createCart");
    }

    /**
     * TODO. MPI: MPI_Graph_create.
     *
     * @param index TODO
     * @param edges TODO
     * @param reorder TODO
     * @return TODO
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
        throw MPIException.notYet("Intracomm.createGraph");
    }

    /**
     * TODO. MPI: MPI_Dist_graph_create.
     *
     * @param sources TODO
     * @param degrees TODO
     * @param destinations TODO
     * @param weights TODO
     * @param info TODO
     * @param reorder TODO
     * @return TODO
     */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, int[] weights,
                                           Info info, boolean reorder) {
        throw MPIException.notYet("Intracomm.createDistGraph");
    }

    /**
     * TODO. MPI: MPI_Dist_graph_create.
     *
     * @param sources TODO
     * @param degrees TODO
     * @param destinations TODO
     * @param info TODO
     * @param reorder TODO
     * @return TODO
     */
    public final GraphComm createDistGraph(int[] sources, int[] degrees, int[] destinations, Info info,
                                           boolean reorder) {
        throw MPIException.notYet("Intracomm.createDistGraph");
    }

    /**
     * TODO. MPI: MPI_Dist_graph_create_adjacent.
     *
     * @param sources TODO
     * @param sourceWeights TODO
     * @param destinations TODO
     * @param destWeights TODO
     * @param info TODO
     * @param reorder TODO
     * @return TODO
     */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] sourceWeights, int[] destinations,
                                                   int[] destWeights, Info info, boolean reorder) {
        throw MPIException.notYet("Intracomm.createDistGraphAdjacent");
    }

    /**
     * TODO. MPI: MPI_Dist_graph_create_adjacent.
     *
     * @param sources TODO
     * @param destinations TODO
     * @param info TODO
     * @param reorder TODO
     * @return TODO
     */
    public final GraphComm createDistGraphAdjacent(int[] sources, int[] destinations, Info info, boolean reorder) {
        throw MPIException.notYet("Intracomm.createDistGraphAdjacent");
    }

    //@collectives ordered

    /**
     * TODO. MPI: MPI_Open_port.
     * @return TODO
     */
    public static String openPort() {
        throw MPIException.notYet("Intracomm.openPort");
    }

    /**
     * TODO. MPI: MPI_Open_port.
     *
     * @param info TODO
     * @return TODO
     */
    public static String openPort(Info info) {
        throw MPIException.notYet("Intracomm.openPort");
    }

    /**
     * TODO. MPI: MPI_Close_port.
     *
     * @param name TODO
     */
    public static void closePort(String name) {
        throw MPIException.notYet("Intracomm.closePort");
    }

    /**
     * TODO. MPI: MPI_Comm_accept.
     *
     * @param port TODO
     * @param root TODO
     * @return TODO
     */
    public final Intercomm accept(String port, int root) {
        throw MPIException.notYet("Intracomm.accept");
    }

    /**
     * TODO. MPI: MPI_Comm_accept.
     *
     * @param port TODO
     * @param info TODO
     * @param root TODO
     * @return TODO
     */
    public final Intercomm accept(String port, Info info, int root) {
        throw MPIException.notYet("Intracomm.accept");
    }

    /**
     * TODO. MPI: MPI_Comm_connect.
     *
     * @param port TODO
     * @param root TODO
     * @return TODO
     */
    public final Intercomm connect(String port, int root) {
        throw MPIException.notYet("Intracomm.connect");
    }

    /**
     * TODO. MPI: MPI_Comm_connect.
     *
     * @param port TODO
     * @param info TODO
     * @param root TODO
     * @return TODO
     */
    public final Intercomm connect(String port, Info info, int root) {
        throw MPIException.notYet("Intracomm.connect");
    }

    /**
     * TODO. MPI: MPI_Publish_name.
     *
     * @param service TODO
     * @param port TODO
     */
    public static void publishName(String service, String port) {
        throw MPIException.notYet("Intracomm.publishName");
    }

    /**
     * TODO. MPI: MPI_Publish_name.
     *
     * @param service TODO
     * @param info TODO
     * @param port TODO
     */
    public static void publishName(String service, Info info, String port) {
        throw MPIException.notYet("Intracomm.publishName");
    }

    /**
     * TODO. MPI: MPI_Unpublish_name.
     *
     * @param service TODO
     * @param port TODO
     */
    public static void unpublishName(String service, String port) {
        throw MPIException.notYet("Intracomm.unpublishName");
    }

    /**
     * TODO. MPI: MPI_Unpublish_name.
     *
     * @param service TODO
     * @param info TODO
     * @param port TODO
     */
    public static void unpublishName(String service, Info info, String port) {
        throw MPIException.notYet("Intracomm.unpublishName");
    }

    /**
     * TODO. MPI: MPI_Lookup_name.
     *
     * @param service TODO
     * @return TODO
     */
    public static String lookupName(String service) {
        throw MPIException.notYet("Intracomm.lookupName");
    }

    /**
     * TODO. MPI: MPI_Lookup_name.
     *
     * @param service TODO
     * @param info TODO
     * @return TODO
     */
    public static String lookupName(String service, Info info) {
        throw MPIException.notYet("Intracomm.lookupName");
    }

    /**
     * TODO. MPI: MPI_Comm_spawn.
     *
     * @param command TODO
     * @param argv TODO
     * @param maxprocs TODO
     * @param info TODO
     * @param root TODO
     * @param errcodes TODO
     * @return TODO
     */
    public final Intercomm spawn(String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes) {
        throw MPIException.notYet("Intracomm.spawn");
    }

    /**
     * TODO. MPI: MPI_Comm_spawn_multiple.
     *
     * @param commands TODO
     * @param argv TODO
     * @param maxprocs TODO
     * @param info TODO
     * @param root TODO
     * @param errcodes TODO
     * @return TODO
     */
    public final Intercomm spawnMultiple(String[] commands, String[][] argv, int[] maxprocs, Info[] info, int root,
                                         int[] errcodes) {
        throw MPIException.notYet("Intracomm.spawnMultiple");
    }
}
