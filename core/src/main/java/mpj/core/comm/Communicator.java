package mpj.core.comm;

import mpj.core.collective.Collectives;
import mpj.core.collective.GroupExchange;
import mpj.core.collective.JobCollectives;
import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.Comparison;
import mpj.core.group.Membership;
import mpj.core.group.ProcessGroup;
import mpj.core.group.ProcessTopology;
import mpj.core.request.Requests;
import mpj.core.request.WatchedRequests;
import mpj.engine.Context;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Survival;
import mpj.watch.CommunicatorWatch;

/**
 * A communicator of one group or of two, below the APIs. A communicator of an API holds one of these and calls it for
 * everything. MPI: MPI_Comm. The methods throw the exceptions that the API's {@link ErrorHandling} makes.
 */
public final class Communicator {
    private final World world;
    private final Membership membership;
    private final boolean inter;
    private final ProcessTopology topology;
    private final ErrorHandling errors;
    private final Attributes attributes;
    private final Requests requests;
    /** Null if nobody watches this rank. */
    private final CommunicatorWatch watch;
    private final Info info;
    private volatile String name;
    /** The name of a predefined communicator, or null. */
    private final String predefined;
    /** Null once the communicator was freed, or MPI has ended. */
    private PointToPoint pointToPoint;
    private Collectives collectives;
    private volatile boolean freed;

    /** The parts from which a communicator is made. */
    record Parts(Membership membership, boolean inter, ProcessTopology topology, ErrorHandling errors,
                 Attributes attributes, Info info, String predefined) {
    }

    Communicator(World world, Parts parts) {
        this.world = world;
        membership = parts.membership;
        inter = parts.inter;
        topology = parts.topology;
        errors = parts.errors;
        attributes = parts.attributes;
        info = parts.info;
        predefined = parts.predefined;
        name = predefined == null ? "" : predefined.replace('.', '_');
        watch = world.watch() == null ? null
            : new CommunicatorWatch(world.watch(), () -> name, membership.context.pointToPoint());
        requests = watch == null ? new Requests(world.live(), errors, membership.ranks)
            : WatchedRequests.of(world.live(), errors, membership.ranks, watch);
        Engine engine = world.engine();
        engine.survival().members(membership.context, membership.members, membership.group);
        PointToPoint.Needs needs = new PointToPoint.Needs(world.live(), membership, errors, world.sharedRecords(),
            world.bufferedSends(), this::checkOpen);
        if (watch != null) {
            pointToPoint = WatchedPointToPoint.of(needs, watch);
        } else if (world.sentLines() != null) {
            pointToPoint = CheckedPointToPoint.of(needs, world.sentLines());
        } else {
            pointToPoint = new PointToPoint(needs);
        }
        world.opened(this);
    }

    // ------------------------------------------------------------------------------------------- what it can do

    /**
     * The point-to-point messages of this communicator.
     *
     * @throws RuntimeException when the communicator was freed, or MPI has ended
     */
    public PointToPoint messages() {
        PointToPoint open = pointToPoint;
        if (open == null) {
            throw closed();
        }
        return open;
    }

    private RuntimeException closed() {
        return errors.raise(freed
            ? new EngineException(ErrorClass.ERR_COMM, "the communicator was freed; no call may use it")
            : LiveEngine.ended());
    }

    /** The collective operations of this communicator. */
    public Collectives collectives() {
        checkOpen();
        Collectives known = collectives; // another thread may close the communicator meanwhile
        if (known == null) {
            known = world.job().collectives(world.engine(), errors, membership, inter,
                topology, this::checkOpen, watch);
            collectives = known;
        }
        return known;
    }

    /** Completes the operations of this communicator. */
    public Requests requests() {
        return requests;
    }

    public ErrorHandling errors() {
        return errors;
    }

    /** Makes other communicators from this one. */
    public Creation creation() {
        checkOpen();
        return watch == null ? new Creation(world, this) : WatchedCreation.of(world, this, watch);
    }

    World world() {
        return world;
    }

    /** What the ranks of this communicator can do when other ranks have failed. */
    public ProcessFailures processFailures() {
        checkOpen();
        return new ProcessFailures(world.live(), membership, inter,
            Creation.everyone(world.engine(), membership.group, membership.members, inter), errors);
    }

    /** Throws if the communicator was freed or MPI has ended. Every call on the communicator does so. */
    public void checkOpen() {
        messages();
    }

    // ------------------------------------------------------------------------------------------- who is in it

    /** The number of ranks of this process's group. */
    public int size() {
        checkOpen();
        return membership.group.length;
    }

    /** This process's rank in its group. */
    public int rank() {
        checkOpen();
        return membership.rank;
    }

    /** The number of ranks that messages can go to. */
    public int remoteSize() {
        checkOpen();
        return membership.members.length;
    }

    public boolean isInter() {
        checkOpen();
        return inter;
    }

    /** The topology of the communicator, or null. */
    public ProcessTopology topology() {
        checkOpen();
        return topology;
    }

    public ProcessGroup group() {
        checkOpen();
        return new ProcessGroup(membership.group, world.engine().rank());
    }

    public ProcessGroup remoteGroup() {
        checkOpen();
        return new ProcessGroup(membership.members, world.engine().rank());
    }

