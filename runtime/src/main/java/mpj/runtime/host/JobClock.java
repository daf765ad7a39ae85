package mpj.runtime.host;

import mpj.runtime.wire.Message;

/** The launcher's System.nanoTime beside this host's. */
public interface JobClock {
    /** That of the launcher itself. */
    JobClock OWN = () -> new Message.Clock(0, 0);

    /** How they differ now: a {@link Message.Clock}, or a refusal. */
    Message compare() throws InterruptedException;
}
