package mpj.runtime.bootstrap;

import mpj.runtime.wire.JobEnvironment;

/** Ranks that {@code mpjrun --respawn} starts in place of lost ones. */
public final class Replacement {
    /**
     * The key of an info that makes a spawn a request for replacements: the launcher starts its own program, with the
     * same arguments, in place of the one that the request names. The value is the number of the new rank that takes
     * the place of one which moves to another host ({@link Migration}); it is negative if there is none.
     */
    public static final String INFO_KEY = "mpj_replacement";

    private Replacement() {
    }

    /**
     * Returns whether the launcher of this process can replace lost ranks. The launcher may still refuse to.
     *
     * @return true if the launcher is mpjrun
     */
    public static boolean isPossible() {
        return JobEnvironment.isPresent(System.getenv());
    }

    /**
     * Returns whether this process replaces a lost rank.
     *
     * @return true if the launcher has said so
     */
    public static boolean isThisProcess() {
        return System.getenv(JobEnvironment.REPLACEMENT) != null;
    }
}
