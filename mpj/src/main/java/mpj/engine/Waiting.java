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
    private static final Waiting CORE_SHARED = new Waiting(100, 200, 20);

    /** The rank whose post is waited for may have no core but this one: it gets it at once. */
    private static final Waiting CORE_SHARED_FOR_POSTS = new Waiting(0, 0, 400);
    private static final int LOOKS = 500;
    private static final int LOOKS_WHERE_CORE_IS_SHARED = 30;

    /** The policy for a job with so many ranks on this host. */
    static Waiting forPackets(int ranks) {
        return ranks <= Host.cores() ? CORE_OF_ITS_OWN : CORE_SHARED;
    }

    /** The same, of who waits for what another rank does in shared memory. */
    static Waiting forPosts(int ranks) {
        return ranks <= Host.cores() ? CORE_OF_ITS_OWN : CORE_SHARED_FOR_POSTS;
    }

    /** How often to look for a post before the first poll for packets, which takes as long as ten looks. */
    int looks() {
        return this == CORE_SHARED_FOR_POSTS ? LOOKS_WHERE_CORE_IS_SHARED : LOOKS;
    }
}
