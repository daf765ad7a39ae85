package mpj.watch;

/** The line of the program at which the calling thread is, below the frames of the library. */
public final class ProgramLine {
    private ProgramLine() {
    }

    /**
     * Walks the stack.
     *
     * @return file and line, such as {@code Solver.java:41}; unknown parts are left out, and {@code ?} stands for an
     *     unknown file
     */
    public static String ofCaller() {
        return CallSites.ofCaller().line();
    }
}
