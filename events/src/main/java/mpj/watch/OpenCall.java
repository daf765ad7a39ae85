package mpj.watch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import mpj.events.CallRecorder;
import mpj.tools.Call;
import mpj.tools.Message;
import mpj.tools.Site;

/** A thread's call, used for one after the other. Other threads may look at it, and then see what they see. */
final class OpenCall implements Call {
    /** What the library knows of the messages of a call. */
    enum Moves {
        /** None, or several, or in some other way. */
        UNKNOWN,
        /** It is a blocking send of one message. */
        ONE_OUT,
        /** It is a blocking receive. */
        ONE_IN,
        /** It starts, tests or awaits something: a short call unless it waits. */
        PART
    }

    /** A call with more bytes may take long without a wait. */
    private static final long SHORT_BYTES = 4096;
    /**
     * Two looks at the clock take as long as all else that is done for a short call. So one in so many short calls is
     * timed, if it does not wait. The number is a prime, for programs whose calls repeat.
     */
    static final int TIMED_EACH = 17;
    /** What took more nanoseconds was interrupted: it says nothing of other calls. */
    static final long LONGEST_USUAL = 10_000;

    private static final VarHandle NAME = handle("name", String.class);
    private static final VarHandle START = handle("start", long.class);

    private final CallSites sites = new CallSites();
    /** What the watchers' {@code before} has returned. */
    final Object[] before;
    /** How many calls the thread is in: one that another is carried out by is not told. */
    int depth;

    /** Records the thread's calls; null if no events are made. */
    final CallRecorder recorder;
    final Thread thread = Thread.currentThread();
    final CallCounts counts;
    /** Whether each call is timed, since somebody is told. */
    private final boolean exact;

    private String name;
    private String communicator;
    private int context;
    private int peer;
    private int tag;
    private long bytes;
    private String algorithm;
    /** By nanoTime; 0 if the call is not timed, as far as is known yet. */
    private long start;
    /** When its last wait ended; 0 if it has not waited. */
    private long lastWait;
    private int untimed;
    /** What a short call takes, by {@link Moves}. */
    private final long[] usual = new long[Moves.values().length];
    private boolean timed;
    private long nanoseconds;
    private long blocked;
    private boolean failed;
    private CallPlace place;

    // Of the message that it moves.
    private Moves moves;
    private long sequence;
    private boolean unexpected;
    /** The receive that it has posted, and its capacity. */
    private Object posted;
    private long capacity;
    /** Whether it has begun to wait, and whether that has taken so long that it was told. */
    private boolean waited;
    private boolean waitTold;

    /** Made by the thread itself. */
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
            nanoseconds = lastWait - start; // it returns with that
        } else {
            nanoseconds = usual[moves.ordinal()];
        }
    }

    /** Lets other threads know that the thread is outside of MPI. */
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

    /** A wait begins: returns when. */
    long waits() {
        long now = System.nanoTime();
        waited = true;
        if (start == 0) {
            START.setOpaque(this, now); // it has begun only just now
        }
        return now;
    }

    /** The wait that began then is over. */
    void waited(long since) {
        lastWait = System.nanoTime();
        blocked += lastWait - since;
    }

    // The event of a blocking call tells of its message as well, where nothing is lost by it. So a short message takes
    // one event on either side, not four.

    /** A message leaves; true if the call's event tells of it, since it is over with that. */
    boolean tellsOfSent(int to, int in, int with, long size, long number) {
        if (moves != Moves.ONE_OUT || depth != 1 || waited || sequence != 0 || to != peer || with != tag
            || in != context || size != bytes) {
            return false;
        }
        sequence = number;
        return true;
    }

    /** A receive is posted; true if nothing needs to be told of that yet. */
    boolean keepsPosted(Object receive, long mostBytes) {
        if (moves != Moves.ONE_IN || depth != 1 || posted != null) {
            return false;
        }
        posted = receive;
        capacity = mostBytes;
        return true;
    }

    /** The wait gets long; true, once, if a receive was posted of which nothing is told yet. */
    boolean mustTellPosted() {
        if (posted == null || waitTold) {
            return false;
        }
        waitTold = true;
        return true;
    }

    long capacity() {
        return capacity;
    }

    /** A message has arrived for a receive; true if the call's event tells of it, since it is over with that. */
    boolean tellsOfArrived(long number, Object receive) {
        if (posted == null || posted != receive || waitTold) {
            return false;
        }
        sequence = number;
        return true;
    }

    /** A message that was here already is matched; true if the call's event tells of it. */
    boolean tellsOfMatched(Message message) {
        if (moves != Moves.ONE_IN || depth != 1 || waited || posted != null || sequence != 0) {
            return false;
        }
        sequence = message.sequence();
        unexpected = true;
        return true;
    }

    /** Equal for calls with the same arguments, and hardly ever for others. */
    long key() {
        long hash = name.hashCode() * 31L + context;
        hash = (hash * 0xBF58476D1CE4E5B9L + peer) * 0x94D049BB133111EBL + tag;
        return hash * 0xBF58476D1CE4E5B9L + bytes;
    }

    /** For how long it has gone on. */
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

    /** Where the program makes it. */
    CallPlace place() {
        if (place == null) {
            place = sites.of(key(), nanoseconds);
        }
        return place;
    }

    /** The number of the message that the call's event tells of, or 0. */
    long sequence() {
        return sequence;
    }

    /** Whether that message was there before its receive. */
    boolean unexpected() {
        return unexpected;
    }

    /** As in "Recv, rank 2, tag 5"; null outside of MPI. */
    String inWords() {
        String called = sharedName();
        if (called == null) {
            return null;
        }
        return called + (peer < 0 ? "" : ", rank " + peer) + (tag < 0 ? "" : ", tag " + tag);
    }
}
