package mpj.transport.spi;

/** Makes a transport; found with {@link java.util.ServiceLoader} and chosen by {@code -Dmpj.transport=}. */
public interface TransportProvider {

    /**
     * The name by which a user chooses it, such as {@code shm}.
     *
     * @return the name
     */
    String name();

    /**
     * How far it reaches.
     *
     * @return what {@code auto} orders transports by
     */
    Reach reach();

    /**
     * Where it stands among those of the same reach.
     *
     * @return {@code auto} tries the higher first
     */
    default int preference() {
        return 0;
    }

    /**
     * What keeps this process from using it, as far as that is known without opening it. {@code auto} asks this before
     * it opens anything, so that it needs no exception to pass over a transport.
     *
     * @param job this process's job
     * @return the reason, and what to do, as {@link #open} would say it; null if it is worth trying
     */
    default String obstacle(Job job) {
        return null;
    }

    /**
     * Opens this process's end.
     *
     * @param job this process's job
     * @param argument what follows the colon in {@code -Dmpj.transport=name:argument}, or an empty string
     * @return the transport, which can be reached as soon as its address is known
     * @throws TransportException when it cannot be used here; the message says why, and what to do
     */
    Transport open(Job job, String argument);
}
