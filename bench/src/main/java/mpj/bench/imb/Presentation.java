package mpj.bench.imb;

/** The kinds of benchmark that IMB tells apart, with the columns and scales of each. */
enum Presentation {
    /** Two ranks; the time is that of one message in one direction: half a round trip. */
    PING_PONG(2, 0.5, 1),
    /** Two ranks that send at the same time. */
    PING_PING(2, 1, 1),
    /** All ranks; each moves two messages per iteration. */
    SENDRECV(1, 1, 2),
    /** All ranks; each moves four messages per iteration. */
    EXCHANGE(1, 1, 4),
    /** Pairs of ranks, a window of messages one way. */
    MESSAGE_RATE(2, 1, 1),
    /** Pairs of ranks, a window of messages both ways. */
    MESSAGE_RATE_BOTH_WAYS(2, 1, 2),
    /** All ranks; times only. */
    COLLECTIVE(1, 1, 1),
    /** All ranks; no message size. */
    SYNC(1, 1, 1),
    /** All ranks; times of a non-blocking collective and what a computation hides of it. */
    OVERLAP(1, 1, 1),
    /** The same without a message size. */
    OVERLAP_SYNC(1, 1, 1),
    /** Two ranks; NetPIPE's sizes and columns. */
    NETPIPE(2, 0.5, 1),
    /** Pairs of ranks, a window of messages one way; the columns of osu_mbw_mr. */
    OSU_MESSAGE_RATE(2, 1, 1);

    private static final int NETPIPE_TRIALS = 7;

    private final int leastRanks;
    private final double timeScale;
    private final double bandwidthScale;

    Presentation(int leastRanks, double timeScale, double bandwidthScale) {
        this.leastRanks = leastRanks;
        this.timeScale = timeScale;
        this.bandwidthScale = bandwidthScale;
    }

    /** Ranks below which it means nothing. */
    int leastRanks() {
        return leastRanks;
    }

    /** What the time of an iteration is multiplied by. */
    double timeScale() {
        return timeScale;
    }

    /** Messages that count for the bandwidth, per iteration. */
    double bandwidthScale() {
        return bandwidthScale;
    }

    /** Whether exactly two ranks take part, however many there are. */
    boolean isPair() {
        return this == PING_PONG || this == PING_PING || this == NETPIPE;
    }

    boolean isMessageRate() {
        return this == MESSAGE_RATE || this == MESSAGE_RATE_BOTH_WAYS || this == OSU_MESSAGE_RATE;
    }

    boolean hasSizes() {
        return this != SYNC && this != OVERLAP_SYNC;
    }

    boolean hasBandwidth() {
        return this != COLLECTIVE && this != SYNC && !isOverlap();
    }

    boolean isOverlap() {
        return this == OVERLAP || this == OVERLAP_SYNC;
    }

    /** How often a size is measured; the fastest of the runs counts. */
    int trials() {
        return this == NETPIPE ? NETPIPE_TRIALS : 1;
    }
}
