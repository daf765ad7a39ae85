package mpj.engine.wait;

import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * What waits until progress carries it on: what found a channel full, and news of losses. Called with the lock held.
 *
 * <p>Every poll asks it. It is a class, and not an interface: a JVM has only one that extends it, so the calls are
 * compiled as those of a final class.
 */
public abstract class Traffic {
    /** Whether something waits for room in a channel, or for a read that a transport refused to start. */
    public abstract boolean isWaiting();

    /**
     * Pushes on what waits.
     *
     * @return whether anything moved
     * @throws TransportException when a transport fails for all peers
     */
    public abstract boolean push();

    /** Whether any rank is lost. */
    public abstract boolean hasLosses();

    /** Whether there is news of losses. */
    public abstract boolean hasNews();

    /**
     * Takes the news of losses.
     *
     * @param came whether any packet has come just now
     * @return whether any news took effect
     */
    public abstract boolean takeNews(Transport[] transports, boolean came);

    /** Called in a long wait: makes sure that the loss of the ranks is noticed that messages are awaited from. */
    public abstract void reachAwaited();
}
