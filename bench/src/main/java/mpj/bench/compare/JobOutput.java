package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The output of a job that ran to its end.
 *
 * @param ended whether the job ended within its time limit; otherwise it was killed
 * @param exitCode the exit code of its launcher, if the job ended
 * @param text its standard output and standard error
 */
record JobOutput(boolean ended, int exitCode, String text) {
    private static final long END_SECONDS = 10;

    /**
     * Runs a job.
     *
     * @param environment variables in addition to those of the launch
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
                end(process);
            }
            return new JobOutput(ended, ended ? process.exitValue() : -1, Files.readString(log));
        } finally {
            Files.delete(log);
        }
    }

    /** Ends a job. A launcher that is asked to end removes what its ranks have in shared memory. */
    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /**
     * The output of a job that must succeed.
     *
     * @throws IOException if the job fails or does not end in time; the message has the command and the output
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
