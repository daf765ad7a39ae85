package mpj.tools;

/**
 * A place in a program.
 *
 * @param line file and line, such as {@code Solver.java:41}; "?" if they are not known
 * @param method class and method, such as {@code demo.Solver.step}
 */
public record Site(String line, String method) {
    /** A place that is not known. */
    public static final Site UNKNOWN = new Site("?", "?");

    /**
     * File and line.
     *
     * @return the line
     */
    @Override
    public String toString() {
        return line;
    }
}
