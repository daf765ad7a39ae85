package mpj.engine;

import mpj.transport.spi.LibraryCollectives;
import mpj.transport.spi.LibraryWindows;

/** A communicator whose blocking collectives a library may carry out, and for which it makes windows. */
public interface LibraryGroup {
    /** Makes progress while a thread waits within the library. */
    interface Wait extends AutoCloseable {
        @Override
        void close();
    }

    /** Carries out the collectives. */
    LibraryCollectives collectives();

    /** Makes windows, and carries out their operations. */
    LibraryWindows windows();

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

    /**
     * Begins a call of a window within the library. It ends when the library of the target makes progress, so this
     * rank's operations in packets need not go on meanwhile. {@link #leave} follows.
     */
    void enter();

    /** Ends such a call, after it has returned. */
    void leave();

    /**
     * Keeps an object from the collector until {@link #forget} is called with it, because the library has the address
     * of memory to which the object refers.
     */
    void keep(Object holder);

    /** Ends what {@link #keep} has begun. */
    void forget(Object holder);

    /**
     * An operation that is over when the library has completed a request.
     *
     * @param request the library's handle
     * @param operation is completed then
     * @param last runs before the operation is completed, unless the request has failed
     */
    void complete(long request, Operation operation, Runnable last);
}
