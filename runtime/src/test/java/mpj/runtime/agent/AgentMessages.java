package mpj.runtime.agent;

import mpj.runtime.wire.Union;

/** Messages to and from agents, for tests of other packages. */
public final class AgentMessages {
    public static final Union<?> DOWNWARD = Downward.KINDS;
    public static final Union<?> UPWARD = Upward.KINDS;

    private AgentMessages() {
    }
}
