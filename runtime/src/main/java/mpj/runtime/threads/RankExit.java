package mpj.runtime.threads;

/** What a program's calls that end its JVM become in a rank that is a thread; see {@link ExitCalls}. */
public final class RankExit {
    private static final StackWalker CALLER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private RankExit() {
    }

    /**
     * Ends the calling class's rank. A status of 0 ends this rank only; another ends the job, as under mpjrun.
     *
     * @param status the exit status
     */
    public static void exit(int status) {
        RankThread rank = caller();
        if (rank == null) {
            System.exit(status);
        } else {
            rank.exit(status);
        }
    }

    /**
     * The same for {@link Runtime#exit}.
     *
     * @param runtime there is only one
     * @param status the exit status
     */
    public static void exit(Runtime runtime, int status) {
        exit(status);
    }

    /**
     * The same for {@link Runtime#halt}: shutdown hooks do not run, if the job ends.
     *
     * @param runtime there is only one
     * @param status the exit status
     */
    public static void halt(Runtime runtime, int status) {
        RankThread rank = caller();
        if (rank == null) {
            runtime.halt(status);
        } else {
            rank.halt(status);
        }
    }

    private static RankThread caller() {
        return CALLER.walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
            .filter(RankLoader.class::isInstance).findFirst().map(loader -> ((RankLoader) loader).rank()).orElse(null));
    }
}
