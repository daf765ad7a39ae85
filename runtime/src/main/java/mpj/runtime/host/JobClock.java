package mpj.runtime.host;

import mpj.runtime.wire.Message;

/** Compares the launcher's System.nanoTime with this host's. */
public interface JobClock {
    /** The clock of the launcher itself. */
    JobClock OWN = () -> new Message.Clock(0, 0);

    /** Measures the difference now: a {@link Message.Clock}, or a refusal. */
    Message compare() throws InterruptedException;
}
