package mpj.engine.packet;

import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/**
 * Work that reads or writes a peer's memory in several accesses ({@link RemoteMemory#read}, {@link
 * RemoteMemory#write}). {@link RemoteAccesses} says when to start one. Called with the engine's lock held.
 */
interface RemoteWork {
    /** What has become of the call of {@link #start}. */
    enum Start {
        /** An access is under way. Another one may be started at once. */
        STARTED,
        /** Nothing can be started now. The next push tries it again. */
        LATER,
        /** There is nothing to start before an access has ended, or the work is over. */
        NONE
    }

    /** Starts the next access with this cookie, if there is one to start. If no access is left, it ends the work. */
    Start start(long cookie);

    /**
     * An access has ended.
     *
     * @param failure null if the bytes are there
     * @return whether the next access may be started at once. This is false if the work is over, and also if the last
     *     start said {@link Start#LATER}, because a push tries that one again
     */
    boolean ended(TransportException failure);
}
