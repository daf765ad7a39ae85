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
        ONE_IN
    }

    private static final VarHandle NAME = handle("name", String.class);
    private static final VarHandle START = handle("start", long.class);

    private final CallSites sites = new CallSites();
    /** What the watchers' {@code before} has returned. */
    final Object[] before;
    /** How many calls the thread is in: one that another is carried out by is not told. */
    int depth;

    /** Records the thread's calls; null if no events are made. */
    final CallRecorder recorder;

    private String name;
    private String communicator;
    private int context;
    private int peer;
    private int tag;
    private long bytes;
    private String algorithm;
    private long start;
    private long nanoseconds;
    private long blocked;
    private boolean failed;
    private Site site;

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

    OpenCall(int watchers, CallRecorder recorder) {
        before = new Object[watchers];
        this.recorder = recorder;
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
        site = null;
        moves = messages;
        sequence = 0;
        unexpected = false;
        posted = null;
        waited = false;
        waitTold = false;
        START.setOpaque(this, System.nanoTime());
        NAME.setRelease(this, called); // other threads read it first
    }

    void end(boolean threw) {
        nanoseconds = System.nanoTime() - start;
        failed = threw;
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

    /** A wait begins. */
    void waits() {
        waited = true;
    }

    void addBlocked(long time) {
        blocked += time;
    }

    // The event of a blocking call tells of its message as well, where nothing is lost by it. So a short message takes
    // one event on either side, not four.

    /** A message leaves; true if the call's event tells of it, since it is over with that. */
    boolean tellsOfSent(Message message) {
        if (moves != Moves.ONE_OUT || depth != 1 || waited || sequence != 0 || message.peer() != peer
            || message.tag() != tag || message.context() != context || message.bytes() != bytes) {
            return false;
        }
        sequence = message.sequence();
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
    boolean tellsOfArrived(Message message, Object receive) {
        if (posted == null || posted != receive || waitTold) {
            return false;
        }
        sequence = message.sequence();
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

    long start() {
        return (long) START.getOpaque(this);
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
        if (site == null) {
            site = sites.of(key(), nanoseconds);
        }
        return site;
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
