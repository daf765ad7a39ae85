package mpj.tests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Java stacks of running processes, without the threads that run no Java. */
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
            // One process that does not answer must not hide the stacks of the others.
            Thread.ofPlatform().daemon().start(() -> endAtLimit(jcmd));
            String print = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String stacks = Stream.of(print.split("\n\n")).filter(thread -> thread.contains("\tat "))
                .collect(Collectors.joining("\n"));
            return stacks.isEmpty() ? print : "process " + process.pid() + "\n" + stacks;
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
