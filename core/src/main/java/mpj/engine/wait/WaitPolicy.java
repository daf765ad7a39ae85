package mpj.engine.wait;

/**
 * How long a waiting thread polls before it yields its core, and how often it yields before it sleeps. If there are
 * more ranks than cores, a rank that waits must not burn the core that its peer needs.
 *
 * @param eagerSpins polls at full speed, without a pause instruction: such an instruction takes up to 40 ns, as long as
 *     a message
 * @param spins polls before the first yield of a wait, those at full speed included
 * @param spinsAlone the same in two cases: the last yield has shown that nobody else wants the core, or {@link
 *     AdaptiveSpinning} lets the wait poll for long
 * @param yields yields before the first sleep
 * @param firstSleep how long to sleep at most when the wait has just begun, in nanoseconds
 */
public record WaitPolicy(int eagerSpins, int spins, int spinsAlone, int yields, long firstSleep) {
    public static final long FIRST_SLEEP = 10_000_000;
    private static final long LONGEST_SLEEP = 100_000_000;
    /** In nanoseconds. Short, because a peer that empties a full channel does not wake the sender. */
    public static final long LONGEST_SLEEP_WITH_MORE_TO_SEND = 50_000;
    /** In nanoseconds. Short, because who changes shared memory wakes nobody. */
    public static final long LONGEST_SLEEP_BETWEEN_LOOKS = 200_000;

    /**
     * In nanoseconds. A yield to another process takes longer than this, since it takes two switches. A yield that no
     * other process uses takes a fraction of it.
     */
    private static final long LONGEST_YIELD_ALONE = 1000;

    /** In nanoseconds. Among ranks that all wait, a yield takes less. */
    private static final long LONG_YIELD = 20_000;

    /**
     * Polls before a yield while another thread of this rank also waits. Each of these threads polls for all of them.
     * If there are more threads than cores, a thread that polls on may keep the core from the thread that would end its
     * wait, in this rank or in another. This many polls take as long as a yield to another thread.
     */
    static final int MOST_SPINS_OF_SEVERAL = 100;

    private static final WaitPolicy CORE_OF_ITS_OWN = new WaitPolicy(500, 4000, 4000, 200, FIRST_SLEEP);
    /**
     * Where ranks share cores, a rank that runs mostly waits for one that does not run at that moment. If it polls for
     * longer than a message from another core takes to arrive, both ranks lose that time. Yielding costs a microsecond,
     * waking from sleep ten. But two ranks that exchange messages while the others sleep must not yield at each
     * message: a yield takes longer than the message, so the peer yields as well, and both ranks go on in this way.
     * Many more polls are no good either: they would take milliseconds until they are compiled.
     */
    private static final WaitPolicy CORE_SHARED = new WaitPolicy(20, 5, 50, 1000, FIRST_SLEEP);

    /** The policy for a process that works together with others on this host, for so many processes in all. */
    public static WaitPolicy of(int processes, int cores) {
        return processes <= cores ? CORE_OF_ITS_OWN : CORE_SHARED;
    }

    /** Whether a yield that took so many nanoseconds has shown that nobody else wants the core. */
    static boolean alone(long nanoseconds) {
        return nanoseconds < LONGEST_YIELD_ALONE;
    }

    /**
     * For how many yields one yield counts, by the nanoseconds that it took. If other ranks compute, each of them uses
     * a slice of processor time before a yield returns. A rank that sleeps then gets the core back sooner than a rank
     * that yields.
     */
    static int weight(long nanoseconds) {
        return (int) Math.min(1 + nanoseconds / LONG_YIELD, Short.MAX_VALUE);
    }

    /**
     * The longest sleep, in nanoseconds, after nothing has come for so many nanoseconds. It grows with the wait, up to
     * a limit, so ranks that wait for long hardly wake up. Once in a while a transport may miss what should end a
     * sleep. The sleep then ends late, by about an eighth of the wait.
     */
    long longestSleep(long idle) {
        return Math.max(firstSleep, Math.min(idle / 8, LONGEST_SLEEP));
    }

    /** How often to poll before the first yield of a wait. */
    int firstSpins(boolean forLong) {
        return forLong ? spinsAlone : spins;
    }
}
