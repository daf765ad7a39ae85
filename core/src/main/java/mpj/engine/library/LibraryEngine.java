package mpj.engine.library;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import mpj.engine.CollectiveMessages;
import mpj.engine.Context;
import mpj.engine.Contexts;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ExternalOperation;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.JobAddresses;
import mpj.engine.LibraryGroup;
import mpj.engine.LibraryRequest;
import mpj.engine.MatchedMessage;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.engine.SharedRooms;
import mpj.engine.StepMessages;
import mpj.engine.SteppedOperation;
import mpj.engine.Survival;
import mpj.engine.Unreceived;
import mpj.engine.packet.PacketEngine;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.Peer;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Messages through a library that matches them itself: a C library of MPI. Each communicator here is also a
 * communicator there. Everything for which the library has no call travels in packets, which are themselves messages of
 * the library. These are non-blocking collectives, collectives of objects, collectives with operations that the program
 * defines, collectives between two groups, and the agreements on new communicators.
 *
 * <p>Memory off the heap is lent to the library. Elements of arrays are copied on their way, since the collector may
 * move an array as soon as a call has to wait. Calls that do not wait hold the engine's lock. If the library takes
 * calls of several threads, and no rank has to share its core, a blocking send or receive is one call of the library,
 * without the lock. Otherwise it is a call that does not wait, and the thread then waits as it does for packets: it
 * polls, yields, and sleeps, and other threads get the lock in between.
 */
public final class LibraryEngine extends Engine {
    private final PacketEngine packets;
    private final MessageLibrary library;
    private final EngineLock lock;
    private final LibraryCalls calls;
    private final LibraryCommunicators communicators;
    private final LibraryBlocking blocking;
    private final LibraryProbes probes;
    private final Set<Object> kept = ConcurrentHashMap.newKeySet();
    private boolean closed;
    /** Whether a thread is in the library for ever. */
    private boolean abandoned;

    /**
     * Messages through a library.
     *
     * @param packets carries everything for which the library has no call; its packets are messages of the library
     * @param library the library, which this process has joined
     * @param cores how many cores of this host the ranks may use together
     */
    LibraryEngine(PacketEngine packets, MessageLibrary library, int cores) {
        this.packets = packets;
        this.library = library;
        lock = packets.lock();
        packets.acquire();
        try {
            calls = new LibraryCalls(library, packets);
        } finally {
            packets.release();
        }
        communicators = new LibraryCommunicators(this, packets, library);
        blocking = new LibraryBlocking(calls, communicators, cores);
        probes = new LibraryProbes(packets, calls);
    }

    @Override
    public int rank() {
        return packets.rank();
    }

    @Override
    public int size() {
        return packets.size();
    }

    @Override
    public int largestTag() {
        return library.largestTag();
    }

    @Override
    public Peer self() {
        return packets.self();
    }

    @Override
    public byte[] addresses() {
        return packets.addresses();
    }

    /** Throws, because a library's job is closed: it cannot meet other processes. */
    @Override
    public int meet(Peer peer, byte[] secret, JobAddresses addresses) {
        return packets.meet(peer, secret, addresses);
    }

    @Override
    public void awaitFirst(long job, Consumer<String> lost) {
        packets.awaitFirst(job, lost);
    }

    @Override
    public void awaitFirstNoMore(long job) {
        packets.awaitFirstNoMore(job);
    }

    @Override
    public void disconnected() {
        packets.disconnected();
    }

    @Override
    public Peer peer(int index) {
        return packets.peer(index);
    }

    @Override
    public byte[] addresses(int index) {
        return packets.addresses(index);
    }

    @Override
    public String transports() {
        return packets.transports() + "; by " + library.description();
    }

    // ---------------------------------------------------------------------------------------------- communicators

    @Override
    public void open(Context context, int[] members) {
        communicators.open(context, members);
    }

    @Override
    public void free(Context context, Contexts contexts) {
        communicators.free(context);
        packets.free(context, contexts);
    }

    @Override
    public void awaitIdle(Context context) {
        packets.await(() -> {
            calls.advanceAll();
            return calls.isIdle(context);
        });
        packets.awaitIdle(context);
    }

