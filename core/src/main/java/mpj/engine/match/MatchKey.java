package mpj.engine.match;

/** Chooses the bin of a message, or of a receive without wildcards. */
final class MatchKey {
    static final int BINS = 1024;

    private MatchKey() {
    }

    static int bin(int context, int source, int tag) {
        return bin(context, source, tag, BINS);
    }

    /** The same among {@code bins} bins, which is a power of two. */
    static int bin(int context, int source, int tag, int bins) {
        int hash = (context * 31 + source) * 31 + tag;
        return (hash ^ hash >>> 10 ^ hash >>> 20) & bins - 1;
    }
}
