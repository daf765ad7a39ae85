package mpj.core.comm;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import mpj.bindings.Uninterrupted;
import mpj.core.collective.GroupExchange;
import mpj.core.collective.GroupPair;
import mpj.core.datatype.Constants;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.ErrorHandling;
import mpj.core.group.CartTopology;
import mpj.core.group.DistGraphTopology;
import mpj.core.group.GraphTopology;
import mpj.core.group.Membership;
import mpj.core.group.ProcessGroup;
import mpj.core.group.ProcessTopology;
import mpj.core.process.ConnectedJobs;
import mpj.engine.Context;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Makes communicators from one that exists. All ranks of that communicator call these methods. A rank that is not in
 * the new communicator gets null.
 */
public sealed class Creation permits WatchedCreation {
    private static final int[] NOTHING = {};
    /**
     * In nanoseconds. A rank that is alone in an agreement waits for no message. It waits for another thread, or for an
     * operation that is under way, and pauses for this time between two looks.
     */
    private static final long PAUSE = 20_000;

    private final World world;
    private final Communicator parent;
    private final Membership membership;
    private final ErrorHandling errors;

    Creation(World world, Communicator parent) {
        this.world = world;
        this.parent = parent;
        membership = parent.membership();
        errors = parent.errors();
    }

    // ------------------------------------------------------------------------------------------- of one group

    /** MPI_Comm_dup. */
    public Communicator duplicate() {
        return duplicate(parent.info());
    }

    /** MPI_Comm_dup_with_info. */
    public Communicator duplicate(Info hints) {
        Info info = parent.argument(hints).copy();
        return errors.result(() -> {
            Context context = parent.isInter() ? agree(groups()) : agreeInGroup();
            world.engine().open(context, everyone(world.engine(), membership.group, membership.members,
                parent.isInter()));
            return opening(info).apply(context);
        });
    }

    /**
     * Makes a function that opens a duplicate when its context is known. The duplicate gets the properties that the
     * communicator has now.
     */
    private Function<Context, Communicator> opening(Info info) {
        Attributes attributes = parent.attributes().copied();
        boolean inter = parent.isInter();
        ProcessTopology topology = parent.topology();
        ErrorHandling inherited = errors.inherited();
        return context -> new Communicator(world, new Communicator.Parts(new Membership(context, membership.group,
            membership.members, world.engine().rank()), inter, topology, inherited, attributes, info, null));
    }

    /** MPI_Comm_idup. */
    public Duplication startDuplicate() {
        return errors.result(() -> {
            Duplication duplication = new Duplication(errors, new ContextAgreement(world.contextIds()),
                parent.collectives().startedMaximum(), opening(parent.info()));
            world.engine().start(duplication.started());
            return duplication;
        });
    }

    /** MPI_Comm_split. */
    public Communicator split(int color, int key) {
        if (color < 0 && color != Constants.UNDEFINED) {
            throw errors.raise(ErrorClass.ERR_ARG, "color is " + color
                + "; it must be MPI.UNDEFINED or not negative");
        }
        return errors.result(() -> {
            int[] colorsAndKeys = parent.groupExchange().allgather(new int[] {color, key});
            int[] part = color == Constants.UNDEFINED ? NOTHING : IntStream.range(0, membership.group.length)
                .filter(rank -> colorsAndKeys[2 * rank] == color).boxed()
                .sorted(Comparator.comparingInt(rank -> colorsAndKeys[2 * rank + 1]))
                .mapToInt(rank -> membership.group[rank]).toArray();
            return openPart(part, null);
        });
    }

    /**
     * MPI_Comm_split_type with MPI_COMM_TYPE_SHARED: the ranks of one host together.
     *
     * @param included whether this rank is to be in a new communicator
     */
    public Communicator splitByHost(boolean included, int key, Info hints) {
        parent.argument(hints);
        return split(included ? errors.number(() -> world.job().hostOf(membership.group, membership.rank))
            : Constants.UNDEFINED, key);
    }

    /** MPI_Comm_create. */
    public Communicator ofGroup(ProcessGroup group) {
        return errors.result(() -> openPart(partOf(group), null));
    }

    /** MPI_Comm_create_group: only the group's members need call this. */
    public Communicator ofGroup(ProcessGroup group, int tag) {
        if (tag < 0) {
            throw errors.raise(ErrorClass.ERR_TAG, "tag is " + tag + "; it must not be negative");
        }
        return errors.result(() -> {
            int[] part = partOf(group);
            int place = group.rank();
            if (place < 0) {
                return null;
            }
            Context context = agree(parent.groupExchange(tag, part, place)::maximum);
            return open(context, part, part, false, null, world.attributes());
        });
    }

    private int[] partOf(ProcessGroup group) {
        int[] part = ProcessGroup.membersOf(group, "group");
        for (int i = 0; i < part.length; i++) {
            if (membership.ranks.of(part[i]) < 0) {
                throw new EngineException(ErrorClass.ERR_GROUP, "rank " + i + " of group is rank " + part[i]
                    + " of MPI.COMM_WORLD, which is not in the communicator");
            }
        }
        return part;
    }

