package mpj.bench.imb;

/** The kinds of benchmarks that IMB distinguishes, with the columns and scales of each kind. */
enum Presentation {
    /** Two ranks. The time is half a round trip: one message in one direction. */
    PING_PONG(2, 0.5, 1),
    /** Two ranks that send at the same time. */
    PING_PING(2, 1, 1),
    /** All ranks. Each moves two messages per iteration. */
    SENDRECV(1, 1, 2),
    /** All ranks. Each moves four messages per iteration. */
    EXCHANGE(1, 1, 4),
    /** Pairs of ranks, with a window of messages one way. */
    MESSAGE_RATE(2, 1, 1),
    /** Pairs of ranks, with a window of messages both ways. */
    MESSAGE_RATE_BOTH_WAYS(2, 1, 2),
    /** All ranks. Times only. */
    COLLECTIVE(1, 1, 1),
    /** All ranks. There is no message size. */
    SYNC(1, 1, 1),
    /** All ranks. The times of a non-blocking collective, and how much of it a computation hides. */
    OVERLAP(1, 1, 1),
    /** The same as OVERLAP without a message size. */
    OVERLAP_SYNC(1, 1, 1),
    /** All ranks. The times and the throughput of a file. */
    FILE(1, 1, 1),
    /** One rank. The time and the throughput of a file. */
    FILE_OF_ONE(1, 1, 1),
    /** Two ranks. One works on the memory of the other, or each works on the other's. */
    ONE_SIDED(2, 1, 1),
    /** The same as ONE_SIDED on one element, so there is only one size. */
    ONE_ELEMENT(2, 1, 1),
    /** One rank works on the memory of every other rank. The bandwidth counts one message for each other rank. */
    ONE_TO_ALL(2, 1, 1),
    /** Two ranks. The times of a put whose target waits, and of a put whose target computes. */
    PASSIVE_TARGET(2, 1, 1),
    /** Two ranks. NetPIPE's sizes and columns. */
    NETPIPE(2, 0.5, 1),
    /** Pairs of ranks, with a window of messages one way and the columns of osu_mbw_mr. */
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

    /** The least number of ranks for which the benchmark makes sense. */
    int leastRanks() {
        return leastRanks;
    }

    /** The factor of an iteration's time. */
    double timeScale() {
        return timeScale;
    }

    /** How many messages count for the bandwidth, per iteration. */
    double bandwidthScale() {
        return bandwidthScale;
    }

    /** Whether exactly two ranks take part, even if there are more. */
    boolean isPair() {
        return switch (this) {
            case PING_PONG, PING_PING, NETPIPE, ONE_SIDED, ONE_ELEMENT, PASSIVE_TARGET -> true;
            default -> false;
        };
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

    /** How often a size is measured. The fastest run counts. */
    int trials() {
        return this == NETPIPE ? NETPIPE_TRIALS : 1;
    }
}
