package mpj.transport.mpi;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/**
 * A message that a rank prints if its process ends before this object is closed. A process that a C library ends no
 * longer runs any Java. So a shell waits beside the process: it reads a pipe that the system closes together with the
 * process, and prints the message unless a line came before. If there is no shell, nothing is printed.
 */
final class LastWords implements AutoCloseable {
    /** The shell gets the message as its own name. */
    private static final List<String> SHELL = List.of("/bin/sh", "-c",
        "trap '' HUP INT TERM; read -r _ || printf '%s\\n' \"$0\" >&2");
    /**
     * Starts the shell in a session of its own, because launchers kill the process group of a rank when another rank
     * has ended.
     */
    private static final String APART = "setsid";

    private final Process shell;

    private LastWords(Process shell) {
        this.shell = shell;
    }

    static LastWords of(String words) {
        List<String> command = new ArrayList<>(SHELL);
        command.add(words);
        Process beside = started(command, APART);
        return new LastWords(beside != null ? beside : started(command));
    }

    private static Process started(List<String> command, String... before) {
        List<String> all = new ArrayList<>(List.of(before));
        all.addAll(command);
        try {
            return new ProcessBuilder(all).redirectOutput(Redirect.DISCARD).redirectError(Redirect.INHERIT).start();
        } catch (IOException e) {
            return null;
        }
    }

    /** Cancels the message. */
    @Override
    public void close() {
        if (shell == null) {
            return;
        }
        try {
            shell.outputWriter().append('\n').close();
        } catch (IOException e) {
            // The shell has ended, so it prints nothing.
        }
    }
}