    // ---------------------------------------------------------------------------------------------------- sending

    @Override
    public void send(Object buffer, ElementType type, long from, long bytes, long header, int context, int destination,
                     int tag) {
        LibraryCommunicator communicator = communicators.in(context);
        if (communicator == null) {
            packets.send(buffer, type, from, bytes, header, context, destination, tag);
            return;
        }
        LibraryThread waiter = isForOneCall(buffer, SectionHeader.typeCode(header)) ? blocking.waiter() : null;
        if (waiter != null) {
            blocking.send(waiter, communicator, buffer, type, from, bytes, destination, tag);
        } else {
            Operation send = startSend(buffer, type, from, bytes, header, context, destination, tag, false);
            finish(send);
            send.check();
        }
    }

    private static boolean isForOneCall(Object buffer, int typeCode) {
        return typeCode != Receive.OBJECTS && !(buffer instanceof NoncontiguousBuffer);
    }

    @Override
    public Operation startSend(Object buffer, ElementType type, long from, long bytes, long header, int context,
                               int destination, int tag, boolean synchronous) {
        LibraryCommunicator communicator = communicators.in(context);
        return communicator == null
            ? packets.startSend(buffer, type, from, bytes, header, context, destination, tag, synchronous)
            : start(communicator, buffer, type, from, bytes, header, destination, tag, synchronous, false);
    }

    private Operation start(LibraryCommunicator communicator, Object buffer, ElementType type, long from, long bytes,
                            long header, int destination, int tag, boolean synchronous, boolean copied) {
        Operation send =
            prepare(communicator, buffer, type, from, bytes, header, destination, tag, synchronous, copied);
        startPrepared(send);
        return send;
    }

    private Operation prepare(LibraryCommunicator communicator, Object buffer, ElementType type, long from, long bytes,
                              long header, int destination, int tag, boolean synchronous, boolean copied) {
        calls.checkTag(tag);
        return new LibrarySend(calls, communicator, buffer, type, from, bytes, header, destination, tag, synchronous,
            copied);
    }

    @Override
    public Operation prepareSend(Object buffer, ElementType type, long from, long bytes, long header, int context,
                                 int destination, int tag, boolean synchronous) {
        LibraryCommunicator communicator = communicators.in(context);
        return communicator == null
            ? packets.prepareSend(buffer, type, from, bytes, header, context, destination, tag, synchronous)
            : prepare(communicator, buffer, type, from, bytes, header, destination, tag, synchronous, false);
    }

    @Override
    public void startPrepared(Operation send) {
        if (!(send instanceof LibrarySend inLibrary)) {
            packets.startPrepared(send);
            return;
        }
        packets.acquire();
        try {
            inLibrary.start();
        } finally {
            packets.release();
        }
    }

    @Override
    public SharedObjects sharedObjects(int destination) {
        return null;
    }

    @Override
    public SharedObjects sharedObjects() {
        return null;
    }

    @Override
    public Operation startBufferedSend(Object buffer, ElementType type, long from, long bytes, long header,
                                       int context, int destination, int tag) {
        LibraryCommunicator communicator = communicators.in(context);
        return communicator == null
            ? packets.startBufferedSend(buffer, type, from, bytes, header, context, destination, tag)
            : start(communicator, buffer, type, from, bytes, header, destination, tag, false, true);
    }

    // -------------------------------------------------------------------------------------------------- receiving

