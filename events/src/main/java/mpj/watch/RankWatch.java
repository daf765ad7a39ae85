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
 * Reports to the watchers of one rank what it does. A rank that nobody watches has no such object. Its engine and its
 * communicators are then built without any place for reports, so watching costs them nothing. Thread-safe.
 */
public final class RankWatch {
    private final int rank;
    /**
     * The tools and the profile. The counters and the events are reported separately, because their reports must be
     * fast.
     */
    private final Watcher[] watchers;
    private final Counting counting;
    /** Null if no events are recorded. */
    private final EventRecorder recorder;
    /** Null unless it is asked for. */
    private final Profiling profiling;
    private final CopyOnWriteArrayList<Known> calls = new CopyOnWriteArrayList<>();
    private final ThreadLocal<OpenCall> ofThreads = ThreadLocal.withInitial(this::newCall);
    /**
     * The call of the first thread that called MPI, most often the only such thread. This field is faster to read than
     * the ThreadLocal.
     */
    private OpenCall first;

    /** A thread's call, as long as the thread exists, and the thread's counts. */
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
     * Opens the watchers of a rank that the properties ask for.
     *
     * @param rank the rank in the job
     * @param size the number of ranks in the job
     * @param profile whether to add up the time of the rank
     * @return null if nobody watches
     * @throws mpj.settings.SettingException when {@code mpj.tools} names a tool that does not exist
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

    /** The rank's counters. */
    public Counters counters() {
        return counting;
    }

    /** Whether each call and each wait is timed, because a watcher is told of them. */
    public boolean timesEachCall() {
        return watchers.length > 0;
    }

    /** The profile of the rank's time; null if nobody asks for it. */
    public Profiling profiling() {
        return profiling;
    }

    /**
     * Lets recordings contain the job to which this rank belongs.
     *
     * @param cores the cores that the rank may run on, as the kernel writes them; may be empty
     */
    public void describe(int size, String host, String cores) {
        if (recorder != null) {
            recorder.describe(size, host, cores);
            recorder.lookForCalls(this::tellCallsUnderWay);
        }
    }

    /** Called by another thread. If a call is about to return, this may see parts of the next call. */
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

    /** Whether a recording asks for samples of the clocks. This is asked at Init and before Finalize. */
    public boolean samplesClock() {
        return recorder != null && recorder.samplesClock();
    }

    /**
     * Records a sample of the clocks.
     *
     * @param offset the number to add to System.nanoTime to get the launcher's
     * @param error the largest error of the offset; -1 if it is not known
     */
    public void sampleClock(long offset, long error) {
        recorder.sampleClock(offset, error);
    }

