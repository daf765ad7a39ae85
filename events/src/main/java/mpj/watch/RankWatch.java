package mpj.watch;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import mpj.tools.Counters;
import mpj.tools.Message;
import mpj.tools.Watcher;

/**
 * Tells the watchers of one rank what it does. A rank that nobody watches has none: its engine and its communicators
 * are then built without a place to tell anything, and cost what they cost before. Thread-safe.
 */
public final class RankWatch {
    private final int rank;
    private final Watcher[] watchers;
    private final Counting counting;
    /** Null unless it is asked for. */
    private final Profiling profiling;
    private final CopyOnWriteArrayList<WeakReference<OpenCall>> calls = new CopyOnWriteArrayList<>();
    private final ThreadLocal<OpenCall> mine = ThreadLocal.withInitial(this::newCall);

    private RankWatch(int rank, List<Watcher> told, boolean profile) {
        this.rank = rank;
        counting = new Counting(rank, this::longest);
        List<Watcher> all = new ArrayList<>(told);
        all.addFirst(counting);
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
        RankWatch watch = new RankWatch(rank, InstalledTools.open(rank, size, events), profile);
        watch.counting.register();
        return watch;
    }

    /** What the rank has counted. */
    public Counters counters() {
        return counting;
    }

    /** Where its time went; null if nobody asks. */
    public Profiling profiling() {
        return profiling;
    }

    private OpenCall newCall() {
        OpenCall call = new OpenCall(watchers.length);
        calls.removeIf(known -> known.get() == null);
        calls.add(new WeakReference<>(call));
        return call;
    }

    /** The call under way that has lasted longest, or null. */
    private OpenCall longest() {
        OpenCall longest = null;
        for (WeakReference<OpenCall> known : calls) {
            OpenCall call = known.get();
            if (call != null && call.name() != null && (longest == null || call.start() - longest.start() < 0)) {
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
        OpenCall call = mine.get();
        if (call.depth++ > 0) {
            return;
        }
        call.begin(name, communicator, context, peer, tag, bytes);
        for (int i = 0; i < watchers.length; i++) {
            Watcher watcher = watchers[i];
            try {
                call.before[i] = watcher.before(call);
            } catch (RuntimeException e) {
                drop(i, e);
            }
        }
    }

    /** What was received, by the call that is under way. */
    public void received(int from, int tag, long bytes) {
        OpenCall call = mine.get();
        if (call.depth == 1) {
            call.received(from, tag, bytes);
        }
    }

    /** Which algorithm carries out the collective call that is under way, and how many bytes this rank's part has. */
    public void chosen(String algorithm, long bytes) {
        OpenCall call = mine.get();
        if (call.depth == 1) {
            call.chosen(algorithm, bytes);
        }
    }

    /** So long the calling thread has waited. */
    public void blocked(long nanoseconds) {
        mine.get().addBlocked(nanoseconds);
    }

    /** A part of the collective call under way is over. */
    public void phase(String phase, long nanoseconds) {
        OpenCall call = mine.get();
        if (call.depth == 1) {
            tell(watcher -> watcher.phase(call, phase, nanoseconds));
        }
    }

    /** The call returns, or throws. */
    public void end(boolean failed) {
        OpenCall call = mine.get();
        if (--call.depth > 0) {
            return;
        }
        call.end(failed);
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

    public void sent(Message message) {
        tell(watcher -> watcher.sent(message));
    }

    public void posted(int peer, int context, int tag, long capacity) {
        tell(watcher -> watcher.posted(peer, context, tag, capacity));
    }

    public void arrived(Message message, boolean unexpected) {
        tell(watcher -> watcher.arrived(message, unexpected));
    }

    public void matched(Message message, boolean unexpected, long waited) {
        tell(watcher -> watcher.matched(message, unexpected, waited));
    }

    /** The queues have so many entries now. */
    public void queued(int postedReceives, int unexpectedMessages) {
        counting.queued(postedReceives, unexpectedMessages);
    }

    public void channelOpened(int peer, String transport, long nanoseconds) {
        tell(watcher -> watcher.channelOpened(peer, transport, nanoseconds));
    }

    public void backPressure(int peer, String transport, long bytes, long nanoseconds) {
        tell(watcher -> watcher.backPressure(peer, transport, bytes, nanoseconds));
    }

    public void registered(String transport, long bytes, long nanoseconds, boolean refused) {
        tell(watcher -> watcher.registered(transport, bytes, nanoseconds, refused));
    }

    public void lost(int peer, String cause) {
        tell(watcher -> watcher.lost(peer, cause));
    }

    /** MPI ends. */
    public void close() {
        tell(Watcher::close);
    }

    private interface Telling {
        void to(Watcher watcher);
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
