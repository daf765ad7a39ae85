package mpj.runtime.threads;

import java.util.Optional;

/** Takes the place of calls that end the JVM, in the program of a rank that is a thread; see {@link ExitCalls}. */
public final class RankExit {
    private static final StackWalker CALLER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private RankExit() {
    }

    /**
     * Ends the rank of the calling class. A status of 0 ends only this rank; any other status ends the job, as under
     * mpjrun.
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
     * Does the same in place of {@link Runtime#exit}.
     *
     * @param runtime there is only one
     * @param status the exit status
     */
    public static void exit(Runtime runtime, int status) {
        exit(status);
    }

    /**
     * Does the same in place of {@link Runtime#halt}. If the job ends, shutdown hooks do not run.
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

    /**
     * The rank whose class has called. A thread whose calls all come from shared packages has no such class; it belongs
     * to the rank of its context class loader, which it got from the thread that started it.
     */
    private static RankThread caller() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return CALLER.walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
            .filter(RankLoader.class::isInstance).findFirst().or(() -> Optional.ofNullable(context))
            .filter(RankLoader.class::isInstance).map(loader -> ((RankLoader) loader).rank()).orElse(null));
    }
}
