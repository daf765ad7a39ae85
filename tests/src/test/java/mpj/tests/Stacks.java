package mpj.tests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The Java stacks of running processes. */
final class Stacks {
    private static final String JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    private static final long LIMIT_SECONDS = 5;

    private Stacks() {
    }

    static String of(List<ProcessHandle> processes) {
        return processes.stream().map(Stacks::of).collect(Collectors.joining("\n"));
    }

    private static String of(ProcessHandle process) {
        try {
            Process jcmd = new ProcessBuilder(JCMD, Long.toString(process.pid()), "Thread.print")
                .redirectErrorStream(true).start();
            // A process that does not answer must not stop the others from being shown.
            Thread.ofPlatform().daemon().start(() -> endAtLimit(jcmd));
            return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.isBlank())
                .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            return process.pid() + ": " + e;
        }
    }

    private static void endAtLimit(Process jcmd) {
        try {
            if (!jcmd.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                jcmd.destroyForcibly();
            }
        } catch (InterruptedException e) {
            jcmd.destroyForcibly();
        }
    }
}
