package mpj.engine.library;

import mpj.engine.LibraryRequest;
import mpj.engine.Operation;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.MessageLibrary;

/** An operation on a window for which a library has a request. No library takes such a request back. */
final class LibraryOperation implements LibraryRequest {
    private final LibraryCalls calls;
    private final int context;
    private final Operation operation;
    private final Runnable last;
    private long request;
    private int place;

    /** @param last runs before the operation is completed, unless the request has failed */
    LibraryOperation(LibraryCalls calls, int context, long request, Operation operation, Runnable last) {
        this.calls = calls;
        this.context = context;
        this.request = request;
        this.operation = operation;
        this.last = last;
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public boolean advance() {
        if (request == MessageLibrary.NONE) {
            return true;
        }
        try {
            if (!calls.library.test(request, calls.status)) {
                return false;
            }
            request = MessageLibrary.NONE;
            last.run();
            calls.completions.complete(operation);
        } catch (LibraryException e) {
            request = MessageLibrary.NONE;
            calls.fail(operation, e);
        }
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
    }
}
