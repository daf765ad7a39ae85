package mpj.runtime.agent;

import java.io.IOException;

/**
 * Thrown when a host, or the command that connects to it, has said why it cannot start an agent. Another attempt would
 * fail in the same way.
 */
final class AgentRefusal extends IOException {
    private static final long serialVersionUID = 1L;

    AgentRefusal(String reason) {
        super(reason);
    }

    AgentRefusal(String reason, Throwable cause) {
        super(reason, cause);
    }
}
