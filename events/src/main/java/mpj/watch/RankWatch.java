package mpj.watch;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import mpj.events.EventRecorder;
import mpj.events.FlightRecording;
import mpj.tools.Counters;
import mpj.tools.Message;
import mpj.tools.Watcher;

/**
 * Tells the watchers of one rank what it does. A rank that nobody watches has none: its engine and its communicators
 * are then built without a place to tell anything, and cost what they cost before. Thread-safe.
 */
public final class RankWatch {
    private final int rank;
    /** Tools, and the profile. The counters and the events are told apart from them, since that must be quick. */
    private final Watcher[] watchers;
    private final Counting counting;
    /** Null if no events are made. */
    private final EventRecorder recorder;
    /** Null unless it is asked for. */
    private final Profiling profiling;
    private final CopyOnWriteArrayList<Known> calls = new CopyOnWriteArrayList<>();
    private final ThreadLocal<OpenCall> ofThreads = ThreadLocal.withInitial(this::newCall);
    /** That of the first thread that called, which mostly is the only one: found sooner than by ThreadLocal. */
    private OpenCall first;

    /** The call of a thread, as long as there is the thread, and what it has counted. */
    private static final class Known extends WeakReference<OpenCall> {
        final CallCounts counts;

        Known(OpenCall call) {
            super(call);
            counts = call.counts;
        }
    }

    private RankWatch(int rank, EventRecorder recorder, List<Watcher> told, boolean profile) {
        this.rank = rank;
        this.recorder = recorder;
        counting = new Counting(rank, this::longest);
        List<Watcher> all = new ArrayList<>(told);
        profiling = profile ? new Profiling() : null;
        if (profile) {
            all.add(profiling);
        }
        watchers = all.toArray(new Watcher[0]);
    }

    /**
     * Who watches a rank, as the properties say.
     *
     * @param rank in the job
     * @param size of the job
     * @param profile whether to add up where the time goes
     * @return null if nobody does
     * @throws mpj.settings.SettingException when {@code mpj.tools} names a tool that is not there
     */
    public static RankWatch open(int rank, int size, boolean profile) {
        boolean events = WatchProperties.EVENTS.value();
        if (!profile && !events && !WatchProperties.COUNTERS.value() && !WatchProperties.TOOLS.isSet()) {
            return null;
        }
        RankWatch watch = new RankWatch(rank, events ? FlightRecording.open(rank) : null,
            InstalledTools.open(rank, size), profile);
        watch.counting.register();
        return watch;
    }

    /** What the rank has counted. */
    public Counters counters() {
        return counting;
    }

    /** Whether each call and each wait is timed, since somebody is told of them. */
    public boolean timesEachCall() {
        return watchers.length > 0;
    }

    /** Where its time went; null if nobody asks. */
    public Profiling profiling() {
        return profiling;
    }

    /**
     * Has recordings say of which job this rank is.
     *
     * @param cores that the rank may run on, as the kernel writes it; may be empty
     */
    public void describe(int size, String host, String cores) {
        if (recorder != null) {
            recorder.describe(size, host, cores);
            recorder.lookForCalls(this::tellCallsUnderWay);
        }
    }

    /** Called by another thread. What it sees of a call that is about to return may be of the next. */
    private void tellCallsUnderWay() {
        long now = System.nanoTime();
        for (Known known : calls) {
            OpenCall call = known.get();
            long nanoseconds = call == null || call.sharedName() == null ? 0 : call.lasts(now);
            if (nanoseconds > 0) {
                recorder.underWay(call, call.thread, now - nanoseconds,
                    new CallPlace(CallSites.in(call.thread.getStackTrace())).inWords());
            }
        }
    }

    /** Whether a recording wants to know of clocks: at Init, and before Finalize. */
    public boolean samplesClock() {
        return recorder != null && recorder.samplesClock();
    }

    /**
     * Tells it.
     *
     * @param offset what is to be added to System.nanoTime to have the launcher's
     * @param error by how much that may be wrong; -1 if it is not known
     */
    public void sampleClock(long offset, long error) {
        recorder.sampleClock(offset, error);
    }

    /** The calling thread's call. */
    private OpenCall mine() {
        OpenCall call = first; // whichever it sees, its thread is known with it
        return call != null && call.thread == Thread.currentThread() ? call : ofThreads.get();
    }

