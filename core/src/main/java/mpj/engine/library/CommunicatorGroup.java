package mpj.engine.library;

import mpj.engine.LibraryGroup;
import mpj.engine.Operation;
import mpj.transport.spi.LibraryCollectives;
import mpj.transport.spi.LibraryWindows;
import mpj.transport.spi.MessageLibrary;

/** A communicator that a library also has. */
final class CommunicatorGroup implements LibraryGroup {
    private final LibraryEngine engine;
    private final MessageLibrary library;
    private final LibraryCommunicator communicator;

    CommunicatorGroup(LibraryEngine engine, MessageLibrary library, LibraryCommunicator communicator) {
        this.engine = engine;
        this.library = library;
        this.communicator = communicator;
    }

    @Override
    public LibraryCollectives collectives() {
        return library.collectives();
    }

    @Override
    public LibraryWindows windows() {
        return library.windows();
    }

    @Override
    public long handle() {
        return communicator.handle;
    }

    @Override
    public Wait begin() {
        return engine.enterCollective();
    }

    @Override
    public void end(Wait wait) {
        engine.leaveCollective(wait);
    }

    @Override
    public void enter() {
        engine.enterLibrary();
    }

    @Override
    public void leave() {
        engine.leaveLibrary();
    }

    @Override
    public void keep(Object holder) {
        engine.keep(holder);
    }

    @Override
    public void forget(Object holder) {
        engine.forget(holder);
    }

    @Override
    public void complete(long request, Operation operation, Runnable last) {
        engine.complete(communicator.context, request, operation, last);
    }
}
