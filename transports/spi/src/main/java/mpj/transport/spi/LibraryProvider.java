package mpj.transport.spi;

/**
 * Provides a {@link MessageLibrary} instead of a transport. The library carries the whole job, so no other transport is
 * opened beside it.
 */
public interface LibraryProvider extends TransportProvider {

    /**
     * Loads the library without joining its job, for a report of what this machine has.
     *
     * @return its file and version
     * @throws TransportException when there is no library, or it cannot be used; the message names its file and version
     */
    String describe();

    /**
     * Loads the library and joins its job. This method returns when every rank has called it.
     *
     * @return the library
     * @throws TransportException when there is no library, or it cannot be used; the message names its file and version
     */
    MessageLibrary load();
}
