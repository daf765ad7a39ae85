package mpj.runtime.daemon;

import mpj.runtime.wire.Union;

/** Messages to and from daemons, for tests of other packages. */
public final class DaemonMessages {
    public static final Union<?> REQUESTS = DaemonRequest.KINDS;
    public static final Union<?> ANSWERS = DaemonAnswer.KINDS;

    private DaemonMessages() {
    }
}
