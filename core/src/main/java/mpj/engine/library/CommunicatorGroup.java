package mpj.engine.library;

import mpj.engine.LibraryGroup;
import mpj.transport.spi.LibraryCollectives;

/** A communicator that a library also has. */
final class CommunicatorGroup implements LibraryGroup {
    private final LibraryEngine engine;
    private final LibraryCollectives collectives;
    private final long handle;

    CommunicatorGroup(LibraryEngine engine, LibraryCollectives collectives, long handle) {
        this.engine = engine;
        this.collectives = collectives;
        this.handle = handle;
    }

    @Override
    public LibraryCollectives collectives() {
        return collectives;
    }

    @Override
    public long handle() {
        return handle;
    }

    @Override
    public Wait begin() {
        return engine.enterCollective();
    }

    @Override
    public void end(Wait wait) {
        engine.leaveCollective(wait);
    }
}
