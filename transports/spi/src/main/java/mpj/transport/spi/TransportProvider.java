package mpj.transport.spi;

/**
 * Opens a transport. {@link java.util.ServiceLoader} finds the providers, and {@code -Dmpj.transport=} chooses among
 * them.
 */
public interface TransportProvider {

    /**
     * The name by which a user chooses this transport, such as {@code shm}.
     *
     * @return the name
     */
    String name();

    /**
     * How far this transport reaches.
     *
     * @return the reach, by which {@code auto} orders transports
     */
    Reach reach();

    /**
     * The place of this transport among those of the same reach.
     *
     * @return a number; {@code auto} tries the higher one first
     */
    default int preference() {
        return 0;
    }

    /**
     * The reason why this process cannot use this transport, as far as that is known without opening it. {@code auto}
     * asks this before it opens anything, and so passes over a transport without an exception.
     *
     * @param job this process's job
     * @return the reason and the remedy, in the words of the exception of {@link #open}; null if opening is worth a try
     */
    default String obstacle(Job job) {
        return null;
    }

    /**
     * Opens this process's end of the transport.
     *
     * @param job this process's job
     * @param argument the text after the colon in {@code -Dmpj.transport=name:argument}, or an empty string
     * @return the transport, which others can reach as soon as they know its address
     * @throws TransportException when the transport cannot be used here; the message names the reason and the remedy
     */
    Transport open(Job job, String argument);
}
