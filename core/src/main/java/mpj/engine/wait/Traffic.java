package mpj.engine.wait;

import mpj.engine.Completion;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * The work that waits until progress carries it on: packets that found a channel full, and news of losses. Called with
 * the lock held.
 *
 * <p>Every poll calls it. It is a class and not an interface, because only one class in a JVM extends it: the JVM then
 * compiles the calls as calls of a final class.
 */
public abstract class Traffic {
    /**
     * Whether something waits for room in a channel, for a read that a transport refused to start, or for a channel
     * that could not be opened.
     */
    public abstract boolean isWaiting();

    /**
     * How long a thread may sleep, in nanoseconds, before it pushes on what waits.
     *
     * @param longest how long it may sleep if nothing waits
     */
    public abstract long longestSleep(long longest);

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
     * @param came whether any packet has come since the news was seen
     * @return whether any news took effect
     */
    public abstract boolean takeNews(Transport[] transports, boolean came);

    /** Called in a long wait. Makes sure that the loss of a rank is noticed if it may keep the wait from its end. */
    public abstract void reachAwaited(Completion completion);
}
