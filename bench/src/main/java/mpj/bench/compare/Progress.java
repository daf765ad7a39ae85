package mpj.bench.compare;

import java.io.PrintStream;

/** A bar on a terminal's last line; silent where standard error is none. */
final class Progress {
    private static final int WIDTH = 40;
    private static final String ERASE_LINE = "\r\033[K";

    private final PrintStream terminal;
    private final int steps;
    private int done;

    /**
     * A bar.
     *
     * @param terminal where it goes, or null
     * @param steps how many there will be
     */
    Progress(PrintStream terminal, int steps) {
        this.terminal = terminal;
        this.steps = steps;
    }

    /** The terminal, if this process has one: System.console() is one when standard input and output both are. */
    static PrintStream terminal() {
        return System.console() != null && System.console().isTerminal() ? System.err : null;
    }

    /** Shows what is under way. */
    void show(String what) {
        if (terminal != null) {
            int filled = WIDTH * done / Math.max(1, steps);
            terminal.print(ERASE_LINE + "[" + "#".repeat(filled) + "-".repeat(WIDTH - filled) + "] " + what);
            terminal.flush();
        }
    }

    /** A step is done: the line is free for results. */
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
