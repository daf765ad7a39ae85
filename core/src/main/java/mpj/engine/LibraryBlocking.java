package mpj.engine;

import java.lang.foreign.MemorySegment;
import mpj.bindings.ThisHost;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Blocking sends and receives that are one call of a library each, without the engine's lock: where the library takes
 * calls of several threads, and nobody who waits has to share a core.
 */
final class LibraryBlocking {
    private final MessageLibrary library;
    private final LibraryCalls calls;
    private final LibraryCommunicators communicators;
    private final LibraryThreads threads;

    LibraryBlocking(LibraryCalls calls, LibraryCommunicators communicators) {
        library = calls.library;
        this.calls = calls;
        this.communicators = communicators;
        threads = new LibraryThreads(library, ThisHost.cores());
    }

    /** Whether the calling thread may wait within the library now: no peer needs this rank's progress in packets. */
    boolean isPossible() {
        return library.isThreadSafe() && communicators.areQuiet() && threads.mayWait();
    }

    /** See {@link Engine#send}. */
    void send(LibraryCommunicator communicator, Object buffer, ElementType type, long from, long bytes, int tag,
              int destination) {
        calls.checkTag(tag);
        MemorySegment memory;
        if (buffer instanceof MemorySegment segment && segment.isNative()) {
            memory = from == 0 ? segment : segment.asSlice(from, bytes);
        } else {
            LibraryThread mine = threads.mine();
            memory = mine.bounce(bytes);
            Payload.write(buffer, type, from, memory, 0, bytes, mine.large);
        }
        try {
            library.send(memory, bytes, communicator.place(destination), tag, communicator.handle);
        } catch (LibraryException e) {
            throw new EngineException(e);
        }
    }

    /** See {@link Engine#receive}. */
    Receive receive(LibraryCommunicator communicator, Object buffer, ElementType type, int typeCode, long from,
                    long capacity, int source, int tag) {
        LibraryThread mine = threads.mine();
        Receive receive = mine.receive;
        receive.describe(buffer, type, typeCode, from, capacity, communicator.context, source, tag);
        boolean inPlace = buffer instanceof MemorySegment segment && segment.isNative() && capacity > 0;
        MemorySegment memory = !inPlace ? mine.bounce(capacity)
            : from == 0 ? (MemorySegment) buffer : ((MemorySegment) buffer).asSlice(from, capacity);
        try {
            library.receive(memory, LibraryReceive.room(capacity), communicator.place(source), tag,
                communicator.handle, mine.status);
            long bytes = mine.status.bytes();
            if (bytes > capacity) {
                receive.doesNotFit(communicator.rank(mine.status.source()), mine.status.tag());
            } else {
                receive.match(communicator.rank(mine.status.source()), mine.status.tag(),
                    SectionHeader.pack(typeCode, (int) (bytes / type.bytes())), bytes);
                if (!inPlace) {
                    receive.fill(0, memory, 0, bytes);
                }
            }
        } catch (LibraryException e) {
            if (e.errorClass() == ErrorClass.ERR_TRUNCATE.code()) {
                receive.doesNotFit(communicator.rank(mine.status.source()), mine.status.tag());
            } else {
                receive.fail(ErrorClass.of(e.errorClass()), e.getMessage());
            }
        }
        receive.complete();
        return receive;
    }
}