    private synchronized OpenCall newCall() {
        OpenCall call =
            new OpenCall(watchers.length, recorder == null ? null : recorder.forThread(), counting.forThread());
        calls.removeIf(this::hasEnded);
        calls.add(new Known(call));
        if (first == null) {
            first = call;
        }
        return call;
    }

    private boolean hasEnded(Known known) {
        if (known.get() != null) {
            return false;
        }
        counting.ended(known.counts);
        return true;
    }

    /** The call under way that has lasted longest, or null. */
    private OpenCall longest() {
        OpenCall longest = null;
        long now = System.nanoTime();
        for (Known known : calls) {
            OpenCall call = known.get();
            if (call != null && call.sharedName() != null
                && (longest == null || call.lasts(now) > longest.lasts(now))) {
                longest = call;
            }
        }
        return longest;
    }

    // ------------------------------------------------------------------------------------------- calls

    /**
     * A call begins. Each must be followed by {@link #end}.
     *
     * @param name of the call
     * @param communicator its name
     * @param context its number, or -1
     * @param peer a rank in the job, or -1
     * @param tag the tag, or -1
     * @param bytes how many
     */
    public void begin(String name, String communicator, int context, int peer, int tag, long bytes) {
        begin(name, communicator, context, peer, tag, bytes, OpenCall.Moves.UNKNOWN);
    }

    void begin(String name, String communicator, int context, int peer, int tag, long bytes, OpenCall.Moves moves) {
        OpenCall call = mine();
        if (call.depth++ > 0) {
            return;
        }
        call.begin(name, communicator, context, peer, tag, bytes, moves);
        for (int i = 0; i < watchers.length; i++) {
            Watcher watcher = watchers[i];
            try {
                call.before[i] = watcher.before(call);
            } catch (RuntimeException e) {
                drop(i, e);
            }
        }
        if (call.recorder != null) {
            call.recorder.begin();
        }
    }

    /** What was received, by the call that is under way. */
    public void received(int from, int tag, long bytes) {
        OpenCall call = mine();
        if (call.depth == 1) {
            call.received(from, tag, bytes);
        }
    }

    /** Which algorithm carries out the collective call that is under way, and how many bytes this rank's part has. */
    public void chosen(String algorithm, long bytes) {
        OpenCall call = mine();
        if (call.depth == 1) {
            call.chosen(algorithm, bytes);
        }
    }

    /** The calling thread begins to wait: returns when, by nanoTime. */
    public long waits() {
        return mine().waits();
    }

    /** Its wait that began then is over. */
    public void waited(long since) {
        mine().waited(since);
    }

    /** Its wait has got so long that it sleeps now. */
    public void waitsLong() {
        OpenCall call = mine();
        if (recorder != null && call.mustTellPosted()) {
            recorder.posted(call.peer(), call.context(), call.tag(), call.capacity());
        }
    }

    /** A part of the collective call under way is over. */
    public void phase(String phase, long nanoseconds) {
        OpenCall call = mine();
        if (call.depth == 1) {
            tellAll(watcher -> watcher.phase(call, phase, nanoseconds));
        }
    }

    /** A part of a collective call that does not block is over. */
    public void phase(StartedCall call, String phase, long nanoseconds) {
        tellAll(watcher -> watcher.phase(call, phase, nanoseconds));
    }

    /** The call returns, or throws. */
    public void end(boolean failed) {
        OpenCall call = mine();
        if (--call.depth > 0) {
            return;
        }
        call.end(failed);
        counting.after(call);
        if (call.recorder != null && call.recorder.ends()) {
            call.recorder.record(call, call.place().inWords(), call.sequence(), call.unexpected());
        }
        for (int i = 0; i < watchers.length; i++) {
            try {
                watchers[i].after(call, call.before[i]);
            } catch (RuntimeException e) {
                drop(i, e);
            }
            call.before[i] = null;
        }
        call.leave();
    }

    // ------------------------------------------------------------------------------------------- messages

    // Most messages are counted, and told by the event of their call. For those no object is made.

    /**
     * A message leaves.
     *
     * @param whole whether its first packet has all of it
     * @return whether that was all; else {@link #sent(Message, boolean)} is to be called
     */
    public boolean sent(int peer, int context, int tag, long bytes, long sequence, String transport, boolean whole) {
        counting.sent(transport, bytes);
        return watchers.length == 0
            && (recorder == null || whole && mine().tellsOfSent(peer, context, tag, bytes, sequence));
    }

