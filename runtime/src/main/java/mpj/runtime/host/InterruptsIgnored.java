package mpj.runtime.host;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes a process ignore SIGINT. At Ctrl-C, a terminal sends this signal to all processes in its foreground: to the
 * launcher, to the ranks and to ssh. But the launcher first asks the ranks what they are doing, and then ends them. The
 * ranks stay in the foreground, because only there can rank 0 read from the terminal, and Ctrl-Z stop them.
 *
 * <p>A process inherits the set of ignored signals from the process that starts it. A JVM cannot ignore a signal for a
 * moment only. So the system's shell does that, and then becomes the process. On a system without such a shell, the
 * signal is not ignored.
 */
public final class InterruptsIgnored {
    private static final String SHELL = "/bin/sh";
    private static final String SCRIPT = "trap '' INT; exec \"$@\"";
    /** A shell may drop variables with other names. */
    private static final String NAMES_OF_SHELLS = "[A-Za-z_][A-Za-z0-9_]*";

    private InterruptsIgnored() {
    }

    /**
     * Changes the command, whose environment must be complete. If the program does not exist, the command is left
     * alone, and the JDK reports the program's name.
     */
    public static void prepare(ProcessBuilder builder) {
        List<String> words = builder.command();
        if (!Files.isExecutable(Path.of(SHELL)) || !isProgram(words.getFirst(), builder.environment().get("PATH"))) {
            return;
        }
        List<String> ignoring = new ArrayList<>(List.of(SHELL, "-c", SCRIPT, "sh"));
        boolean any = false;
        for (Map.Entry<String, String> variable : builder.environment().entrySet()) {
            if (!variable.getKey().matches(NAMES_OF_SHELLS)) {
                if (!any) {
                    ignoring.add("env");
                }
                any = true;
                ignoring.add(variable.getKey() + "=" + variable.getValue());
            }
        }
        ignoring.addAll(words);
        builder.command(ignoring);
    }

    private static boolean isProgram(String word, String path) {
        if (word.contains("/")) {
            return Files.isExecutable(Path.of(word));
        }
        for (String folder : path == null ? new String[0] : path.split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(folder, word))) {
                return true;
            }
        }
        return false;
    }
}
