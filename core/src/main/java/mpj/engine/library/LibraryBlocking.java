package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Payload;
import mpj.engine.Receive;
import mpj.engine.packet.PacketEngine;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Blocking sends and receives that are one call of a library each, without the engine's lock. They are used if the
 * library takes calls of several threads, and if no thread that waits has to share a core.
 */
final class LibraryBlocking {
    private static final int LOOKS_AT_END = 1000;
    /** In nanoseconds. */
    private static final long PAUSE_AT_END = 1_000_000;

    private final MessageLibrary library;
    private final boolean threadSafe;
    private final LibraryCalls calls;
    private final LibraryCommunicators communicators;
    private final LibraryThreads threads;
    private final AtomicInteger inLibrary = new AtomicInteger();
    private volatile boolean closing;

    /** @param cores how many cores of this host the ranks may use together */
    LibraryBlocking(LibraryCalls calls, LibraryCommunicators communicators, int cores) {
        library = calls.library;
        threadSafe = library.isThreadSafe();
        this.calls = calls;
        this.communicators = communicators;
        threads = new LibraryThreads(library, cores);
    }

    /**
     * The record of the calling thread, if it may wait within the library now, because no peer needs this rank's
     * progress in packets.
     */
    LibraryThread waiter() {
        return threadSafe && communicators.areQuiet() ? threads.waiter() : null;
    }

    /** See {@link Engine#send}. */
    void send(LibraryThread waiter, LibraryCommunicator communicator, Object buffer, ElementType type, long from,
              long bytes, int destination, int tag) {
        calls.checkTag(tag);
        MemorySegment memory;
        if (buffer instanceof MemorySegment segment && segment.isNative()) {
            memory = from == 0 ? segment : segment.asSlice(from, bytes);
        } else {
            memory = waiter.bounce(bytes);
            Payload.write(buffer, type, from, memory, 0, bytes, waiter.large);
        }
        enter(waiter);
        try {
            library.send(memory, bytes, communicator.place(destination), tag, communicator.handle);
        } catch (LibraryException e) {
            throw new EngineException(e);
        } finally {
            waiter.leave();
        }
    }

    private void enter(LibraryThread waiter) {
        waiter.enter();
        if (closing) {
            waiter.leave();
            throw EngineLock.finalized();
        }
    }

    /**
     * Notes that the calling thread begins a collective, or a call of a window, within the library; {@link
     * #leaveLibrary} follows.
     */
    void enterLibrary() {
        inLibrary.incrementAndGet();
        if (closing) {
            leaveLibrary();
            throw EngineLock.finalized();
        }
    }

    void leaveLibrary() {
        inLibrary.decrementAndGet();
    }

    /**
     * Ends the receives in which other threads wait within the library. No library takes back other calls, so
     * nothing ends these; this waits for them for a while.
     *
     * @param packets has the engine's lock
     * @return false if a thread is still in the library after that
     */
    boolean end(PacketEngine packets) {
        closing = true;
        for (int tries = 0; tries < LOOKS_AT_END; tries++) {
            LockSupport.parkNanos(PAUSE_AT_END); // first, so that others see the end, and this thread sees them
            boolean any;
            packets.acquire();
            try {
                any = threads.cancelReceives() || inLibrary.get() > 0;
            } finally {
                packets.release();
            }
            if (!any) {
                return true;
            }
        }
        return false;
    }

    /** See {@link Engine#receive}. */
    Receive receive(LibraryThread waiter, LibraryCommunicator communicator, Object buffer, ElementType type,
                    int typeCode, long from, long capacity, int source, int tag) {
        calls.checkTag(tag);
        Receive receive = waiter.receive;
        receive.describe(buffer, type, typeCode, from, capacity, communicator.context, source, tag);
        LibraryStatus status = waiter.status;
        MemorySegment bounce = null;
        long address;
        if (buffer instanceof MemorySegment segment && segment.isNative() && capacity > 0) {
            address = segment.address() + from;
        } else {
            bounce = waiter.bounce(LibraryReceive.room(capacity)); // also an empty message needs an address
            address = bounce.address();
        }
        enter(waiter);
        try {
            library.receive(address, LibraryReceive.room(capacity), communicator.place(source), tag,
                communicator.handle, status);
            if (closing && status.cancelled()) {
                throw EngineLock.finalized();
            }
            long bytes = status.bytes();
            if (bytes > capacity) {
                receive.failTruncated(communicator.rank(status.source()), status.tag());
            } else {
                receive.match(communicator.rank(status.source()), status.tag(),
                    SectionHeader.pack(typeCode, elements(bytes, type)), bytes);
                if (bounce != null) {
                    receive.fill(0, bounce, 0, bytes);
                }
            }
        } catch (LibraryException e) {
            if (e.errorClass() == ErrorClass.ERR_TRUNCATE.code()) {
                receive.failTruncated(communicator.rank(status.source()), status.tag());
            } else {
                receive.fail(ErrorClass.of(e.errorClass()), e.getMessage());
            }
        } finally {
            waiter.leave();
            Reference.reachabilityFence(buffer);
        }
        receive.complete();
        return receive;
    }

    /**
     * How many elements these bytes are. It shifts, because the sizes are powers of two, and a division takes as long
     * as ten other instructions.
     */
    private static int elements(long bytes, ElementType type) {
        return (int) (bytes >>> Integer.numberOfTrailingZeros(type.bytes()));
    }
}
