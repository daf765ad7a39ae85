package mpj.engine;

import mpj.transport.spi.LibraryCollectives;

/** A communicator whose blocking collectives a library may carry out. */
public interface LibraryGroup {
    /** Makes progress while a thread waits within the library. */
    interface Wait extends AutoCloseable {
        @Override
        void close();
    }

    /** What carries them out. */
    LibraryCollectives collectives();

    /** The library's communicator. */
    long handle();

    /**
     * Begins a wait within the library. What this rank has under way in packets goes on meanwhile, since its peers may
     * need that before they come to the same call.
     *
     * @return to be passed to {@link #end} after the call; null if nothing is under way
     */
    Wait begin();

    /** The call has returned. */
    void end(Wait wait);
}
