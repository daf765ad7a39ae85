package mpj.engine;

/**
 * How long a waiting thread polls before it yields its core, and yields before it sleeps. Ranks may outnumber cores: a
 * rank that waits must not burn the core that its peer needs.
 *
 * @param spins polls before the first yield
 * @param yields yields before the first sleep
 */
record Waiting(int spins, int yields) {
    static final long LONGEST_SLEEP = 10_000_000;
    /** A peer that makes room in a full channel does not wake the sender. */
    static final long LONGEST_SLEEP_WITH_MORE_TO_SEND = 50_000;

    private static final Waiting CORE_OF_ITS_OWN = new Waiting(4000, 200);
    private static final Waiting CORE_SHARED = new Waiting(200, 20);

    /** The policy for a job with so many ranks on this host. */
    static Waiting forThisHost(int ranks) {
        return ranks <= Host.cores() ? CORE_OF_ITS_OWN : CORE_SHARED;
    }
}
