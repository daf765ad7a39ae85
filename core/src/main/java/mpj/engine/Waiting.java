package mpj.engine;

/**
 * How long a waiting thread polls before it yields its core, and yields before it sleeps. Ranks may outnumber cores: a
 * rank that waits must not burn the core that its peer needs.
 *
 * @param eagerSpins polls at full speed: a pause instruction takes up to 40 ns, as long as a message does
 * @param spins polls before the first yield of a wait, those at full speed included
 * @param spinsAlone the same when the last yield has shown that nobody else wants the core, and of waits that
 *     {@link AdaptiveSpinning} lets poll for long
 * @param yields yields before the first sleep
 * @param firstSleep how long to sleep at most when the wait has just begun, in nanoseconds
 */
record Waiting(int eagerSpins, int spins, int spinsAlone, int yields, long firstSleep) {
    static final long FIRST_SLEEP = 10_000_000;
    private static final long LONGEST_SLEEP = 100_000_000;
    /** A peer that empties a full channel does not wake the sender. */
    static final long LONGEST_SLEEP_WITH_MORE_TO_SEND = 50_000;

    /** In nanoseconds. Two switches between processes take longer, a yield without any a fraction of it. */
    private static final long LONGEST_YIELD_ALONE = 1000;

    /** In nanoseconds: longer than a yield takes among ranks that all wait. */
    private static final long LONG_YIELD = 20_000;

    private static final Waiting CORE_OF_ITS_OWN = new Waiting(500, 4000, 4000, 200, FIRST_SLEEP);
    /**
     * Whoever runs on a shared core waits, as a rule, for one that does not: what it polls longer than a message takes
     * to arrive from the other core is lost for both. Yielding costs a microsecond, waking from sleep ten of them. But
     * two that exchange messages while the others sleep must not yield at each: that takes longer than the message, so
     * that the peer yields, too, and both go on so. Many more polls would take milliseconds until they are compiled.
     */
    private static final Waiting CORE_SHARED = new Waiting(20, 5, 50, 1000, FIRST_SLEEP);

    /** The policy for a job with so many ranks on this host. */
    static Waiting forThisHost(int ranks) {
        return ranks <= Cores.ofThisHost() ? CORE_OF_ITS_OWN : CORE_SHARED;
    }

    /** Whether a yield that took so many nanoseconds has shown that nobody else wants the core. */
    static boolean alone(long nanoseconds) {
        return nanoseconds < LONGEST_YIELD_ALONE;
    }

    /**
     * For how many yields one counts that took so many nanoseconds. Where others compute, each takes a slice of their
     * time, and who sleeps gets the core sooner than who yields.
     */
    static int weight(long nanoseconds) {
        return (int) Math.min(1 + nanoseconds / LONG_YIELD, Short.MAX_VALUE);
    }

    /**
     * How long to sleep at most after nothing has come for so many nanoseconds. Transports may miss, once in a while,
     * what should end a sleep; then it is late by an eighth of the wait. Ranks that wait for long hardly wake.
     */
    long longestSleep(long idle) {
        return Math.max(firstSleep, Math.min(idle / 8, LONGEST_SLEEP));
    }

    /** How often to poll before the first yield of a wait. */
    int firstSpins(boolean forLong) {
        return forLong ? spinsAlone : spins;
    }
}