    /** The calling thread's call. */
    private OpenCall mine() {
        OpenCall call = first; // whichever object this sees, its thread is visible with it
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
     * Begins a call. {@link #end} must follow each call of this method.
     *
     * @param name the name of the called function
     * @param communicator the communicator's name
     * @param context the communicator's number, or -1
     * @param peer a rank in the job, or -1
     * @param tag the tag, or -1
     * @param bytes the number of bytes
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

    /** Reports what the call under way has received. */
    public void received(int from, int tag, long bytes) {
        OpenCall call = mine();
        if (call.depth == 1) {
            call.received(from, tag, bytes);
        }
    }

    /** Reports the algorithm of the collective call under way, and the bytes of this rank's part. */
    public void chosen(String algorithm, long bytes) {
        OpenCall call = mine();
        if (call.depth == 1) {
            call.chosen(algorithm, bytes);
        }
    }

    /** Begins a wait of the calling thread, and returns the time by nanoTime. */
    public long waits() {
        return mine().waits();
    }

    /** Ends the wait that began at this time. */
    public void waited(long since) {
        mine().waited(since);
    }

    /** Reports that the wait has become so long that the thread sleeps now. */
    public void waitsLong() {
        OpenCall call = mine();
        if (recorder != null && call.mustReportPosted()) {
            recorder.posted(call.context(), call.peer(), call.tag(), call.capacity());
        }
    }

    /** Reports the end of a part of the collective call under way. */
    public void phase(String phase, long nanoseconds) {
        OpenCall call = mine();
        if (call.depth == 1) {
            tellAll(watcher -> watcher.phase(call, phase, nanoseconds));
        }
    }

    /** Reports the end of a part of a collective call that does not block. */
    public void phase(StartedCall call, String phase, long nanoseconds) {
        tellAll(watcher -> watcher.phase(call, phase, nanoseconds));
    }

    /** Ends the call, which returns or throws. */
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

    // Most messages are counted, and reported by the event of their call. No object is made for them.

    /**
     * Reports that a message leaves.
     *
     * @param whole whether its first packet contains the whole message
     * @return true if the report is complete; else {@link #sent(Message, boolean)} must be called
     */
    public boolean sent(int context, int peer, int tag, long bytes, long sequence, String transport, boolean whole) {
        counting.sent(transport, bytes);
        return watchers.length == 0
            && (recorder == null || whole && mine().recordsSent(context, peer, tag, bytes, sequence));
    }

    /** Completes the report of a message that leaves. */
    public void sent(Message message, boolean whole) {
        // Without watchers, the call was already asked whether its event reports the message.
        if (recorder != null && !(watchers.length > 0 && whole && mine().recordsSent(message.context(), message.peer(),
            message.tag(), message.bytes(), message.sequence()))) {
            recorder.sent(message);
        }
        if (watchers.length > 0) {
            tell(watcher -> watcher.sent(message));
        }
    }

    /** Reports a receive that the calling thread has posted. */
    public void posted(Object receive, int context, int peer, int tag, long capacity) {
        if (recorder != null && !mine().keepsPosted(receive, capacity)) {
            recorder.posted(context, peer, tag, capacity);
        }
        if (watchers.length > 0) {
            tell(watcher -> watcher.posted(context, peer, tag, capacity));
        }
    }

    /**
     * Reports that a message arrives.
     *
     * @param receive the posted receive that takes the whole message; null if the message is not whole, or if no
     *     receive is posted
     * @return true if the report is complete; else {@link #arrived(Message, boolean, Object)} must be called
     */
    public boolean arrived(long bytes, long sequence, boolean unexpected, Object receive) {
        counting.arrived(bytes, unexpected);
        return watchers.length == 0
            && (recorder == null || receive != null && mine().recordsArrived(sequence, receive));
    }

    /** Completes the report of a message that arrives. */
    public void arrived(Message message, boolean unexpected, Object receive) {
        // Without watchers, the call was already asked whether its event reports the message.
        if (recorder != null && !(watchers.length > 0 && receive != null
            && mine().recordsArrived(message.sequence(), receive))) {
            recorder.arrived(message, unexpected);
        }
        if (watchers.length > 0) {
            tell(watcher -> watcher.arrived(message, unexpected));
        }
    }

    /** Reports that an arriving message is matched with a posted receive. */
    public void matched(Message message) {
        if (watchers.length > 0) {
            tell(watcher -> watcher.matched(message, false, 0)); // the event of its arrival contains this
        }
    }

    /** Reports that a message which has waited is matched with its receive, which the calling thread makes. */
    public void matched(Message message, long waited) {
        if (recorder != null && !mine().recordsMatched(message)) {
            recorder.matched(message, true, waited);
        }
        if (watchers.length > 0) {
            tell(watcher -> watcher.matched(message, true, waited));
        }
    }

    /** Reports the present lengths of the queues. */
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

    /** Ends all reports, because MPI ends. */
    public void close() {
        counting.close();
        tellAll(Watcher::close);
    }

    private interface Telling {
        void to(Watcher watcher);
    }

    /** Reports to the recorder as well. */
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

    /** Drops a tool that fails, because its failure must not become the program's. */
    private void drop(int index, RuntimeException failure) {
        Watcher failed = watchers[index];
        watchers[index] = new Watcher() { };
        System.err.println("rank " + rank + ": " + failed.getClass().getName() + " is told nothing more of this rank,"
            + " because it threw " + failure);
    }
}
