package mpj.core.comm;

import mpj.core.collective.Collectives;
import mpj.core.collective.GroupExchange;
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
import mpj.watch.CommunicatorWatch;

/**
 * A communicator of one group or of two, as it is below the APIs. An API's communicator has one of these and calls it
 * for everything. MPI: MPI_Comm. The exceptions that its methods throw are those that the API's {@link ErrorHandling}
 * makes.
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

    /** What a communicator is made of. */
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
        pointToPoint = watch == null
            ? new PointToPoint(world.live(), membership, errors, world.sharedRecords(), world.bufferedSends(),
                this::checkOpen)
            : WatchedPointToPoint.of(world.live(), membership, errors, world.sharedRecords(), world.bufferedSends(),
                this::checkOpen, watch);
        world.opened(this);
    }

    // ------------------------------------------------------------------------------------------- what it can do

    /**
     * Its messages.
     *
     * @throws RuntimeException when it was freed, or MPI has ended
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

    /** Its collectives. */
    public Collectives collectives() {
        checkOpen();
        Collectives known = collectives; // another thread may close this meanwhile
        if (known == null) {
            known = world.job().collectives(world.engine(), errors, membership, inter,
                topology, this::checkOpen, watch);
            collectives = known;
        }
        return known;
    }

    /** Completes its operations. */
    public Requests requests() {
        return requests;
    }

    public ErrorHandling errors() {
        return errors;
    }

    /** Makes other communicators of this one. */
    public Creation creation() {
        checkOpen();
        return watch == null ? new Creation(world, this) : WatchedCreation.of(world, this, watch);
    }

    /** Throws if the communicator was freed, or MPI has ended, as every call on it does then. */
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

    /** The number of ranks that messages go to. */
    public int remoteSize() {
        checkOpen();
        return membership.members.length;
    }

    public boolean isInter() {
        checkOpen();
        return inter;
    }

    /** Null if it has none. */
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

    /** How alike two are. */
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

    Membership membership() {
        return membership;
    }

    Attributes attributes() {
        return attributes;
    }

    GroupExchange groupExchange() {
        checkOpen();
        return new GroupExchange(world.engine(), membership.context.collective(), membership.group, membership.rank);
    }

    /** Those of some of the ranks. */
    GroupExchange groupExchange(int tag, int[] part, int place) {
        checkOpen();
        return GroupExchange.ofPart(world.engine(), membership.context.collective(), tag, part, place);
    }

    // ------------------------------------------------------------------------------------------- attributes, errors

    /** The value, or null. */
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
     * Sets what becomes of errors. If errors of the communicator of all ranks are not fatal, the job goes on when ranks
     * are lost.
     *
     * @param handler the API's object
     */
    public void errorHandler(Object handler, boolean fatal) {
        checkOpen();
        if (handler == null) {
            throw errors.raise(ErrorClass.ERR_ARG,
                "handler is null; pass MPI.ERRORS_RETURN or MPI.ERRORS_ARE_FATAL");
        }
        errors.handler(handler, fatal);
        if (this == world.all() && !fatal) {
            errors.run(() -> world.engine().survival().tolerateLosses());
        }
    }

    /** The API's object. */
    public Object errorHandler() {
        checkOpen();
        return errors.handler();
    }

    /** Has an error of this class handled, as if a call had found it: it is thrown, or ends the job. */
    public void callErrorHandler(int code) {
        checkOpen();
        if (code <= ErrorClass.SUCCESS.code() || code > ErrorClass.LAST.code()) {
            throw errors.raise(ErrorClass.ERR_ARG, "errorCode is " + code + "; it must be that of an error, "
                + (ErrorClass.SUCCESS.code() + 1) + " to " + ErrorClass.LAST.code());
        }
        throw errors.raise(ErrorClass.of(code), "the program has called the error handler");
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

    /** MPI_Comm_get_info: the hints, of which none changes anything so far; a copy. */
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

    /** MPI_Comm_disconnect: waits until nothing is under way here, then frees it. */
    public void disconnect() {
        checkMayBeFreed();
        errors.run(() -> {
            Engine engine = world.engine();
            engine.awaitIdle(membership.context);
            collectives().blocking().barrier().run();
            engine.flush();
        });
        free();
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

    /** Of its messages. */
    Context context() {
        return membership.context;
    }

    void close() {
        pointToPoint = null;
        collectives = null;
    }
}
