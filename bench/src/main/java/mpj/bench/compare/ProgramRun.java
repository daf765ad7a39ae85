package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A job of a whole program, from its start to its end. */
final class ProgramRun {
    private ProgramRun() {
    }

    /**
     * Runs it.
     *
     * @return what it printed
     * @throws IOException if it fails or does not end in time; the message has the command and what it printed
     */
    static String output(Peer peer, Peer.Launch launch, long limitSeconds) throws IOException {
        Path log = Files.createTempFile("output", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(launch.command()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
            builder.environment().putAll(launch.environment());
            Process process = builder.start();
            boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            String output = Files.readString(log);
            if (!ended || process.exitValue() != 0) {
                throw new IOException(peer.label() + ": " + launch.typed()
                    + (ended ? " ended with exit code " + process.exitValue()
                        : " did not end within " + limitSeconds + " s") + "\nIt printed:\n" + output);
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it ran: " + launch.typed(), e);
        } finally {
            Files.delete(log);
        }
    }
}