    /** MPI_Cart_create. */
    public Communicator cart(int[] dims, boolean[] periods) {
        return errors.result(() -> openFirst(CartTopology.of(dims, periods, membership.group.length)));
    }

    /** MPI_Cart_map: the rank that this process would have in such a topology. */
    public int cartRank(int[] dims, boolean[] periods) {
        return placeIn(errors.result(() -> CartTopology.of(dims, periods, membership.group.length)));
    }

    /** MPI_Cart_sub. */
    public Communicator remaining(boolean[] remainDims) {
        CartTopology cart = (CartTopology) parent.topology();
        if (remainDims == null || remainDims.length != cart.dims().length) {
            throw errors.raise(ErrorClass.ERR_ARG, "remain_dims is " + Arrays.toString(remainDims)
                + "; pass an array with one element for each of the topology's " + cart.dims().length
                + " dimensions");
        }
        boolean[] remains = remainDims.clone();
        return errors.result(() -> openPart(IntStream.range(0, membership.group.length)
            .filter(rank -> cart.together(membership.rank, rank, remains)).map(rank -> membership.group[rank])
            .toArray(), cart.remaining(remains)));
    }

    /** MPI_Graph_create. */
    public Communicator graph(int[] index, int[] edges) {
        return errors.result(() -> openFirst(GraphTopology.of(index, edges, membership.group.length)));
    }

    /** MPI_Graph_map: the rank that this process would have in such a topology. */
    public int graphRank(int[] index, int[] edges) {
        return placeIn(errors.result(() -> GraphTopology.of(index, edges, membership.group.length)));
    }

    /** MPI_Dist_graph_create. The weights are ignored if the graph has none. */
    public Communicator distGraph(int[] sources, int[] degrees, int[] destinations, int[] weights, boolean weighted,
                                  Info hints) {
        parent.argument(hints);
        int size = membership.group.length;
        return errors.result(() -> {
            int[] named = DistGraphTopology.named(sources, degrees, destinations, weights, weighted, size,
                membership.rank);
            int[] edges = parent.groupExchange().route(named, DistGraphTopology.EDGE);
            return openFirst(DistGraphTopology.of(edges, weighted, size, membership.rank));
        });
    }

    /** MPI_Dist_graph_create_adjacent. The weights are ignored if the graph has none. */
    public Communicator adjacentGraph(int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights,
                                      boolean weighted, Info hints) {
        parent.argument(hints);
        return errors.result(() -> openFirst(DistGraphTopology.adjacent(sources, sourceWeights, destinations,
            destinationWeights, weighted, membership.group.length, membership.rank)));
    }

    private int placeIn(ProcessTopology topology) {
        return membership.rank < topology.size() ? membership.rank : Constants.UNDEFINED;
    }

    private Communicator openFirst(ProcessTopology topology) {
        return openPart(Arrays.copyOf(membership.group, topology.size()), topology);
    }

    private Communicator openPart(int[] part, ProcessTopology topology) {
        Context context = agreeInGroup();
        int self = world.engine().rank();
        if (Arrays.stream(part).noneMatch(member -> member == self)) {
            world.contextIds().release(context.id());
            return null;
        }
        return open(context, part, part, false, topology, world.attributes());
    }

    private Context agreeInGroup() {
        return agree(parent.groupExchange()::maximum);
    }

    /** Agrees on a context with the ranks that take part in this maximum. */
    private Context agree(LongUnaryOperator maximum) {
        return agree(world, maximum);
    }

    /** Agrees on a context of a world in the same way. */
    static Context agree(World world, LongUnaryOperator maximum) {
        return new ContextAgreement(world.contextIds()).agree(maximum, () -> {
            world.engine().progress(); // a duplication that this rank has started may hold the agreement up
            Uninterrupted.park(PAUSE);
        });
    }

    /** MPIX_Comm_shrink: a communicator of the ranks that are left, in their order. All of them call this. */
    public Communicator shrink() {
        ProcessFailures failures = parent.processFailures();
        return errors.result(() -> open(agree(failures::maximum), failures.left(membership.group),
            failures.left(membership.members), parent.isInter(), null, world.attributes()));
    }

    private Communicator open(Context context, int[] group, int[] members, boolean inter, ProcessTopology topology,
                              Attributes attributes) {
        world.engine().open(context, everyone(world.engine(), group, members, inter));
        return new Communicator(world, new Communicator.Parts(
            new Membership(context, group, members, world.engine().rank()), inter, topology, errors.inherited(),
            attributes, Info.empty(), null));
    }

