package mpj.watch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import mpj.events.CallRecorder;
import mpj.tools.Call;
import mpj.tools.Message;
import mpj.tools.Site;

/**
 * A thread's present call. The object is reused for each call of the thread. Other threads may read it, and may then
 * see parts of different calls.
 */
final class OpenCall implements Call {
    /** The messages that a call moves, as far as the library knows. */
    enum Moves {
        /** None or several messages, or messages moved in some other way. */
        UNKNOWN,
        /** The call is a blocking send of one message. */
        ONE_OUT,
        /** The call is a blocking receive. */
        ONE_IN,
        /** The call starts, tests or awaits something. It is short unless it waits. */
        PART
    }

    /** A call with more bytes may take long without waiting. */
    private static final long SHORT_BYTES = 4096;
    /**
     * Reading the clock twice takes as long as everything else that is done for a short call. So only one of this many
     * short calls is timed, if it does not wait. The number is a prime, because the calls of programs repeat.
     */
    static final int TIMED_EACH = 17;
    /** A call that took more nanoseconds was interrupted, so its duration says nothing about other calls. */
    static final long LONGEST_USUAL = 10_000;

    private static final VarHandle NAME = handle("name", String.class);
    private static final VarHandle START = handle("start", long.class);

    private final CallSites sites = new CallSites();
    /** The objects that the {@code before} methods of the watchers returned. */
    final Object[] before;
    /** The number of nested calls that the thread is in. A call within another call is not reported. */
    int depth;

    /** Records the thread's calls; null if no events are recorded. */
    final CallRecorder recorder;
    final Thread thread = Thread.currentThread();
    final CallCounts counts;
    /** Whether each call is timed, because a watcher is told. */
    private final boolean exact;

    private String name;
    private String communicator;
    private int context;
    private int peer;
    private int tag;
    private long bytes;
    private String algorithm;
    /** The start by nanoTime; 0 if the call is not timed, as far as is known yet. */
    private long start;
    /** The end of the call's last wait; 0 if it has not waited. */
    private long lastWait;
    private int untimed;
    /** The usual duration of a short call, by {@link Moves}. */
    private final long[] usual = new long[Moves.values().length];
    private boolean timed;
    private long nanoseconds;
    private long blocked;
    private boolean failed;
    private CallPlace place;

    // The message that the call moves.
    private Moves moves;
    private long sequence;
    private boolean unexpected;
    /** The receive that the call has posted, and the receive's capacity. */
    private Object posted;
    private long capacity;
    /** Whether the call has begun to wait, and whether the wait was so long that the receive was reported. */
    private boolean waited;
    private boolean waitTold;

    /** Called by the thread whose calls these are. */
    OpenCall(int watchers, CallRecorder recorder, CallCounts counts) {
        before = new Object[watchers];
        exact = watchers > 0;
        this.recorder = recorder;
        this.counts = counts;
    }

