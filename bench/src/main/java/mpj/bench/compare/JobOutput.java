package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a job that runs to its end printed.
 *
 * @param ended whether it ended within its limit; else it was killed
 * @param exitCode of its launcher, if it ended
 * @param text of standard output and standard error
 */
record JobOutput(boolean ended, int exitCode, String text) {
    /**
     * Runs a job.
     *
     * @param environment beside the launch's own
     */
    static JobOutput of(Peer.Launch launch, Map<String, String> environment, long limitSeconds)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile("job", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(launch.command()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
            builder.environment().putAll(launch.environment());
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            return new JobOutput(ended, ended ? process.exitValue() : -1, Files.readString(log));
        } finally {
            Files.delete(log);
        }
    }

    /**
     * What a job printed that has to succeed.
     *
     * @throws IOException if it fails or does not end in time; the message has the command and what it printed
     */
    static String textOf(Peer peer, Peer.Launch launch, long limitSeconds) throws IOException {
        try {
            JobOutput output = of(launch, Map.of(), limitSeconds);
            if (!output.ended || output.exitCode != 0) {
                throw new IOException(peer.label() + ": " + launch.typed()
                    + (output.ended ? " ended with exit code " + output.exitCode
                        : " did not end within " + limitSeconds + " s") + "\nIt printed:\n" + output.text);
            }
            return output.text;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it ran: " + launch.typed(), e);
        }
    }
}
