package mpj.transport.mpi;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/**
 * What a rank says should its process end before this is closed. A process that a C library ends runs no Java any more,
 * so a shell waits beside it: it reads a pipe that the system closes with the process, and speaks unless a line came
 * before. Where there is no shell, nothing is said.
 */
final class LastWords implements AutoCloseable {
    /** The words are the shell's own name. */
    private static final List<String> SHELL = List.of("/bin/sh", "-c",
        "trap '' HUP INT TERM; read -r _ || printf '%s\\n' \"$0\" >&2");
    /** A session of its own: launchers kill the process group of a rank when another rank has ended. */
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

    /** They need not be said. */
    @Override
    public void close() {
        if (shell == null) {
            return;
        }
        try {
            shell.outputWriter().append('\n').close();
        } catch (IOException e) {
            // It is no more, so it says nothing.
        }
    }
}
