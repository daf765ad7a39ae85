package mpj.engine;

import mpj.transport.spi.LibraryCollectives;

/** A communicator whose blocking collectives a library may carry out. */
public final class LibraryGroup {
    private final LibraryEngine engine;
    private final LibraryCollectives collectives;
    private final long handle;

    LibraryGroup(LibraryEngine engine, LibraryCollectives collectives, long handle) {
        this.engine = engine;
        this.collectives = collectives;
        this.handle = handle;
    }

    /** What carries them out. */
    public LibraryCollectives collectives() {
        return collectives;
    }

    /** The library's communicator. */
    public long handle() {
        return handle;
    }

    /**
     * Begins a wait within the library. What this rank has under way in packets goes on meanwhile, since its peers may
     * need that before they come to the same call.
     *
     * @return to be passed to {@link #end} after the call; null if nothing is under way
     */
    public LibraryWait begin() {
        return engine.enterCollective();
    }

    /** The call has returned. */
    public void end(LibraryWait wait) {
        engine.leaveCollective(wait);
    }
}
