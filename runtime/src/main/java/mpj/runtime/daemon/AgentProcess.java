package mpj.runtime.daemon;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/**
 * An agent, and the connection whose bytes it is fed with. The connection is the agent's standard input and output, so
 * it ends with the connection as it would with ssh.
 */
final class AgentProcess {
    /** In which an agent ends its ranks once its input has ended. */
    private static final long END_SECONDS = 10;
    private static final int BUFFER = 64 << 10;

    private final SSLSocket connection;
    private Process process;
    private boolean ended;

    AgentProcess(SSLSocket connection) {
        this.connection = connection;
    }

    /** Starts the agent with this environment, unless it has been ended before. */
    synchronized void start(List<String> command, Map<String, String> environment) throws IOException {
        if (ended) {
            throw new IOException("the daemon is stopping");
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(environment);
        process = builder.start();
    }

    /** Carries bytes both ways until one side ends; then nothing of the agent is left. */
    void relay() throws IOException, InterruptedException {
        Thread downward = Thread.ofPlatform().daemon().name("mpjd-relay").start(() -> {
            try (OutputStream toAgent = process.getOutputStream()) {
                copy(connection.getInputStream(), toAgent);
            } catch (IOException e) {
                return; // either is gone; closing the agent's input is all that there is to do
            }
        });
        try {
            copy(process.getInputStream(), connection.getOutputStream());
        } finally {
            connection.close();
            downward.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                try {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                } finally {
                    // Also when they could not be listed, for which a process needs a file descriptor.
                    process.destroyForcibly().waitFor();
                }
            }
        }
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
            out.write(buffer, 0, got);
            out.flush();
        }
    }

    /** Ends the connection, and with it the agent. */
    synchronized void end() {
        ended = true;
        try {
            connection.close();
        } catch (IOException e) {
            return; // it is gone
        }
    }
}