    /** All ranks of a communicator, in an order that is the same on each of them. */
    static int[] everyone(Engine engine, int[] group, int[] members, boolean inter) {
        return inter ? IntStream.concat(Arrays.stream(group), Arrays.stream(members)).boxed().sorted(engine::compare)
            .mapToInt(Integer::intValue).toArray() : group;
    }

    /**
     * The communicator of this process's group and another one.
     *
     * @param remote the other group
     * @param pair by which the groups agree
     */
    Communicator between(int[] remote, GroupPair pair) {
        for (int member : remote) {
            if (Arrays.stream(membership.group).anyMatch(own -> own == member)) {
                throw new EngineException(ErrorClass.ERR_COMM, "the same process is in both groups; the groups must"
                    + " have no member in common");
            }
        }
        return open(agree(pair), membership.group, remote, true, null, world.attributes());
    }

    // ------------------------------------------------------------------------------------------- of two groups

    /**
     * MPI_Intercomm_create. The parent is the local communicator.
     *
     * @param peer a communicator in which the leaders can send each other messages
     */
    public Communicator inter(Communicator peer, int localLeader, int remoteLeader, int tag) {
        if (parent.isInter()) {
            throw peer.errors().raise(ErrorClass.ERR_COMM,
                "local_comm is an intercommunicator; pass an intracommunicator");
        }
        if (localLeader < 0 || localLeader >= membership.group.length) {
            throw peer.errors().raise(ErrorClass.ERR_RANK, "local_leader is " + localLeader + "; it must be 0 to "
                + (membership.group.length - 1));
        }
        if (tag < 0) {
            throw peer.errors().raise(ErrorClass.ERR_TAG, "tag is " + tag + "; it must not be negative");
        }
        return errors.result(() -> openInter(peer, localLeader, remoteLeader, tag));
    }

    private Communicator openInter(Communicator peer, int localLeader, int remoteLeader, int tag) {
        ConnectedJobs jobs = world.connected();
        String leader = "the leader, rank " + localLeader + " of local_comm";
        GroupPair pair = new GroupPair(parent.groupExchange(), localLeader, leader, ErrorClass.ERR_COMM,
            values -> swap(peer, values, remoteLeader, tag));
        GroupPair first = new GroupPair(parent.groupExchange(), localLeader, leader, ErrorClass.ERR_COMM, values -> {
            int[] members = peer.membership().members;
            if (remoteLeader < 0 || remoteLeader >= members.length) {
                throw new EngineException(ErrorClass.ERR_RANK, "remote_leader is " + remoteLeader + "; it must be 0 to "
                    + (members.length - 1));
            }
            boolean ownJob = members[remoteLeader] < world.engine().size();
            return jobs.passedOn(swap(peer, jobs.told(values, ownJob), remoteLeader, tag), membership.group);
        });
        int[] told = first.swap(membership.group);
        int[] remote = jobs.group(told);
        for (int member : remote) {
            if (membership.ranks.of(member) >= 0) {
                throw new EngineException(ErrorClass.ERR_COMM, "rank " + membership.ranks.of(member)
                    + " of local_comm is in the remote group too; the groups must have no member in common");
            }
        }
        return open(agree(pair), membership.group, remote, true, null, world.attributes());
    }

    private static int[] swap(Communicator peer, int[] values, int remoteLeader, int tag) {
        int[] length = new int[1];
        swap(peer, new int[] {values.length}, length, remoteLeader, tag);
        int[] received = new int[length[0]];
        swap(peer, values, received, remoteLeader, tag);
        return received;
    }

    private static void swap(Communicator peer, int[] values, int[] received, int remoteLeader, int tag) {
        peer.requests().conclude(peer.messages().sendAndReceive(values, 0, values.length, TypeDescriptor.INT,
            remoteLeader, tag, received, 0, received.length, TypeDescriptor.INT, remoteLeader, tag));
    }

    /** The two groups of the parent, each led by its rank 0. */
    private GroupPair groups() {
        GroupExchange local = parent.groupExchange();
        int remoteLeader = membership.members[0];
        return new GroupPair(local, 0, "rank 0 of this rank's group",
            values -> local.exchange(values, remoteLeader, remoteLeader));
    }

    private Context agree(GroupPair groups) {
        return agree(groups::maximum);
    }

    /** MPI_Intercomm_merge. */
    public Communicator merge(boolean high) {
        return errors.result(() -> {
            GroupPair groups = groups();
            int remoteHigh = groups.swap(new int[] {high ? 1 : 0})[0];
            int localHigh = parent.groupExchange().broadcast(new int[] {high ? 1 : 0}, 0)[0];
            int[] local = membership.group;
            int[] remote = membership.members;
            boolean localFirst = localHigh != remoteHigh ? localHigh < remoteHigh
                : world.engine().compare(local[0], remote[0]) < 0;
            int[] both = localFirst ? concatenated(local, remote) : concatenated(remote, local);
            return open(agree(groups), both, both, false, null, world.attributes());
        });
    }

    private static int[] concatenated(int[] first, int[] second) {
        return IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    }
}
