package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.LargeCopy;
import mpj.engine.LibraryRequest;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;
import mpj.engine.Payload;
import mpj.engine.Receive;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * A send that a library carries out. It can be started again and again. Memory off the heap is lent to the library;
 * elements on the heap are copied at each start.
 */
final class LibrarySend extends Operation implements LibraryRequest {
    /**
     * Synchronous sends of up to this many bytes are copied, so that a cancelled send need not wait for its receive.
     * Standard sends of this size do not wait for it in any library.
     */
    private static final int COPIED_IF_SYNCHRONOUS = 4 << 10;

    private final LibraryCalls calls;
    private final LibraryCommunicator communicator;
    private final int destination;
    private final int tag;
    private final boolean synchronous;
    /**
     * Whether the message leaves from the engine's memory, so that the program may use its own memory again at once.
     */
    private final boolean copied;
    private final Object buffer;
    private final ElementType type;
    private final long from;
    private final long bytes;
    private final long header;
    private final LibraryStatus status;
    private final LargeCopy large = new LargeCopy();
    private int place;
    private long request = MessageLibrary.NONE;
    private MemorySegment bounce;
    /** The second part of a message of objects. */
    private long rest = MessageLibrary.NONE;
    private MemorySegment restBounce;
    private boolean active;

    LibrarySend(LibraryCalls calls, LibraryCommunicator communicator, Object buffer, ElementType type, long from,
                long bytes, long header, int destination, int tag, boolean synchronous, boolean copied) {
        this.calls = calls;
        this.communicator = communicator;
        this.buffer = buffer;
        this.type = type;
        this.from = from;
        this.bytes = bytes;
        this.header = header;
        this.tag = tag;
        this.destination = communicator.place(destination);
        this.synchronous = synchronous;
        this.copied = copied || synchronous && bytes <= COPIED_IF_SYNCHRONOUS;
        status = calls.status;
        inLibrary = this;
        complete(); // nobody has to wait for a send that was never started
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
    public int context() {
        return communicator.context;
    }

    /** Starts the send. */
    void start() {
        if (active) {
            throw new EngineException(ErrorClass.ERR_REQUEST,
                "the request is active: its send is still under way; complete it before it is started again");
        }
        reset();
        active = true;
        leave();
        if (active) {
            calls.started(this);
        }
    }

    private void leave() {
        try {
            if (SectionHeader.typeCode(header) == Receive.OBJECTS) {
                leaveAsObjects();
            } else {
                leaveAsElements();
            }
        } catch (LibraryException e) {
            giveUp(e);
        }
    }

    private void leaveAsObjects() {
        byte[] objects = (byte[]) buffer;
        int first = ObjectHead.first(objects.length);
        int restTag = first < objects.length ? calls.nextBody() : 0;
        bounce = calls.memory.take(ObjectHead.BYTES);
        request = start(bounce.address(), ObjectHead.write(bounce, objects, header, restTag), MessageLibrary.NONE);
        if (first < objects.length) {
            int length = objects.length - first;
            restBounce = calls.memory.take(length);
            MemorySegment.copy(objects, first, restBounce, ValueLayout.JAVA_BYTE, 0, length);
            rest = calls.library.startSend(restBounce.address(), length, MessageLibrary.NONE, restDestination(),
                restTag, calls.bodies, false);
        }
    }

    /** The receiver's rank in the communicator of all ranks. */
    private int restDestination() {
        return communicator.rank(destination);
    }

    private void leaveAsElements() {
        if (!copied && buffer instanceof MemorySegment segment && segment.isNative()) {
            request = start(segment.address() + from, bytes, MessageLibrary.NONE);
        } else if (!copied && buffer instanceof NoncontiguousBuffer blocks && blocks.isNative() && bytes > 0) {
            request = start(blocks.address(), bytes / blocks.layout().bytes, calls.datatypes.of(blocks.layout()));
        } else {
            bounce = calls.memory.take(bytes);
            Payload.write(buffer, type, from, bounce, 0, bytes, large);
            request = start(bounce.address(), bytes, MessageLibrary.NONE);
        }
    }

    private long start(long address, long items, long datatype) {
        return calls.library.startSend(address, items, datatype, destination, tag, communicator.handle, synchronous);
    }

    @Override
    public boolean advance() {
        if (!active) {
            return true;
        }
        long asked = request;
        try {
            if (request != MessageLibrary.NONE && test(request)) {
                request = MessageLibrary.NONE;
            }
            asked = rest;
            if (rest != MessageLibrary.NONE && test(rest)) {
                rest = MessageLibrary.NONE;
            }
            if (request != MessageLibrary.NONE || rest != MessageLibrary.NONE) {
                return false;
            }
            release();
            calls.completions.complete(this);
        } catch (LibraryException e) {
            forget(asked);
            giveUp(e);
        }
        return true;
    }

    /** Forgets a request that has failed: the library has freed it. */
    private void forget(long failed) {
        if (failed == request) {
            request = MessageLibrary.NONE;
        } else {
            rest = MessageLibrary.NONE;
        }
    }

    private void giveUp(LibraryException e) {
        leaveToLibrary();
        calls.fail(this, e);
    }

    private boolean test(long of) {
        return calls.library.test(of, status);
    }

    private void release() {
        active = false;
        request = MessageLibrary.NONE;
        rest = MessageLibrary.NONE;
        calls.memory.give(bounce);
        calls.memory.give(restBounce);
        bounce = null;
        restBounce = null;
    }

    /**
     * Cancels the send only if the library does not have it yet. Libraries need not take sends back any more, since MPI
     * 4.0 deprecates it, and MPICH 5.0 with UCX ends the process when it is asked to. After this call the program must
     * not have to wait for a receive. So a send from the engine's memory is complete at once and not cancelled, and the
     * library goes on with it. A send from the program's memory is complete when the library has read that memory.
     */
    @Override
    public void takeBack() {
        if (!active) {
            return;
        }
        if (request == MessageLibrary.NONE && rest == MessageLibrary.NONE) {
            release();
            calls.completions.cancel(this);
        } else if (bounce != null) {
            leaveToLibrary();
            calls.completions.complete(this);
        }
    }

    /** Ends the send. The library goes on with what is under way, and reads the engine's memory for it. */
    private void leaveToLibrary() {
        leave(request, bounce);
        leave(rest, restBounce);
        bounce = null;
        restBounce = null;
        release();
    }

    private void leave(long left, MemorySegment memory) {
        if (left != MessageLibrary.NONE) {
            calls.started(new UnfinishedSend(calls, communicator.context, left, memory));
        } else {
            calls.memory.give(memory);
        }
    }
}
