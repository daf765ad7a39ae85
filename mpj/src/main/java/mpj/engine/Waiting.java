package mpj.engine;

/**
 * How long a waiting thread polls before it yields its core, and yields before it sleeps. Ranks may outnumber cores: a
 * rank that waits must not burn the core that its peer needs.
 *
 * @param eagerSpins polls at full speed: a pause instruction takes up to 40 ns, as long as a message does
 * @param spins polls before the first yield, those at full speed included
 * @param yields yields before the first sleep
 */
record Waiting(int eagerSpins, int spins, int yields) {
    static final long LONGEST_SLEEP = 10_000_000;
    /** A peer that makes room in a full channel does not wake the sender. */
    static final long LONGEST_SLEEP_WITH_MORE_TO_SEND = 50_000;

    private static final Waiting CORE_OF_ITS_OWN = new Waiting(500, 4000, 200);
    /**
     * Whoever runs on a shared core waits, as a rule, for one that does not: what it polls longer than a message takes
     * to arrive from the other core is lost for both. Yielding costs a microsecond, waking from sleep ten of them.
     */
    private static final Waiting CORE_SHARED = new Waiting(20, 20, 1000);

    /** The policy for a job with so many ranks on this host. */
    static Waiting forThisHost(int ranks) {
        return ranks <= Host.cores() ? CORE_OF_ITS_OWN : CORE_SHARED;
    }
}
