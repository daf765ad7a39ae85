package mpj.engine.wait;

import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/** What waits until progress carries it on: what found a channel full, and news of losses. */
public interface Traffic {
    /** Whether something waits for room in a channel, or for a read that a transport refused to start. */
    boolean isWaiting();

    /**
     * Pushes on what waits.
     *
     * @return whether anything moved
     * @throws TransportException when a transport fails for all peers
     */
    boolean push();

    /** Whether any rank is lost. */
    boolean hasLosses();

    /** Whether there is news of losses. */
    boolean hasNews();

    /**
     * Takes the news of losses.
     *
     * @param came whether any packet has come just now
     * @return whether any news took effect
     */
    boolean takeNews(Transport[] transports, boolean came);

    /** Called in a long wait: makes sure that the loss of the ranks is noticed that messages are awaited from. */
    void reachAwaited();
}