    /** Tells of it, if that was not all. */
    public void sent(Message message, boolean whole) {
        // Without watchers it was asked already whether the call tells of it.
        if (recorder != null && !(watchers.length > 0 && whole && mine().tellsOfSent(message.peer(), message.context(),
            message.tag(), message.bytes(), message.sequence()))) {
            recorder.sent(message);
        }
        if (watchers.length > 0) {
            tell(watcher -> watcher.sent(message));
        }
    }

    /** A receive is posted, by the calling thread. */
    public void posted(Object receive, int peer, int context, int tag, long capacity) {
        if (recorder != null && !mine().keepsPosted(receive, capacity)) {
            recorder.posted(peer, context, tag, capacity);
        }
        if (watchers.length > 0) {
            tell(watcher -> watcher.posted(peer, context, tag, capacity));
        }
    }

    /**
     * A message arrives.
     *
     * @param receive the posted receive that has it whole; null if it has not, or if there is none
     * @return whether that was all; else {@link #arrived(Message, boolean, Object)} is to be called
     */
    public boolean arrived(long bytes, long sequence, boolean unexpected, Object receive) {
        counting.arrived(bytes, unexpected);
        return watchers.length == 0
            && (recorder == null || receive != null && mine().tellsOfArrived(sequence, receive));
    }

    /** Tells of it, if that was not all. */
    public void arrived(Message message, boolean unexpected, Object receive) {
        // Without watchers it was asked already whether the call tells of it.
        if (recorder != null && !(watchers.length > 0 && receive != null
            && mine().tellsOfArrived(message.sequence(), receive))) {
            recorder.arrived(message, unexpected);
        }
        if (watchers.length > 0) {
            tell(watcher -> watcher.arrived(message, unexpected));
        }
    }

    /** A message that is arriving meets a posted receive. */
    public void matched(Message message) {
        if (watchers.length > 0) {
            tell(watcher -> watcher.matched(message, false, 0)); // the event of its arrival says so
        }
    }

    /** A message that has lain for so long meets its receive, which the calling thread makes. */
    public void matched(Message message, long waited) {
        if (recorder != null && !mine().tellsOfMatched(message)) {
            recorder.matched(message, true, waited);
        }
        if (watchers.length > 0) {
            tell(watcher -> watcher.matched(message, true, waited));
        }
    }

    /** The queues have so many entries now. */
    public void queued(int postedReceives, int unexpectedMessages) {
        counting.queued(postedReceives, unexpectedMessages);
    }

    public void channelOpened(int peer, String transport, long nanoseconds) {
        tellAll(watcher -> watcher.channelOpened(peer, transport, nanoseconds));
    }

    public void backPressure(int peer, String transport, long bytes, long nanoseconds) {
        counting.backPressure(nanoseconds);
        tellAll(watcher -> watcher.backPressure(peer, transport, bytes, nanoseconds));
    }

    public void registered(String transport, long bytes, long nanoseconds, boolean refused) {
        tellAll(watcher -> watcher.registered(transport, bytes, nanoseconds, refused));
    }

    public void lost(int peer, String cause) {
        tellAll(watcher -> watcher.lost(peer, cause));
    }

    /** MPI ends. */
    public void close() {
        counting.close();
        tellAll(Watcher::close);
    }

    private interface Telling {
        void to(Watcher watcher);
    }

    /** Tells the recorder, too. */
    private void tellAll(Telling telling) {
        if (recorder != null) {
            telling.to(recorder);
        }
        tell(telling);
    }

    private void tell(Telling telling) {
        for (int i = 0; i < watchers.length; i++) {
            try {
                telling.to(watchers[i]);
            } catch (RuntimeException e) {
                drop(i, e);
            }
        }
    }

    /** A tool that fails is told no more: it must not be the program's failure. */
    private void drop(int index, RuntimeException failure) {
        Watcher failed = watchers[index];
        watchers[index] = new Watcher() { };
        System.err.println("rank " + rank + ": " + failed.getClass().getName() + " is told no more of this rank, since"
            + " it threw " + failure);
    }
}
