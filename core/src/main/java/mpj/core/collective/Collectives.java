package mpj.core.collective;

import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.Topology;
import mpj.collectives.selection.Algorithms;
import mpj.core.datatype.Constants;
import mpj.core.datatype.Items;
import mpj.core.error.ErrorHandling;
import mpj.engine.Context;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Inquiry;
import mpj.engine.LibraryGroup;
import mpj.engine.Operation;
import mpj.engine.SharedRooms;
import mpj.engine.SteppedOperation;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.watch.CommunicatorWatch;

/**
 * The collectives of one communicator: makes its {@link CollectiveCall}s, and holds what these calls share. Only one
 * thread of a rank may call these methods at a time.
 */
public final class Collectives {
    /**
     * The number of tags. Tags are numbered in the order of calls, which is the same on every rank. After the last
     * number they begin again.
     */
    private static final int NUMBERS = 1 << 24;
    /** A bit that is set in the tags of persistent calls, which keep their tags. */
    private static final int PERSISTENT = 1 << 30;
    private static final int COLLECTIVES = 32;
    /**
     * This many calls go by messages at first. To share memory takes as long as hundreds of short calls, and a program
     * may have ten thousand communicators, each for a call or two.
     */
    private static final int CALLS_WITHOUT_ROOMS = 16;
    /** Takes the place of the collective's number in the tags of comparisons. */
    private static final int COMPARISON = COLLECTIVES - 1;
    /** Takes the place of the collective's number in the tags of maxima that the program does not ask for. */
    private static final int MAXIMUM = COLLECTIVES - 2;
    /** Takes the place of the collective's number in the tag of the barrier of Finalize. */
    private static final int END = COLLECTIVES - 3;

    private final Engine engine;
    /** Throws when the communicator may no longer be used. */
    private final Runnable check;
    private final ErrorHandling errors;
    private final int context;
    private final Participants ranks;
    private final JobCollectives job;
    private final CallBinding binding;
    /** Binds the calls that this library makes itself, among all ranks that take part. */
    private final CallBinding ownBinding;
    private final ScheduleCache schedules;
    private final CallWord words;
    private final Inquiry inquiry;
    private final CollectiveMachine machine;
    private final CollectiveCall blocking;
    /** Carries out the blocking calls that a library of MPI can carry out; null if there is no such library. */
    private final LibraryRun library;
    /** Null if the rank is not watched. */
    private final CommunicatorWatch watch;
    /** Compares the calls of all ranks, or null. */
    private final CallCheck comparing;
    /** False if the ranks are known to share no memory. */
    private boolean mayShare;
    private SharedRooms rooms;
    /** The rooms that this rank has taken from the job; null if another rank takes them. */
    private RoomSize taken;
    /** How many tags were drawn. The number is the same on every rank. */
    private int calls;
    private int persistentCalls;

    /**
     * Makes the collectives of a communicator.
     *
     * @param ofCommunicator keeps the messages of the communicator apart from others
     * @param watch is told of the calls, or null
     */
    Collectives(Engine engine, ErrorHandling errors, Context ofCommunicator, Participants ranks, JobCollectives job,
                Runnable check, CommunicatorWatch watch) {
        this.engine = engine;
        this.watch = watch;
        this.check = check;
        this.errors = errors;
        context = ofCommunicator.collective();
        this.ranks = ranks;
        this.job = job;
        binding = new CallBinding(ranks);
        ownBinding = ranks.isInter() ? new CallBinding(ranks.together()) : binding;
        Topology topology = job.topology(ranks.members());
        schedules = new ScheduleCache(() -> job.selection(ranks.members(), topology), topology, ranks);
        mayShare = !ranks.isInter() && ranks.size() > 1 && ranks.size() <= SharedRooms.MOST_RANKS
            && (topology == null || topology.hosts() == 1);
        words = new CallWord(ranks);
        inquiry = engine.inquiry(context, ranks.members(), words);
        machine = new CollectiveMachine(this, engine, context, ranks, words, inquiry);
        // Ranks of another job may run without the check.
        boolean checks = RuntimeProperties.CHECK.value() && job.isOfThisJob(ranks.members());
        LibraryGroup group = ranks.isInter() || checks ? null
            : engine.libraryGroup(ofCommunicator);
        library = group == null ? null : new LibraryRun(group, ranks);
        blocking = call(CollectiveCall.Form.BLOCKING, machine);
        comparing = checks ? new CallCheck(ranks.rank(), ranks.size(), this::nonblocking)
            : null;
    }

    /** Finds maxima over all ranks a step at a time. Making it takes a tag in the order of calls, as a call does. */
    public StartedMaximum startedMaximum() {
        return new StartedMaximum(engine.collective(context), ranks.members(), ranks.rank(), nextTag(MAXIMUM));
    }

    /** The object for a blocking call. The next blocking call uses the same object again. */
    public CollectiveCall blocking() {
        return blocking;
    }

    /** A new call, which may be under way while others are. */
    public CollectiveCall nonblocking() {
        return another(CollectiveCall.Form.NONBLOCKING);
    }

    /** A new call that is prepared once, and started again and again. */
    public CollectiveCall persistent() {
        return another(CollectiveCall.Form.PERSISTENT);
    }

