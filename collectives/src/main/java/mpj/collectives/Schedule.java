package mpj.collectives;

/**
 * The steps of one rank in a collective. They are written once, and carried out each time that the collective is called
 * with the same sizes. Immutable.
 *
 * <p>A step is {@link #STEP} words of one array, so that carrying it out follows no reference:
 *
 * <pre>
 *   word 0    63          36 35            12 11       8 7      4 3    0
 *             | peer         | request        | region   | region | kind |
 *   word 1    position       word 2  bytes              word 3  position in the second region
 *             or stage               or number
 * </pre>
 */
public final class Schedule {
    static final int STEP = 4;

    static final int SEND = 0;
    static final int RECEIVE = 1;
    static final int AWAIT = 2;
    static final int COPY = 3;
    static final int REDUCE = 4;
    static final int POST = 5;
    static final int AWAIT_STAGE = 6;
    static final int NOTE = 7;
    static final int EXPECT = 8;
    static final int CLAIM = 9;
    static final int ALL_BEGUN = 10;

    private static final int REGION_AT = 4;
    private static final int TO_REGION_AT = 8;
    private static final int REQUEST_AT = 12;
    private static final int REQUEST_MASK = (1 << 24) - 1;
    private static final int PEER_AT = 36;

    final long[] program;
    private final String algorithm;
    private final int requests;
    private final long work;
    private final boolean shared;
    private final int lastStage;

    Schedule(long[] program, int requests, long work, boolean shared) {
        this(program, "", requests, work, shared);
    }

    private Schedule(long[] program, String algorithm, int requests, long work, boolean shared) {
        this.program = program;
        this.algorithm = algorithm;
        this.requests = requests;
        this.work = work;
        this.shared = shared;
        int last = 0;
        for (int at = 0; at < program.length; at += STEP) {
            last = kind(program[at]) == POST ? (int) program[at + 1] : last;
        }
        lastStage = last;
    }

    private long count(int kind) {
        long steps = 0;
        for (int at = 0; at < program.length; at += STEP) {
            steps += kind(program[at]) == kind ? 1 : 0;
        }
        return steps;
    }

    /**
     * Makes the schedule of one rank.
     *
     * @param algorithm the algorithm
     * @param problem the collective as that rank sees it
     * @return the schedule
     */
    public static Schedule of(Algorithm algorithm, Problem problem) {
        Steps steps = new Steps();
        algorithm.write(problem, steps);
        return steps.schedule().by(algorithm.name());
    }

    private Schedule by(String name) {
        return new Schedule(program, name, requests, work, shared);
    }

    /**
     * The algorithm that has written the schedule.
     *
     * @return its name; empty if it has none
     */
    public String algorithm() {
        return algorithm;
    }

    static long pack(int kind, int region, int toRegion, int request, int peer) {
        return kind | (long) region << REGION_AT | (long) toRegion << TO_REGION_AT | (long) request << REQUEST_AT
            | (long) peer << PEER_AT;
    }

    static int kind(long word) {
        return (int) word & 0xF;
    }

    static int region(long word) {
        return (int) word >>> REGION_AT & 0xF;
    }

    static int toRegion(long word) {
        return (int) word >>> TO_REGION_AT & 0xF;
    }

    static int request(long word) {
        return (int) (word >>> REQUEST_AT) & REQUEST_MASK;
    }

    static int peer(long word) {
        return (int) (word >>> PEER_AT);
    }

    /**
     * The number of sends and receives that may be under way at once. The numbers of requests are below it.
     *
     * @return the number
     */
    public int requests() {
        return requests;
    }

    /**
     * The size of {@link Place#WORK}.
     *
     * @return the size, in bytes
     */
    public long work() {
        return work;
    }

    /**
     * Whether the schedule uses {@link Place#SHARED}. The answer is the same on every rank.
     *
     * @return true if it does
     */
    public boolean isShared() {
        return shared;
    }

    /**
     * Whether this rank posts anything for the ranks that share memory with it. If it does not, they do not wait for
     * it.
     *
     * @return true if it does
     */
    public boolean posts() {
        return lastStage > 0;
    }

    /**
     * The last stage that this rank posts.
     *
     * @return the stage, or 0 if there is none
     */
    public int lastStage() {
        return lastStage;
    }

    /**
     * The number of messages that this rank sends.
     *
     * @return the number
     */
    public long messages() {
        return count(SEND);
    }

    /**
     * The number of messages that this rank sends to another rank.
     *
     * @param peer the other rank
     * @return the number
     */
    public int messagesTo(int peer) {
        return messages(SEND, peer);
    }

    /**
     * The number of messages that this rank receives from another rank.
     *
     * @param peer the other rank
     * @return the number
     */
    public int messagesFrom(int peer) {
        return messages(RECEIVE, peer);
    }

    private int messages(int kind, int peer) {
        int messages = 0;
        for (int at = 0; at < program.length; at += STEP) {
            messages += kind(program[at]) == kind && peer(program[at]) == peer ? 1 : 0;
        }
        return messages;
    }

    /**
     * The number of bytes that this rank sends.
     *
     * @return the number
     */
    public long bytes() {
        long bytes = 0;
        for (int at = 0; at < program.length; at += STEP) {
            bytes += kind(program[at]) == SEND ? program[at + 2] : 0;
        }
        return bytes;
    }
}
