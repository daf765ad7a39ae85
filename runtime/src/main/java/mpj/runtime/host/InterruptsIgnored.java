package mpj.runtime.host;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Has a process ignore SIGINT. A terminal sends it, at Ctrl-C, to all processes in its foreground, and so to the ranks
 * and to ssh as well as to the launcher. But the launcher is to ask the ranks what they are doing, and then to end
 * them. They stay in the foreground, since only there can rank 0 read from the terminal, and be stopped by Ctrl-Z.
 *
 * <p>A process inherits what it ignores from the one that starts it. A JVM cannot ignore a signal for a moment only, so
 * the system's shell does, and becomes the process. Where there is none, the signal is not ignored.
 */
public final class InterruptsIgnored {
    private static final String SHELL = "/bin/sh";
    private static final String SCRIPT = "trap '' INT; exec \"$@\"";
    /** Shells need not hand on variables that have other names. */
    private static final String NAMES_OF_SHELLS = "[A-Za-z_][A-Za-z0-9_]*";

    private InterruptsIgnored() {
    }

    /** Changes the command, whose environment is complete. A program that is not there is left for the JDK to name. */
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