    private CollectiveCall another(CollectiveCall.Form form) {
        return call(form, new CollectiveMachine(this, engine, context, ranks, words, null));
    }

    private CollectiveCall call(CollectiveCall.Form form, CollectiveMachine by) {
        return watch == null ? new CollectiveCall(form, by)
            : WatchedCall.of(form, by, watch, ranks.members());
    }

    /**
     * The barrier of Finalize. Its algorithm is fixed: in a program without collectives, choosing one would take a
     * tenth of the program's time. It has a tag and a machine of its own, since another thread may be in a collective
     * that some ranks do not call any more.
     */
    public void synchronize() {
        Schedule schedule = Schedule.of(Algorithms.of(Collective.BARRIER).getFirst(),
            Problem.of(ranks.rank(), ranks.size(), 0, 0, 1));
        nonblocking().barrier().prepareAs(schedule, tag(0, END)).run();
    }

    /**
     * Frees the collectives with their communicator. The memory that the ranks share is given back at once, since only
     * blocking calls need it.
     *
     * @throws EngineException when a blocking call is under way: a call of another thread, or the call whose operation
     *     calls this
     */
    public void free() {
        if (machine.isRunning()) {
            throw new EngineException(ErrorClass.ERR_COMM,
                "a collective is under way on the communicator; free it when it has returned");
        }
        if (rooms != null) {
            rooms.close();
            rooms = null;
            giveRoomsBack();
        }
    }

    // ------------------------------------------------------------------------------------------- for the calls

    RuntimeException raise(RuntimeException e) {
        return errors.raise(e);
    }

    /** Whether this rank is the root that the program passes. */
    boolean isRoot(int root) {
        return root == (ranks.isInter() ? Constants.ROOT : ranks.rank());
    }

    /** Carries the call out, if a library does; otherwise null. */
    LibraryRun library(CollectiveCall call) {
        return library != null && library.takes(call) ? library : null;
    }

    CallBinding binding() {
        return binding;
    }

    CallBinding ownBinding() {
        return ownBinding;
    }

    int nextTag(Collective collective) {
        return nextTag(collective.ordinal());
    }

    private int nextTag(int ordinal) {
        return tag(calls++, ordinal);
    }

    /** The tag of all starts of a persistent call. */
    int persistentTag(Collective collective) {
        return PERSISTENT | tag(persistentCalls++, collective.ordinal());
    }

    private static int tag(int number, int ordinal) {
        return (number & NUMBERS - 1) * COLLECTIVES + ordinal;
    }

    /** The number of a call in the order of calls, taken from its tag. */
    static int number(int tag) {
        return tag / COLLECTIVES;
    }

    /**
     * Begins to compare a call with the calls of other ranks. For a blocking call this waits until they are compared.
     * Returns null if nothing is left to compare.
     */
    CallCheck.Comparison compare(CollectiveCall call) {
        if (comparing == null) {
            return null;
        }
        CallCheck.Comparison comparison = comparing.begin(call, call.tag() | COMPARISON);
        if (call != blocking) {
            return comparison;
        }
        comparison.run();
        return null;
    }

    /** Finds the schedule of a call, unless it has one. */
    Schedule schedule(CollectiveCall call) {
        long room = call == blocking ? room(call) : 0;
        Schedule schedule = schedules.get(call, room);
        if (!schedule.isShared()) {
            return schedule;
        }
        if (rooms == null) {
            share();
            return schedules.get(call, room(call));
        }
        return schedule;
    }

    /**
     * The size of each rank's room in shared memory, if the ranks have such memory for these elements. If they may get
     * such memory now, it is the size of a small room; otherwise 0. A room holds elements of one type.
     */
    private long room(CollectiveCall call) {
        boolean fits = mayShare && call.collective() != Collective.ALLTOALLW && !call.isSerialized()
            && (call.op() == null || Items.arePlain(call.type()));
        return !fits || rooms == null && calls <= CALLS_WITHOUT_ROOMS ? 0
            : rooms == null ? SharedRooms.smallRoom(ranks.size()) : rooms.roomBytes();
    }

    /** Lets the ranks share memory. */
    private void share() {
        taken = ranks.rank() == 0 ? job.takeRooms() : null;
        rooms = SharedRoomsAgreement.reach(engine, context, ranks, inquiry, taken);
        mayShare = rooms != null;
        if (!mayShare) {
            giveRoomsBack();
        }
    }

    private void giveRoomsBack() {
        if (taken != null) {
            job.giveRoomsBack(taken);
            taken = null;
        }
    }

    /** The memory that the ranks share for a call, or null. */
    SharedRooms rooms(CollectiveCall call) {
        return call == blocking ? rooms : null;
    }

    /** Starts a prepared call. */
    Operation start(CollectiveMachine prepared) {
        SteppedOperation operation = prepared.operation();
        engine.start(operation);
        return operation;
    }

    /**
     * Starts a persistent call. Throws if the communicator was freed, because another communicator may have its context
     * now.
     */
    Operation startAgain(CollectiveMachine prepared) {
        try {
            check.run();
            return start(prepared);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }
}