    private static VarHandle handle(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(OpenCall.class, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    void begin(String called, String on, int inContext, int withPeer, int withTag, long withBytes, Moves messages) {
        communicator = on;
        context = inContext;
        peer = withPeer;
        tag = withTag;
        bytes = withBytes;
        algorithm = null;
        nanoseconds = 0;
        blocked = 0;
        failed = false;
        place = null;
        moves = messages;
        sequence = 0;
        unexpected = false;
        posted = null;
        waited = false;
        waitTold = false;
        lastWait = 0;
        timed = exact || messages == Moves.UNKNOWN || withBytes > SHORT_BYTES || --untimed < 0;
        START.setOpaque(this, timed ? System.nanoTime() : 0);
        NAME.setRelease(this, called); // other threads read it first
    }

    void end(boolean threw) {
        failed = threw;
        if (timed) {
            nanoseconds = System.nanoTime() - start;
            if (untimed < 0) {
                untimed = TIMED_EACH - 1;
                if (!waited && nanoseconds <= LONGEST_USUAL) {
                    usual[moves.ordinal()] = nanoseconds;
                }
            }
        } else if (waited) {
            nanoseconds = lastWait - start; // the call returns when the wait ends
        } else {
            nanoseconds = usual[moves.ordinal()];
        }
    }

    /** Tells other threads that the thread is outside of MPI. */
    void leave() {
        NAME.setRelease(this, null);
    }

    /** The name as any thread may read it; null outside of MPI. */
    String sharedName() {
        return (String) NAME.getAcquire(this);
    }

    void received(int from, int withTag, long size) {
        peer = from;
        tag = withTag;
        bytes = size;
    }

    void chosen(String with, long size) {
        algorithm = with;
        bytes = size;
    }

    /** Begins a wait, and returns the time of its beginning. */
    long waits() {
        long now = System.nanoTime();
        waited = true;
        if (start == 0) {
            START.setOpaque(this, now); // as far as is known, the call began only now
        }
        return now;
    }

    /** Ends the wait that began at this time. */
    void waited(long since) {
        lastWait = System.nanoTime();
        blocked += lastWait - since;
    }

    // The event of a blocking call also reports the call's message, if nothing is lost by that. So a short message
    // takes one event on either side, not four.

    /** A message leaves. Returns true if the call's event reports it, because the call ends with it. */
    boolean recordsSent(int in, int to, int with, long size, long number) {
        if (moves != Moves.ONE_OUT || depth != 1 || waited || sequence != 0 || to != peer || with != tag
            || in != context || size != bytes) {
            return false;
        }
        sequence = number;
        return true;
    }

    /** A receive is posted. Returns true if it need not be reported yet. */
    boolean keepsPosted(Object receive, long mostBytes) {
        if (moves != Moves.ONE_IN || depth != 1 || posted != null) {
            return false;
        }
        posted = receive;
        capacity = mostBytes;
        return true;
    }

    /** The wait becomes long. Returns true, only once, if a receive was posted that is not reported yet. */
    boolean mustReportPosted() {
        if (posted == null || waitTold) {
            return false;
        }
        waitTold = true;
        return true;
    }

    long capacity() {
        return capacity;
    }

    /**
     * A message has arrived for a receive. Returns true if the call's event reports it, because the call ends with it.
     */
    boolean recordsArrived(long number, Object receive) {
        if (posted == null || posted != receive || waitTold) {
            return false;
        }
        sequence = number;
        return true;
    }

    /** A message that had arrived before is matched. Returns true if the call's event reports it. */
    boolean recordsMatched(Message message) {
        if (moves != Moves.ONE_IN || depth != 1 || waited || posted != null || sequence != 0) {
            return false;
        }
        sequence = message.sequence();
        unexpected = true;
        return true;
    }

    /** A number that is equal for calls with the same arguments, and hardly ever for others. */
    long key() {
        long hash = name.hashCode() * 31L + context;
        hash = (hash * 0xBF58476D1CE4E5B9L + peer) * 0x94D049BB133111EBL + tag;
        return hash * 0xBF58476D1CE4E5B9L + bytes;
    }

    /** The duration of the call so far. */
    long lasts(long now) {
        long began = (long) START.getOpaque(this);
        return began == 0 ? 0 : Math.max(0, now - began);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String communicator() {
        return communicator;
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int peer() {
        return peer;
    }

    @Override
    public int tag() {
        return tag;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public String algorithm() {
        return algorithm;
    }

    @Override
    public long nanoseconds() {
        return nanoseconds;
    }

    @Override
    public long blocked() {
        return blocked;
    }

    @Override
    public boolean failed() {
        return failed;
    }

    @Override
    public Site site() {
        return place().site();
    }

    /** The place in the program that makes the call. */
    CallPlace place() {
        if (place == null) {
            place = sites.of(key(), nanoseconds);
        }
        return place;
    }

    /** The number of the message that the call's event reports, or 0. */
    long sequence() {
        return sequence;
    }

    /** Whether that message was there before its receive. */
    boolean unexpected() {
        return unexpected;
    }

    /** The call in words, such as "Recv, rank 2, tag 5"; null outside of MPI. */
    String inWords() {
        String called = sharedName();
        if (called == null) {
            return null;
        }
        return called + (peer < 0 ? "" : ", rank " + peer) + (tag < 0 ? "" : ", tag " + tag);
    }
}
