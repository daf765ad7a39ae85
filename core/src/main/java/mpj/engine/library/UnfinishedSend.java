package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import mpj.engine.LibraryRequest;
import mpj.transport.spi.LibraryException;

/**
 * A send that a library still has to finish although its operation is over. The library reads the engine's memory for
 * it.
 */
final class UnfinishedSend implements LibraryRequest {
    private static final System.Logger LOGGER = System.getLogger(UnfinishedSend.class.getName());

    private final LibraryCalls calls;
    private final int context;
    private final long request;
    private final MemorySegment memory;
    private int place;

    UnfinishedSend(LibraryCalls calls, int context, long request, MemorySegment memory) {
        this.calls = calls;
        this.context = context;
        this.request = request;
        this.memory = memory;
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public boolean advance() {
        try {
            if (!calls.library.test(request, calls.status)) {
                return false;
            }
        } catch (LibraryException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "a send failed after its operation was over", e);
        }
        calls.memory.give(memory);
        return true;
    }

    @Override
    public int place() {
        return place;
    }

    @Override
    public void place(int newPlace) {
        place = newPlace;
    }

    @Override
    public void takeBack() {
        throw new IllegalStateException("its operation is over");
    }
}
