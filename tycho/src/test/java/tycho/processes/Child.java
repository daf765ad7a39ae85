package tycho.processes;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that a test has started. A program that calls {@link #endWithInput} does not outlive the test. */
final class Child implements AutoCloseable {
    private static final long LIMIT_SECONDS = 300;

    private final Process process;
    private final File errors;

    private Child(Process process, File errors) {
        this.process = process;
        this.errors = errors;
    }

    /**
     * Starts a program.
     *
     * @param prefix the words before the command, which say on which host it runs
     */
    static Child start(List<String> prefix, Class<?> program, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx256m", "-cp", System.getProperty("java.class.path"),
            program.getName()));
        command.addAll(arguments);
        File errors = new File("target", program.getSimpleName() + "-" + System.nanoTime() + ".err");
        return new Child(new ProcessBuilder(command).redirectError(errors).start(), errors);
    }

    /** Ends this JVM when its standard input ends. */
    static void endWithInput() {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                while (System.in.read() >= 0) {
                    continue;
                }
            } catch (IOException e) {
                // The same as the end of the input.
            }
            Runtime.getRuntime().halt(1);
        });
    }

    Process process() {
        return process;
    }

    /** How the process has ended, and what it has printed to its standard error stream. */
    String end() {
        try {
            return "status " + process.exitValue() + ": " + Files.readString(errors.toPath()).strip();
        } catch (IOException e) {
            return "status " + process.exitValue() + ", and its errors cannot be read: " + e;
        }
    }

    /** Kills the process, which cannot tell anybody, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process " + process.pid() + " cannot be killed");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
