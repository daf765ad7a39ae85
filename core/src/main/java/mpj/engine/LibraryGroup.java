package mpj.engine;

import mpj.transport.spi.LibraryCollectives;

/** A communicator whose blocking collectives a library may carry out. */
public interface LibraryGroup {
    /** Makes progress while a thread waits within the library. */
    interface Wait extends AutoCloseable {
        @Override
        void close();
    }

    /** Carries out the collectives. */
    LibraryCollectives collectives();

    /** The library's communicator. */
    long handle();

    /**
     * Begins a wait within the library. This rank's operations under way in packets go on meanwhile, since its peers
     * may need them before they come to the same call.
     *
     * @return must be passed to {@link #end} after the call; null if nothing is under way
     */
    Wait begin();

    /** Ends the wait, after the call has returned. */
    void end(Wait wait);
}
