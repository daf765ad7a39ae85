package mpj.runtime.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A way to start an agent on another host. Thread-safe, because many agents are started at the same time. */
public interface AgentStarter {
    /** The streams to a running agent. */
    interface Started {
        /** The messages that the agent sends. */
        InputStream in();

        /** The messages to the agent. When this stream ends, the agent ends. */
        OutputStream out();

        /** Waits until the agent has ended. After the limit, cuts the connection, and the agent then ends itself. */
        void end(long limitMillis) throws InterruptedException;

        /** The known reason why the connection ended; may be empty. */
        String lastWords();
    }

    /**
     * Starts an agent, which takes a while.
     *
     * @throws IOException when the agent cannot be started; the message is for the user, and the host is named beside
     *     it
     */
    Started start(String host) throws IOException;

    /** Gives up all starts that are under way. */
    void cancel();
}
