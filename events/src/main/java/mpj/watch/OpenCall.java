package mpj.watch;

import mpj.tools.Call;
import mpj.tools.Site;

/** A thread's call, used for one after the other. Other threads may look at it, and then see what they see. */
final class OpenCall implements Call {
    private final CallSites sites = new CallSites();
    /** What the watchers' {@code before} has returned. */
    final Object[] before;
    /** How many calls the thread is in: one that another is carried out by is not told. */
    int depth;

    private volatile String name;
    private String communicator;
    private int context;
    private int peer;
    private int tag;
    private long bytes;
    private String algorithm;
    private volatile long start;
    private long nanoseconds;
    private long blocked;
    private boolean failed;
    private Site site;

    OpenCall(int watchers) {
        before = new Object[watchers];
    }

    void begin(String called, String on, int inContext, int withPeer, int withTag, long withBytes) {
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
        start = System.nanoTime();
        name = called;
    }

    void end(boolean threw) {
        nanoseconds = System.nanoTime() - start;
        failed = threw;
    }

    /** Lets other threads know that the thread is outside of MPI. */
    void leave() {
        name = null;
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

    void addBlocked(long time) {
        blocked += time;
    }

    /** Equal for calls with the same arguments, and hardly ever for others. */
    long key() {
        long hash = name.hashCode() * 31L + context;
        hash = (hash * 0xBF58476D1CE4E5B9L + peer) * 0x94D049BB133111EBL + tag;
        return hash * 0xBF58476D1CE4E5B9L + bytes;
    }

    long start() {
        return start;
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
            site = sites.of(this);
        }
        return site;
    }

    /** As in "Recv, rank 2, tag 5"; null outside of MPI. */
    String inWords() {
        String called = name;
        if (called == null) {
            return null;
        }
        return called + (peer < 0 ? "" : ", rank " + peer) + (tag < 0 ? "" : ", tag " + tag);
    }
}
