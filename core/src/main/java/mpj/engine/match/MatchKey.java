package mpj.engine.match;

/** Which bin a message, or a receive without wildcards, is kept in. */
final class MatchKey {
    static final int BINS = 1024;

    private MatchKey() {
    }

    static int bin(int context, int source, int tag) {
        return bin(context, source, tag, BINS);
    }

    /** The same among so many bins, a power of two. */
    static int bin(int context, int source, int tag, int bins) {
        int hash = (context * 31 + source) * 31 + tag;
        return (hash ^ hash >>> 10 ^ hash >>> 20) & bins - 1;
    }
}
