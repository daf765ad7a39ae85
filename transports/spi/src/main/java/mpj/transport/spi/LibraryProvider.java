package mpj.transport.spi;

/** A transport that is a {@link MessageLibrary}. Nothing opens it beside others: it carries a whole job. */
public interface LibraryProvider extends TransportProvider {

    /**
     * Loads the library, and joins its job. Returns when every rank has called it.
     *
     * @return the library
     * @throws TransportException when there is none, or it cannot be used; the message names file and version
     */
    MessageLibrary load();
}
