package mpj.engine.library;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.LibraryRequest;
import mpj.engine.Operation;
import mpj.engine.SteppedOperation;
import mpj.engine.packet.PacketEngine;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.MessageLibrary;

/** What all requests to a library have in common. Called with the engine's lock held. */
final class LibraryCalls {
    final MessageLibrary library;
    final LibraryMemory memory;
    final LibraryDatatypes datatypes;
    final Completions completions;
    /** What the last call of the library told of a message. */
    final LibraryStatus status;
    private final int largestTag;
    /** The communicator for the second parts of messages of objects. */
    final long bodies;
    private final PacketEngine packets;
    private final EngineLock lock;
    private final List<LibraryRequest> active = new ArrayList<>();
    private int bodiesSent;

    LibraryCalls(MessageLibrary library, PacketEngine packets) {
        this.library = library;
        this.packets = packets;
        largestTag = library.largestTag();
        lock = packets.lock();
        completions = packets.completions();
        memory = new LibraryMemory(lock);
        datatypes = new LibraryDatatypes(library, lock);
        status = library.status();
        bodies = library.duplicate();
    }

    /** Refuses a tag that the library does not take. */
    void checkTag(int tag) {
        if (tag > largestTag) {
            throw new EngineException(ErrorClass.ERR_TAG, "tag is " + tag + "; " + library.description()
                + " takes 0 to " + largestTag);
        }
    }

    /** A tag for the second part of a message of objects. */
    int nextBody() {
        assert lock.isHeldByMe();
        int tag = bodiesSent;
        bodiesSent = tag == largestTag ? 0 : tag + 1;
        return tag;
    }

    void started(LibraryRequest request) {
        assert lock.isHeldByMe();
        request.place(active.size());
        active.add(request);
    }

    /**
     * As {@link #started}, for a receive in several steps. It goes on whenever this rank makes progress, since the
     * sender may wait for the next step while this rank waits for something else.
     */
    void startedInSteps(LibraryReceive request) {
        packets.add(new SteppedOperation(request.context(), request::advance));
    }

    /** Carries on all requests that are under way. */
    void advanceAll() {
        assert lock.isHeldByMe();
        for (int i = active.size() - 1; i >= 0; i--) {
            if (active.get(i).advance()) {
                removeAt(i);
            }
        }
    }

    /** Carries one request on. Returns true when it is complete. */
    boolean advance(LibraryRequest request) {
        assert lock.isHeldByMe();
        if (!request.advance()) {
            return false;
        }
        int at = request.place();
        if (at < active.size() && active.get(at) == request) {
            removeAt(at);
        }
        return true;
    }

    /** Removes a request. The order of the others does not matter. */
    private void removeAt(int i) {
        LibraryRequest last = active.removeLast();
        if (i < active.size()) {
            active.set(i, last);
            last.place(i);
        }
    }

    /** Whether no receive is under way in a context. */
    boolean isIdle(Context context) {
        assert lock.isHeldByMe();
        for (LibraryRequest request : active) {
            if (request instanceof LibraryReceive && context.has(request.context())) {
                return false;
            }
        }
        return true;
    }

    /** Ends an operation because its call has failed. */
    void fail(Operation operation, LibraryException e) {
        operation.fail(ErrorClass.of(e.errorClass()), e.getMessage());
        completions.complete(operation);
    }
}
