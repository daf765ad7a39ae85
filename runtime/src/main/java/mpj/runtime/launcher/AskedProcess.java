package mpj.runtime.launcher;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The answer of a process, on its standard output, to this launcher.
 *
 * @param exitCode its exit code; meaningless for a process that did not end
 * @param ended whether it ended by itself within the limit
 * @param lines the lines that it printed
 */
record AskedProcess(int exitCode, boolean ended, List<String> lines) {
    /**
     * Runs a process to its end, or ends it at the limit. The output goes through a file, so the process never waits
     * for this one.
     */
    static AskedProcess run(ProcessBuilder command, long limitSeconds) throws IOException, InterruptedException {
        Path out = Files.createTempFile("mpj-report", ".txt");
        try {
            Process process = command.redirectInput(Redirect.PIPE).redirectOutput(out.toFile())
                .redirectError(Redirect.INHERIT).start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            String text = new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
            return new AskedProcess(process.exitValue(), ended, text.lines().toList());
        } finally {
            Files.deleteIfExists(out);
        }
    }

    /** How the process ended, for people. */
    String end(long limitSeconds) {
        return ended ? "ended with exit code " + exitCode : "did not end within " + limitSeconds + " s";
    }
}
