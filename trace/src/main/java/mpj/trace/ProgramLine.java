package mpj.trace;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the line of the program at which a thread is, in a dump of all stacks. The line is the first one below the
 * lines of the library.
 */
final class ProgramLine {
    /** CallSites of module mpj.events, which this module does not require, has the same list. */
    private static final List<String> LIBRARY = List.of("java.", "jdk.", "sun.", "mpjbuf.", "mpj.core.",
        "mpj.engine.", "mpj.transport.", "mpj.runtime.", "mpj.collectives.", "mpj.events.", "mpj.tools.",
        "mpj.watch.", "mpj.bindings.", "mpj.settings.", "mpj.checkpoint.", "mpj.launch.");
    private static final Pattern API = Pattern.compile("mpi\\.[^.]+\\.[^.]+");
    private static final Pattern FRAME = Pattern.compile("^\\s*at (?:[^(/]*/)*([\\w.$]+)\\(([^:)]+:\\d+)\\)");

    private ProgramLine() {
    }

    /** A line such as Solver.java:41; empty if there is no such thread, or if it runs no code of the program. */
    static String of(String dump, String thread) {
        boolean within = false;
        for (String line : dump.split("\n")) {
            if (line.startsWith("\"")) {
                within = line.startsWith("\"" + thread + "\"");
            }
            Matcher frame = FRAME.matcher(line);
            if (within && frame.find() && !API.matcher(frame.group(1)).matches()
                && LIBRARY.stream().noneMatch(frame.group(1)::startsWith)) {
                return frame.group(2);
            }
        }
        return "";
    }
}
