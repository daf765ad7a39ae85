package mpj.core.collective;

import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.Topology;
import mpj.collectives.selection.Algorithms;
import mpj.core.datatype.Constants;
import mpj.core.datatype.Items;
import mpj.core.error.ErrorHandling;
import mpj.engine.CollectiveOperation;
import mpj.engine.Context;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Inquiry;
import mpj.engine.LibraryGroup;
import mpj.engine.Operation;
import mpj.engine.SharedRooms;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.watch.CommunicatorWatch;

/**
 * The collectives of one communicator: makes its {@link CollectiveCall}s, and has what they share. Only one thread of a
 * rank may call these methods at a time.
 */
public final class Collectives {
    /**
     * The number of tags. They are numbered in the order of calls, which is the same on every rank; after the last
     * number they begin again.
     */
    private static final int NUMBERS = 1 << 24;
    /** A bit that is set in the tags of persistent calls, which keep theirs. */
    private static final int PERSISTENT = 1 << 30;
    private static final int COLLECTIVES = 32;
    /**
     * The first calls go by messages. To share memory takes as long as hundreds of short calls, and a program may have
     * ten thousand communicators, each for a call or two.
     */
    private static final int CALLS_WITHOUT_ROOMS = 16;
    /** Takes the place of the collective's number in the tags of comparisons. */
    private static final int COMPARISON = COLLECTIVES - 1;
    /** Takes its place in the tags of maxima that are none of the program's. */
    private static final int MAXIMUM = COLLECTIVES - 2;
    /** Takes its place in the tag of the barrier of Finalize. */
    private static final int END = COLLECTIVES - 3;

    private final Engine engine;
    /** Throws when the communicator may no longer be used. */
    private final Runnable check;
    private final ErrorHandling errors;
    private final int context;
    private final Participants ranks;
    private final JobCollectives job;
    private final CallBinding binding;
    /** Binds the calls of the library's own, among all that take part. */
    private final CallBinding ownBinding;
    private final ScheduleCache schedules;
    private final CallWord words;
    private final Inquiry inquiry;
    private final CollectiveMachine machine;
    private final CollectiveCall blocking;
    /** Carries blocking calls out where it can; null where there is no such library. */
    private final LibraryRun library;
    /** Null if nobody watches. */
    private final CommunicatorWatch watch;
    /** Compares the calls of all ranks, or null. */
    private final CallCheck comparing;
    /** False where the ranks are known to share no memory. */
    private boolean mayShare;
    private SharedRooms rooms;
    /** What this rank has taken of the rooms that the job has; null where another rank takes them. */
    private RoomSize taken;
    /** How many tags were drawn: as many on every rank. */
    private int calls;
    private int persistentCalls;

    /**
     * Makes the collectives of a communicator.
     *
     * @param ofCommunicator keeps its messages apart
     * @param watch is told of calls; or null
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
        schedules = new ScheduleCache(job::selection, topology, ranks);
        mayShare = !ranks.isInter() && ranks.size() > 1 && ranks.size() <= SharedRooms.MOST_RANKS
            && (topology == null || topology.hosts() == 1);
        words = new CallWord(ranks);
        inquiry = engine.inquiry(context, ranks.members(), words);
        machine = new CollectiveMachine(this, engine, context, ranks, words, inquiry);
        LibraryGroup group = ranks.isInter() || RuntimeProperties.CHECK.value() ? null
            : engine.libraryGroup(ofCommunicator);
        library = group == null ? null : new LibraryRun(group, ranks);
        blocking = call(CollectiveCall.Form.BLOCKING, machine);
        comparing = RuntimeProperties.CHECK.value() ? new CallCheck(ranks.rank(), ranks.size(), this::nonblocking)
            : null;
    }

    /** What finds maxima over all ranks a step at a time; of its own among the calls, in whose order it is made. */
    public StartedMaximum startedMaximum() {
        return new StartedMaximum(engine.collective(context), ranks.members(), ranks.rank(), nextTag(MAXIMUM));
    }

    /** The call to make a blocking call with. The next blocking call uses the same object again. */
    public CollectiveCall blocking() {
        return blocking;
    }

    /** A new call, which may be under way beside others. */
    public CollectiveCall nonblocking() {
        return another(CollectiveCall.Form.NONBLOCKING);
    }

    /** A new call to be prepared once, and started again and again. */
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
     * tenth of the program's time. Its tag and its machine are its own, since another thread may be in a collective
     * that some ranks do not call any more.
     */
    public void synchronize() {
        Schedule schedule = Schedule.of(Algorithms.of(Collective.BARRIER).getFirst(),
            Problem.of(ranks.rank(), ranks.size(), 0, 0, 1));
        nonblocking().barrier().prepareAs(schedule, tag(0, END)).run();
    }

    /**
     * Frees the collectives with their communicator. Memory that the ranks share is given back at once, since only
     * blocking calls need it.
     *
     * @throws EngineException when a blocking call is under way: another thread's, or the one whose operation calls
     *     this
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

    /** Whether this rank is the one that is passed as the root. */
    boolean isRoot(int root) {
        return root == (ranks.isInter() ? Constants.ROOT : ranks.rank());
    }

    /** What carries the call out, if a library does; else null. */
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

    /** The tag of all starts of a call. */
    int persistentTag(Collective collective) {
        return PERSISTENT | tag(persistentCalls++, collective.ordinal());
    }

    private static int tag(int number, int ordinal) {
        return (number & NUMBERS - 1) * COLLECTIVES + ordinal;
    }

    /** The number of a call in the order of calls, by its tag. */
    static int number(int tag) {
        return tag / COLLECTIVES;
    }

    /**
     * Begins to compare a call with those of other ranks. For a blocking call this waits until they are compared.
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
     * The size of each rank's room in shared memory, if the ranks have such memory for these elements; that of a small
     * one if they may get it now; else 0. A room holds elements of one type.
     */
    private long room(CollectiveCall call) {
        boolean fits = mayShare && call.collective() != Collective.ALLTOALLW && !call.isSerialized()
            && (call.op() == null || Items.arePlain(call.type()));
        return !fits || rooms == null && calls <= CALLS_WITHOUT_ROOMS ? 0
            : rooms == null ? SharedRooms.smallRoom() : rooms.roomBytes();
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
        CollectiveOperation operation = prepared.operation();
        engine.start(operation);
        return operation;
    }

    /** Starts a persistent call. Refused if the communicator was freed: its context may be another's now. */
    Operation startAgain(CollectiveMachine prepared) {
        try {
            check.run();
            return start(prepared);
        } catch (RuntimeException e) {
            throw errors.raise(e);
        }
    }
}
