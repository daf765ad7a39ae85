package mpj.tools;

/**
 * A place in a program.
 *
 * @param line file and line, as {@code Solver.java:41}; "?" if unknown
 * @param method class and method, as {@code demo.Solver.step}
 */
public record Site(String line, String method) {
    /** Nobody knows where. */
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
