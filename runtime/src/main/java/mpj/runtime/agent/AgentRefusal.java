package mpj.runtime.agent;

import java.io.IOException;

/** A host, or the command that leads to it, has said why it cannot: another attempt would end alike. */
final class AgentRefusal extends IOException {
    private static final long serialVersionUID = 1L;

    AgentRefusal(String reason) {
        super(reason);
    }

    AgentRefusal(String reason, Throwable cause) {
        super(reason, cause);
    }
}
