package mpj.runtime.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A way to start an agent on another host. Thread-safe: many are started at once. */
public interface AgentStarter {
    /** The streams to an agent that runs. */
    interface Started {
        /** What the agent sends. */
        InputStream in();

        /** Where it listens; when this ends, so does the agent. */
        OutputStream out();

        /** Waits for the end of the agent, up to a limit; then cuts the connection, upon which it ends itself. */
        void end(long limitMillis) throws InterruptedException;

        /** What is known about why the connection ended; may be empty. */
        String lastWords();
    }

    /**
     * Starts an agent, which takes a while.
     *
     * @throws IOException when it cannot be started; the message is for the user, who is told the host beside it
     */
    Started start(String host) throws IOException;

    /** Gives up the starts that are under way. */
    void cancel();
}