    @Override
    public Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                           int source, int tag) {
        LibraryCommunicator communicator = communicators.in(context);
        if (communicator == null) {
            return packets.receive(buffer, type, typeCode, from, capacity, context, source, tag);
        }
        LibraryThread waiter = typeCode != Receive.OBJECTS ? blocking.waiter() : null;
        if (waiter != null) {
            return blocking.receive(waiter, communicator, buffer, type, typeCode, from, capacity, source, tag);
        }
        Receive receive = startReceive(buffer, type, typeCode, from, capacity, context, source, tag);
        finish(receive);
        return receive;
    }

    @Override
    public Receive startReceive(MatchedMessage message, Object buffer, ElementType type, int typeCode, long from,
                                long capacity) {
        if (!(message instanceof LibraryMessage matched)) {
            return packets.startReceive(message, buffer, type, typeCode, from, capacity);
        }
        packets.acquire();
        try {
            matched.give();
            Probed known = matched.probed();
            return start(matched.communicator, matched.handle, buffer, type, typeCode, from, capacity, known.source(),
                known.tag());
        } finally {
            packets.release();
        }
    }

    private Receive start(LibraryCommunicator communicator, long message, Object buffer, ElementType type,
                          int typeCode, long from, long capacity, int source, int tag) {
        Receive receive = new Receive(null, null);
        receive.describe(buffer, type, typeCode, from, capacity, communicator.context, source, tag);
        LibraryReceive inLibrary = new LibraryReceive(calls, communicator, receive);
        receive.inLibrary = inLibrary;
        inLibrary.start(message);
        return receive;
    }

    @Override
    public Receive startExchange(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                                 int source, int tag) {
        return startReceive(buffer, type, typeCode, from, capacity, context, source, tag);
    }

    @Override
    public Receive startReceive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                                int source, int tag) {
        LibraryCommunicator communicator = communicators.in(context);
        if (communicator == null) {
            return packets.startReceive(buffer, type, typeCode, from, capacity, context, source, tag);
        }
        calls.checkTag(tag);
        packets.acquire();
        try {
            return start(communicator, MessageLibrary.NONE, buffer, type, typeCode, from, capacity, source, tag);
        } finally {
            packets.release();
        }
    }

    @Override
    public Probed probe(int context, int source, int tag) {
        LibraryCommunicator communicator = communicators.in(context);
        return communicator == null ? packets.probe(context, source, tag) : probes.probe(communicator, source, tag);
    }

    @Override
    public MatchedMessage matchedProbe(int context, int source, int tag) {
        LibraryCommunicator communicator = communicators.in(context);
        return communicator == null ? packets.matchedProbe(context, source, tag)
            : probes.match(communicator, source, tag);
    }

    @Override
    public Probed awaitProbe(int context, int source, int tag, int[] ranks) {
        LibraryCommunicator communicator = communicators.in(context);
        return communicator == null ? packets.awaitProbe(context, source, tag, ranks)
            : probes.await(communicator, source, tag);
    }

    @Override
    public MatchedMessage awaitMatchedProbe(int context, int source, int tag) {
        LibraryCommunicator communicator = communicators.in(context);
        return communicator == null ? packets.awaitMatchedProbe(context, source, tag)
            : probes.awaitMatch(communicator, source, tag);
    }

    // ------------------------------------------------------------------------------------------------ collectives

    @Override
    public LibraryGroup libraryGroup(Context context) {
        return communicators.group(context);
    }

    @Override
    public CollectiveMessages collective(int context) {
        return packets.collective(context);
    }

    @Override
    public CollectiveMessages collective(int context, Inquiry inquiry) {
        return packets.collective(context, inquiry);
    }

    @Override
    public Inquiry inquiry(int context, int[] members, Inquiry.Calls explanations) {
        return packets.inquiry(context, members, explanations);
    }

    @Override
    public SharedMemory sharedMemory(int[] ranks) {
        return null;
    }

    @Override
    public SharedRooms sharedRooms(int context, int[] members, int own, SharedMemory.Attachment memory,
                                   Inquiry inquiry) {
        return packets.sharedRooms(context, members, own, memory, inquiry);
    }

    @Override
    public void start(SteppedOperation operation) {
        packets.start(operation);
    }

    @Override
    public StepMessages stepMessages() {
        return packets.stepMessages();
    }

    @Override
    public void complete(ExternalOperation operation, Failure failure) {
        packets.complete(operation, failure);
    }

    // ----------------------------------------------------------------------------------- completing and cancelling

    @Override
    public void cancel(Operation operation) {
        if (operation.inLibrary == null) {
            packets.cancel(operation);
            return;
        }
        packets.acquire();
        try {
            if (!operation.done()) {
                operation.inLibrary.takeBack();
                calls.advance(operation.inLibrary);
            }
        } catch (LibraryException e) {
            throw new EngineException(e);
        } finally {
            packets.release();
        }
    }

    @Override
    public void progress() {
        packets.acquire();
        try {
            packets.poll();
            calls.advanceAll();
        } finally {
            packets.release();
        }
    }

    /**
     * A poll for packets calls the library, which then carries on everything that it has under way. The progress thread
     * polls between naps, since nothing would wake a thread that sleeps there.
     */
    @Override
    public void progressThread(boolean wanted) {
        if (library.isThreadSafe()) {
            packets.progressThread(wanted);
        }
    }

    @Override
    public void finish(Operation operation) {
        LibraryRequest request = operation.inLibrary;
        if (request == null) {
            packets.finish(operation);
        } else if (!operation.done()) {
            packets.await(() -> operation.done() || calls.advance(request));
        }
    }

    @Override
    public void finishAny(Operation[] operations) {
        packets.await(() -> {
            calls.advanceAll();
            for (Operation operation : operations) {
                if (operation != null && isComplete(operation)) {
                    return true;
                }
            }
            return false;
        });
    }

    @Override
    public void finishAll(Operation[] operations) {
        for (Operation operation : operations) {
            if (operation != null) {
                finish(operation);
            }
        }
    }

    @Override
    public void flush() {
        packets.flush();
    }

    // -------------------------------------------------------------------------------------------- the end

    @Override
    public Survival survival() {
        return new LibrarySurvival(packets.survival());
    }

    /** Waits for packets only. Only the library knows which of its own messages have arrived. */
    @Override
    public void awaitArrivals() {
        packets.awaitArrivals();
    }

    @Override
    public List<Unreceived> unreceived() {
        return packets.unreceived();
    }

    @Override
    public boolean awaitAll() {
        return packets.awaitAll();
    }

    @Override
    public void abort(int code, String message) {
        packets.abort(code, message);
    }

    @Override
    public void end() {
        if (!lock.hasEnded()) {
            progress(); // so that the library forgets sends that have left
            abandoned = !blocking.end(packets);
            packets.end();
        }
    }

    /** Notes that a thread is about to wait for a window within the library. */
    void enterLibrary() {
        blocking.enterLibrary();
    }

    /** Notes that this thread is back. */
    void leaveLibrary() {
        blocking.leaveLibrary();
    }

    /** See {@link LibraryGroup#keep}. */
    void keep(Object holder) {
        kept.add(holder);
    }

    /** See {@link LibraryGroup#forget}. */
    void forget(Object holder) {
        kept.remove(holder);
    }

    /** See {@link LibraryGroup#complete}. */
    void complete(int context, long request, Operation operation, Runnable last) {
        LibraryOperation inLibrary = new LibraryOperation(calls, context, request, operation, last);
        operation.inLibrary = inLibrary;
        packets.acquire();
        try {
            calls.started(inLibrary);
        } finally {
            packets.release();
        }
    }

    /** Notes that a thread is about to wait for a collective within the library. */
    LibraryGroup.Wait enterCollective() {
        blocking.enterLibrary();
        return communicators.areQuiet() ? null : LibraryWait.start(this);
    }

    /** Notes that this thread is back. */
    void leaveCollective(LibraryGroup.Wait wait) {
        blocking.leaveLibrary();
        if (wait != null) {
            wait.close();
        }
    }

    /** The lock stays with the calling thread; see {@link PacketEngine#close}. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        end();
        packets.close();
        if (abandoned) {
            System.getLogger("mpj.transport.mpi").log(System.Logger.Level.WARNING, "MPI.Finalize leaves "
                + library.description() + " without MPI_Finalize: another thread is in a send, a collective or a flush"
                + " there, which no library can cancel; end the threads that call MPI before you call MPI.Finalize");
            return;
        }
        try {
            library.finish();
        } catch (LibraryException e) {
            throw new EngineException(e);
        }
        calls.memory.close();
    }
}
