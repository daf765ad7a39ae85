package mpj.bench.compare;

import java.io.PrintStream;

/** A bar on the last line of a terminal. It prints nothing if there is no terminal. */
final class Progress {
    private static final int WIDTH = 40;
    private static final String ERASE_LINE = "\r\033[K";

    private final PrintStream terminal;
    private final int steps;
    private int done;

    /**
     * A bar.
     *
     * @param terminal the terminal, or null
     * @param steps the number of steps
     */
    Progress(PrintStream terminal, int steps) {
        this.terminal = terminal;
        this.steps = steps;
    }

    /**
     * The terminal, if this process has one. System.console() is a terminal if both standard input and standard output
     * are one.
     */
    static PrintStream terminal() {
        return System.console() != null && System.console().isTerminal() ? System.err : null;
    }

    /** Shows what is running now. */
    void show(String what) {
        if (terminal != null) {
            int filled = WIDTH * done / Math.max(1, steps);
            terminal.print(ERASE_LINE + "[" + "#".repeat(filled) + "-".repeat(WIDTH - filled) + "] " + what);
            terminal.flush();
        }
    }

    /** Counts a step that is done, and frees the line for results. */
    void step() {
        done++;
        clear();
    }

    void clear() {
        if (terminal != null) {
            terminal.print(ERASE_LINE);
            terminal.flush();
        }
    }
}
