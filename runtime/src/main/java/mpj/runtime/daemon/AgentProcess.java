package mpj.runtime.daemon;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/**
 * An agent and its connection. The bytes of the connection are the agent's standard input and output. So the agent ends
 * with the connection, as it does with ssh.
 */
final class AgentProcess {
    /** The time in which an agent ends its ranks after its input has ended. */
    private static final long END_SECONDS = 10;
    private static final int BUFFER = 64 << 10;

    private final SSLSocket connection;
    private Process process;
    private boolean ended;

    AgentProcess(SSLSocket connection) {
        this.connection = connection;
    }

    /** Starts the agent with this environment, unless it was ended before. */
    synchronized void start(List<String> command, Map<String, String> environment) throws IOException {
        if (ended) {
            throw new IOException("the daemon is stopping");
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(environment);
        process = builder.start();
    }

    /** Carries bytes in both directions until one side ends. When this method returns, the agent is gone. */
    void relay() throws IOException, InterruptedException {
        Thread downward = Thread.ofPlatform().daemon().name("mpjd-relay").start(() -> {
            try (OutputStream toAgent = process.getOutputStream()) {
                copy(connection.getInputStream(), toAgent);
            } catch (IOException e) {
                return; // one side is gone; only the agent's input must still be closed
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
                    // Do this even when the processes could not be listed, which takes a file descriptor.
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

    /** Kills the agent, unless it has ended. */
    void kill() {
        process.destroyForcibly();
    }

    /** Ends the connection, and with it the agent. */
    synchronized void end() {
        ended = true;
        try {
            connection.close();
        } catch (IOException e) {
            return; // the connection is gone
        }
    }
}
