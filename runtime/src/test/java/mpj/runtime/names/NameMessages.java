package mpj.runtime.names;

import mpj.runtime.wire.Union;

/** Messages to and from an mpjnamed, for tests of other packages. */
public final class NameMessages {
    public static final Union<?> REQUESTS = NameRequest.KINDS;
    public static final Union<?> ANSWERS = NameAnswer.KINDS;

    private NameMessages() {
    }
}
