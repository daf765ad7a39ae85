package mpj.runtime.threads;

/** What a program's calls of {@link System#exit} become in a rank that is a thread; see {@link ExitCalls}. */
public final class RankExit {
    private static final StackWalker CALLER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private RankExit() {
    }

    /**
     * Ends the rank of the calling class: with status 0 this rank only, else the job, as mpjrun would end it.
     *
     * @param status the exit status
     */
    public static void exit(int status) {
        RankThread rank = CALLER.walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
            .filter(RankLoader.class::isInstance).findFirst().map(loader -> ((RankLoader) loader).rank()).orElse(null));
        if (rank == null) {
            System.exit(status);
        } else {
            rank.exit(status);
        }
    }
}
