package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.engine.ErrorClass;
import mpj.engine.LibraryRequest;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Receive;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * A receive that a library carries out into memory off the heap. This is the program's memory, or memory from which the
 * message is copied.
 */
final class LibraryReceive implements LibraryRequest {
    private final LibraryCalls calls;
    private final LibraryCommunicator communicator;
    private final Receive receive;
    private final LibraryStatus status;
    private int place;
    private long request = MessageLibrary.NONE;
    private MemorySegment bounce;
    /** The second part of a message of objects. */
    private MemorySegment rest;
    private boolean cancelling;

    LibraryReceive(LibraryCalls calls, LibraryCommunicator communicator, Receive receive) {
        this.calls = calls;
        this.communicator = communicator;
        this.receive = receive;
        status = calls.status;
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

    /**
     * Starts the receive.
     *
     * @param message a message that was matched, or {@link MessageLibrary#NONE} for any message that fits
     */
    void start(long message) {
        try {
            if (receive.typeCode == Receive.OBJECTS) {
                bounce = calls.memory.take(ObjectHead.BYTES);
                post(message, bounce.address(), ObjectHead.BYTES, MessageLibrary.NONE);
            } else if (receive.buffer instanceof MemorySegment segment && segment.isNative() && receive.capacity > 0) {
                post(message, segment.address() + receive.from, receive.capacity, MessageLibrary.NONE);
            } else if (receive.buffer instanceof NoncontiguousBuffer blocks && blocks.isNative()
                && receive.capacity > 0) {
                post(message, blocks.address(), receive.capacity / blocks.layout().bytes,
                    calls.datatypes.of(blocks.layout()));
            } else {
                bounce = calls.memory.take(room(receive.capacity));
                post(message, bounce.address(), room(receive.capacity), MessageLibrary.NONE);
            }
            if (receive.typeCode == Receive.OBJECTS) {
                calls.startedInSteps(this);
            } else {
                calls.started(this);
            }
        } catch (LibraryException e) {
            release();
            calls.fail(receive, e);
        }
    }

    /**
     * The room that the library is given: at least one byte, because Intel MPI 2021.18 finds no error when a message
     * does not fit into no bytes.
     */
    static long room(long capacity) {
        return Math.max(1, capacity);
    }

    private void post(long message, long address, long items, long datatype) {
        request = message != MessageLibrary.NONE ? calls.library.startReceive(message, address, items, datatype)
            : calls.library.startReceive(address, items, datatype, communicator.place(receive.source), receive.tag,
                communicator.handle);
    }

    @Override
    public boolean advance() {
        if (request == MessageLibrary.NONE) {
            return true;
        }
        try {
            if (!calls.library.test(request, status)) {
                return false;
            }
            request = MessageLibrary.NONE;
            if (cancelling && status.cancelled()) {
                release();
                calls.completions.cancel(receive);
                return true;
            }
            if (receive.typeCode == Receive.OBJECTS) {
                return takeObjects();
            }
            takeElements();
        } catch (LibraryException e) {
            release();
            if (e.errorClass() == ErrorClass.ERR_TRUNCATE.code()) {
                receive.failTruncated(communicator.rank(status.source()), status.tag());
                calls.completions.complete(receive);
            } else {
                calls.fail(receive, e);
            }
        }
        return true;
    }

    private void takeElements() {
        long bytes = status.bytes();
        if (bytes > receive.capacity) {
            receive.failTruncated(communicator.rank(status.source()), status.tag());
            end();
            return;
        }
        match(SectionHeader.pack(receive.typeCode, (int) (bytes / receive.type.bytes())), bytes);
        if (bounce != null) {
            receive.fill(0, bounce, 0, bytes);
        }
        end();
    }

    private void match(long header, long bytes) {
        receive.match(communicator.rank(status.source()), status.tag(), header, bytes);
    }

    /** Takes the first part of the objects, or the second. Returns true at the end. */
    private boolean takeObjects() {
        if (rest == null) {
            long received = status.bytes();
            boolean objects = ObjectHead.is(bounce, received);
            match(objects ? ObjectHead.header(bounce) : SectionHeader.pack(ElementType.BYTE.code(), (int) received),
                objects ? ObjectHead.bytes(bounce) : received);
            if (objects && ObjectHead.first(ObjectHead.bytes(bounce)) < ObjectHead.bytes(bounce)) {
                awaitRest(ObjectHead.bytes(bounce) - ObjectHead.first(ObjectHead.bytes(bounce)));
                return false;
            }
        }
        if (!receive.hasFailed() && receive.matchedBytes() > 0) {
            byte[] message = receive.objects();
            ObjectHead.read(bounce, message);
            if (rest != null) {
                int first = ObjectHead.first(message.length);
                MemorySegment.copy(rest, ValueLayout.JAVA_BYTE, 0, message, first, message.length - first);
            }
        }
        end();
        return true;
    }

    private void awaitRest(long bytes) {
        rest = calls.memory.take(bytes);
        cancelling = false;
        request = calls.library.startReceive(rest.address(), bytes, MessageLibrary.NONE, receive.matchedSource(),
            ObjectHead.tag(bounce), calls.bodies);
    }

    private void end() {
        release();
        calls.completions.complete(receive);
    }

    private void release() {
        request = MessageLibrary.NONE;
        calls.memory.give(bounce);
        calls.memory.give(rest);
        bounce = null;
        rest = null;
    }

    @Override
    public void takeBack() {
        if (request != MessageLibrary.NONE && rest == null && !cancelling) {
            cancelling = true;
            calls.library.cancel(request);
        }
    }
}
