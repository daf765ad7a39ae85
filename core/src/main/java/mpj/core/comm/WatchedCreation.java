package mpj.core.comm;

import mpj.core.group.ProcessGroup;
import mpj.watch.CommunicatorWatch;

/** Makes communicators for a watched rank. */
final class WatchedCreation extends Creation {
    private final CommunicatorWatch watch;

    private WatchedCreation(World world, Communicator parent, CommunicatorWatch watch) {
        super(world, parent);
        this.watch = watch;
    }

    /** Returns the plain type, so that callers do not name this class and only a JVM with a watched rank loads it. */
    static Creation of(World world, Communicator parent, CommunicatorWatch watch) {
        return new WatchedCreation(world, parent, watch);
    }

    @Override
    public Duplication startDuplicate() {
        return watch.during("Comm_idup", super::startDuplicate);
    }

    @Override
    public Communicator duplicate(Info hints) {
        return watch.during("Comm_dup", () -> super.duplicate(hints));
    }

    @Override
    public Communicator split(int color, int key) {
        return watch.during("Comm_split", () -> super.split(color, key));
    }

    @Override
    public Communicator splitByHost(boolean included, int key, Info hints) {
        return watch.during("Comm_split_type", () -> super.splitByHost(included, key, hints));
    }

    @Override
    public Communicator ofGroup(ProcessGroup group) {
        return watch.during("Comm_create", () -> super.ofGroup(group));
    }

    @Override
    public Communicator ofGroup(ProcessGroup group, int tag) {
        return watch.during("Comm_create_group", () -> super.ofGroup(group, tag));
    }

    @Override
    public Communicator cart(int[] dims, boolean[] periods) {
        return watch.during("Cart_create", () -> super.cart(dims, periods));
    }

    @Override
    public Communicator remaining(boolean[] remainDims) {
        return watch.during("Cart_sub", () -> super.remaining(remainDims));
    }

    @Override
    public Communicator graph(int[] index, int[] edges) {
        return watch.during("Graph_create", () -> super.graph(index, edges));
    }

    @Override
    public Communicator distGraph(int[] sources, int[] degrees, int[] destinations, int[] weights, boolean weighted,
                                  Info hints) {
        return watch.during("Dist_graph_create", () -> super.distGraph(sources, degrees, destinations, weights,
            weighted, hints));
    }

    @Override
    public Communicator adjacentGraph(int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights,
                                      boolean weighted, Info hints) {
        return watch.during("Dist_graph_create_adjacent", () -> super.adjacentGraph(sources, sourceWeights,
            destinations, destinationWeights, weighted, hints));
    }

    @Override
    public Communicator inter(Communicator peer, int localLeader, int remoteLeader, int tag) {
        return watch.during("Intercomm_create", () -> super.inter(peer, localLeader, remoteLeader, tag));
    }

    @Override
    public Communicator merge(boolean high) {
        return watch.during("Intercomm_merge", () -> super.merge(high));
    }
}