    /** How alike two communicators are. */
    public static Comparison compare(Communicator comm1, Communicator comm2) {
        comm1.checkOpen();
        comm2.checkOpen();
        if (comm1 == comm2) {
            return Comparison.IDENT;
        }
        if (comm1.inter != comm2.inter) {
            return Comparison.UNEQUAL;
        }
        Comparison local = ProcessGroup.compare(comm1.group(), comm2.group());
        Comparison remote = ProcessGroup.compare(comm1.remoteGroup(), comm2.remoteGroup());
        if (local == Comparison.IDENT && remote == Comparison.IDENT) {
            return Comparison.CONGRUENT;
        }
        return local == Comparison.UNEQUAL || remote == Comparison.UNEQUAL ? Comparison.UNEQUAL : Comparison.SIMILAR;
    }

    public Membership membership() {
        return membership;
    }

    /** The engine, as the windows and files of this communicator use it. */
    public LiveEngine live() {
        return world.live();
    }

    /** Knows which ranks of the job share a host. */
    public JobCollectives job() {
        return world.job();
    }

    Attributes attributes() {
        return attributes;
    }

    /** An exchange among all ranks of this process's group, for calls that all of them make at the same time. */
    public GroupExchange groupExchange() {
        checkOpen();
        return new GroupExchange(world.engine(), membership.context.collective(), membership.group, membership.rank);
    }

    /** An exchange among some of the ranks. */
    GroupExchange groupExchange(int tag, int[] part, int place) {
        checkOpen();
        return GroupExchange.ofPart(world.engine(), membership.context.collective(), tag, part, place);
    }

    // ------------------------------------------------------------------------------------------- attributes, errors

    /** The value of an attribute, or null. */
    public Object attribute(int keyval) {
        checkOpen();
        return errors.result(() -> attributes.get(keyval));
    }

    public void attribute(int keyval, Object value) {
        checkOpen();
        errors.run(() -> attributes.put(keyval, value));
    }

    public void deleteAttribute(int keyval) {
        checkOpen();
        errors.run(() -> attributes.delete(keyval));
    }

    /**
     * Sets what happens when a call fails. If this is the communicator of all ranks, and its errors are not fatal, the
     * job goes on when ranks are lost.
     *
     * @param handler the API's error handler
     */
    public void errorHandler(Object handler, boolean fatal) {
        checkOpen();
        errors.set(handler, fatal);
        if (this == world.all() && !fatal) {
            errors.run(() -> world.engine().survival().tolerateLosses());
        }
    }

    /** The API's error handler. */
    public Object errorHandler() {
        checkOpen();
        return errors.handler();
    }

    /** Handles an error of this class as if a call had failed with it: the error is thrown, or it ends the job. */
    public void callErrorHandler(int code) {
        checkOpen();
        throw errors.called(code);
    }

    /** Ends the job. */
    public void abort(int code) {
        checkOpen();
        world.engine().abort(code, "");
    }

    // ------------------------------------------------------------------------------------------- name, hints

    /** MPI_Comm_get_name. */
    public String name() {
        checkOpen();
        return name;
    }

    /** MPI_Comm_set_name. */
    public void name(String newName) {
        checkOpen();
        errors.run(() -> name = ObjectName.checked(newName));
    }

    /** MPI_Comm_get_info: a copy of the hints. No hint has an effect so far. */
    public Info info() {
        checkOpen();
        return info.copy();
    }

    /** MPI_Comm_set_info. */
    public void info(Info hints) {
        checkOpen();
        info.setAll(argument(hints));
    }

    Info argument(Info hints) {
        if (hints == null) {
            throw errors.raise(ErrorClass.ERR_INFO, "info is null; pass MPI.INFO_NULL if there is none");
        }
        return hints;
    }

    // ------------------------------------------------------------------------------------------- the end

    /**
     * MPI_Comm_disconnect: waits until nothing is under way in this communicator, and then frees it. It is also freed
     * if one of its processes is lost, or if it was revoked: to wait again would be no use.
     */
    public void disconnect() {
        checkMayBeFreed();
        RuntimeException failure = null;
        try {
            Engine engine = world.engine();
            engine.awaitIdle(membership.context);
            collectives().blocking().barrier().run();
            engine.flush();
        } catch (RuntimeException e) {
            failure = errors.raise(e);
            if (isWhole()) {
                throw failure;
            }
        }
        free();
        world.disconnected();
        if (failure != null) {
            throw failure;
        }
    }

    private boolean isWhole() {
        Survival survival = world.engine().survival();
        return !survival.isRevoked(membership.context) && survival.lost(membership.members).isEmpty()
            && survival.lost(membership.group).isEmpty();
    }

    /** Whether processes of other jobs are in this communicator. */
    boolean isOfSeveralJobs() {
        return !world.job().isOfThisJob(membership.members) || !world.job().isOfThisJob(membership.group);
    }

    private void checkMayBeFreed() {
        checkOpen();
        if (predefined != null) {
            throw errors.raise(ErrorClass.ERR_COMM, predefined + " cannot be freed; it lasts until MPI.Finalize");
        }
    }

    public boolean isFreed() {
        return freed;
    }

    /** MPI_Comm_free. */
    public synchronized void free() {
        checkMayBeFreed();
        try {
            if (collectives != null) {
                collectives.free();
            }
            freed = true;
            close();
            attributes.clear();
            world.engine().free(membership.context, new ContextsInUse(world.contextIds()));
            world.closed(this);
        } catch (EngineException e) {
            throw errors.raise(e);
        }
    }

    /** The context of this communicator. */
    Context context() {
        return membership.context;
    }

    void close() {
        pointToPoint = null;
        collectives = null;
    }
}
