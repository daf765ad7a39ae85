package mpj.engine;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import mpj.bindings.ThisHost;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Blocking sends and receives that are one call of a library each, without the engine's lock: where the library takes
 * calls of several threads, and nobody who waits has to share a core.
 */
final class LibraryBlocking {
    private final MessageLibrary library;
    private final boolean threadSafe;
    private final LibraryCalls calls;
    private final LibraryCommunicators communicators;
    private final LibraryThreads threads;

    LibraryBlocking(LibraryCalls calls, LibraryCommunicators communicators) {
        library = calls.library;
        threadSafe = library.isThreadSafe();
        this.calls = calls;
        this.communicators = communicators;
        threads = new LibraryThreads(library, ThisHost.cores());
    }

    /** The calling thread, if it may wait within the library now: no peer needs this rank's progress in packets. */
    LibraryThread waiter() {
        return threadSafe && communicators.areQuiet() ? threads.waiter() : null;
    }

    /** See {@link Engine#send}. */
    void send(LibraryThread waiter, LibraryCommunicator communicator, Object buffer, ElementType type, long from,
              long bytes, int tag, int destination) {
        calls.checkTag(tag);
        MemorySegment memory;
        if (buffer instanceof MemorySegment segment && segment.isNative()) {
            memory = from == 0 ? segment : segment.asSlice(from, bytes);
        } else {
            memory = waiter.bounce(bytes);
            Payload.write(buffer, type, from, memory, 0, bytes, waiter.large);
        }
        try {
            library.send(memory, bytes, communicator.place(destination), tag, communicator.handle);
        } catch (LibraryException e) {
            throw new EngineException(e);
        }
    }

    /** See {@link Engine#receive}. */
    Receive receive(LibraryThread waiter, LibraryCommunicator communicator, Object buffer, ElementType type,
                    int typeCode, long from, long capacity, int source, int tag) {
        Receive receive = waiter.receive;
        receive.describe(buffer, type, typeCode, from, capacity, communicator.context, source, tag);
        LibraryStatus status = waiter.status;
        MemorySegment bounce = null;
        long address;
        if (buffer instanceof MemorySegment segment && segment.isNative() && capacity > 0) {
            address = segment.address() + from;
        } else {
            bounce = waiter.bounce(capacity);
            address = bounce.address();
        }
        try {
            library.receive(address, LibraryReceive.room(capacity), communicator.place(source), tag,
                communicator.handle, status);
            long bytes = status.bytes();
            if (bytes > capacity) {
                receive.doesNotFit(communicator.rank(status.source()), status.tag());
            } else {
                receive.match(communicator.rank(status.source()), status.tag(),
                    SectionHeader.pack(typeCode, elements(bytes, type)), bytes);
                if (bounce != null) {
                    receive.fill(0, bounce, 0, bytes);
                }
            }
        } catch (LibraryException e) {
            if (e.errorClass() == ErrorClass.ERR_TRUNCATE.code()) {
                receive.doesNotFit(communicator.rank(status.source()), status.tag());
            } else {
                receive.fail(ErrorClass.of(e.errorClass()), e.getMessage());
            }
        } finally {
            Reference.reachabilityFence(buffer);
        }
        receive.complete();
        return receive;
    }

    /** Their sizes are powers of two, and a division takes as long as ten other instructions. */
    private static int elements(long bytes, ElementType type) {
        return (int) (bytes >>> Integer.numberOfTrailingZeros(type.bytes()));
    }
}
