package mpj.core.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.StepMessages;
import mpj.engine.SteppedOperation;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Carries out, at a target, the requests of origins that do not see its memory. It goes on whenever the rank makes
 * progress. The requests of one origin are done in the order in which they were sent. A request that has to wait, for a
 * lock or for elements that come separately, holds up the requests that follow it. So accumulates keep their order. The
 * answer to a flush says that all requests before it are done.
 *
 * <p>A message from another process can reach no memory except the window's. If a request cannot be done, its origin
 * gets an error, and this rank still makes progress.
 */
final class Service {
    /** The longest request, in bytes. A longer one goes in a message of its own. */
    static final int LONGEST = 32 << 10;
    /** The part of such a request, in bytes, that is left for the head and the datatype beside the elements. */
    static final int HEAD_ROOM = 512;

    private static final System.Logger LOG = System.getLogger("mpj.core.window");
    private static final int SLOTS = 4;
    private static final int TRIES = 1000;
    private static final int MANY = 64;
    /** The longest request of all, in bytes. */
    static final long MAX_SEPARATE_BYTES = 256L << 20;
    private static final byte[] NOTHING = {};

    /** A receive for requests, and the memory for the request that it takes. */
    private static final class Slot {
        private final MemorySegment memory;
        private Receive receive;

        Slot(MemorySegment memory) {
            this.memory = memory;
        }
    }

    /** A request that is not done yet. */
    private static final class Task {
        private Request request;
        /** The message that has its elements. */
        private MemorySegment elements;
        private long from;
        /** The receive of a message that still has to come, or null. */
        private Receive awaited;
        /** Why there is no memory for that message, which is received and dropped. Null if there is memory. */
        private EngineException dropped;

        Task(Request.Read read, MemorySegment message) {
            take(read, message);
        }

        void take(Request.Read read, MemorySegment message) {
            request = read.request();
            elements = message;
            from = read.elementsAt();
        }

        /** Copies its elements, because the memory in which they came is used again. */
        void keep(long length) {
            elements = MemorySegment.ofArray(elements.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    /** What is known of one origin. */
    private static final class Origin {
        private final ArrayDeque<Task> tasks = new ArrayDeque<>();
        /** Why a request without an answer of its own was not done. The next answer tells it. */
        private ErrorClass failure;
        private int shared;
        private boolean exclusive;
        /** Its answers that are under way. Some of them still read the window's memory. */
        private final List<Operation> answers = new ArrayList<>();
        /** When there are as many answers as this, they are looked through before one is added. */
        private int tidyAt = MANY;

        /** Whether all its answers have left. */
        boolean isAnswered() {
            if (!answers.isEmpty()) {
                answers.removeIf(this::hasLeft);
            }
            return answers.isEmpty();
        }

        void add(Operation answer) {
            if (answers.size() >= tidyAt) {
                tidyAt = isAnswered() ? MANY : Math.max(MANY, 2 * answers.size());
            }
            answers.add(answer);
        }

        private boolean hasLeft(Operation answer) {
            if (answer.hasFailed() && answer.failure().error() == ErrorClass.ERR_BUFFER) {
                failure = ErrorClass.ERR_WIN; // the program has closed the arena of the memory that was being read
            }
            return answer.done();
        }
    }

    private final StepMessages messages;
    private final int context;
    private final int rank;
    private final Exposure exposure;
    private final MemoryLocks locks;
    private final Arena arena = Arena.ofShared();
    private final Slot[] slots = new Slot[SLOTS];
    private final Stage stage = new Stage();
    private final ReceivedTypes types = new ReceivedTypes();
    private final Map<Integer, Origin> origins = new HashMap<>();
    private final SteppedOperation operation;
    private int next;
    private int waiting;
    private volatile boolean ending;

    /**
     * @param context the context of the window's messages
     * @param rank this rank, in the window's communicator
     */
    Service(StepMessages messages, int context, int rank, Exposure exposure, MemoryLocks locks) {
        this.messages = messages;
        this.context = context;
        this.rank = rank;
        this.exposure = exposure;
        this.locks = locks;
        operation = new SteppedOperation(context, this::advance);
    }

    /** The operation that is to be started. */
    SteppedOperation operation() {
        return operation;
    }

    /** Ends the service with its next step. */
    void end() {
        ending = true;
    }

    /** Frees its memory, after it has ended. */
    void close() {
        arena.close();
    }

    private boolean advance() {
        if (slots[0] == null) {
            for (int i = 0; i < SLOTS; i++) {
                slots[i] = new Slot(arena.allocate(LONGEST, Long.BYTES));
                post(slots[i]);
            }
        }
        if (ending) {
            for (Slot slot : slots) {
                slot.receive.takeBack();
            }
            return true;
        }
        while (slots[next].receive.done()) {
            Slot slot = slots[next];
            if (slot.receive.hasFailed()) {
                ErrorClass error = slot.receive.failure().error();
                if (error == ErrorClass.ERR_PROC_FAILED || error == ErrorClass.ERR_REVOKED) {
                    return true; // no receive can complete any more, and the origins find this out themselves
                }
                refused(origin(slot.receive.matchedSource()), new EngineException(slot.receive.failure()));
            } else {
                arrived(slot);
            }
            post(slot);
            next = (next + 1) % SLOTS;
        }
        while (waiting > 0 && goOn()) {
            // one request may have given a lock back for which an origin waits that was looked at earlier
        }
        operation.lookAtMemory(waiting > 0 && anyWaitsForLock());
        return false;
    }

    /** Whether an origin waits for a lock. A rank that sees the window's memory gives a lock back without a message. */
    private boolean anyWaitsForLock() {
        for (Origin each : origins.values()) {
            Task first = each.tasks.peekFirst();
            if (first != null && first.awaited == null && first.request.kind() != Request.Kind.FLUSH) {
                return true;
            }
        }
        return false;
    }

    private void post(Slot slot) {
        slot.receive = messages.receive(slot.memory, ElementType.BYTE, ElementType.BYTE.code(), 0, LONGEST, context,
            Receive.ANY, Request.TAG);
    }

    private void arrived(Slot slot) {
        int source = slot.receive.matchedSource();
        long length = slot.receive.matchedBytes();
        Origin origin = origin(source);
        try {
            Task task = new Task(Request.read(slot.memory, length, types), slot.memory);
            if (task.request.kind() == Request.Kind.SEPARATE) {
                receiveRequest(task, source);
            }
            if (!origin.tasks.isEmpty() || !isDone(task, origin, source)) {
                if (task.awaited == null && task.elements == slot.memory) {
                    task.keep(length);
                }
                origin.tasks.add(task);
                waiting++;
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            leave(Request.outline(slot.memory, length), origin, source, e);
        }
    }

    private Origin origin(int source) {
        return origins.computeIfAbsent(source, _ -> new Origin());
    }

    /**
     * Does the requests that need not wait any more. Returns whether there were any. The caller then looks again,
     * because perhaps no packet will come to cause another look.
     */
    private boolean goOn() {
        int before = waiting;
        origins.forEach(this::goOn);
        return waiting < before;
    }

    private void goOn(int source, Origin origin) {
        while (!origin.tasks.isEmpty()) {
            Task task = origin.tasks.peekFirst();
            boolean done;
            try {
                done = isDone(task, origin, source);
            } catch (RuntimeException | OutOfMemoryError e) {
                leave(task.request.outline(), origin, source, e);
                done = true;
            }
            if (!done) {
                return;
            }
            origin.tasks.removeFirst();
            waiting--;
        }
    }

    private static void refused(Origin origin, Throwable e) {
        LOG.log(System.Logger.Level.DEBUG, "a request of another rank was not done", e);
        origin.failure = classOf(e);
    }

    private static ErrorClass classOf(Throwable e) {
        return e instanceof RuntimeException failure ? EngineException.classOf(failure) : ErrorClass.ERR_NO_MEM;
    }

    /**
     * Leaves a request undone. Its origin learns the reason from the answer to the request, for which it may be
     * waiting. If the request has none, the next answer to this origin tells the reason.
     *
     * @param left the kind and the tag of the request; null if they are not known
     */
    private void leave(Request left, Origin origin, int source, Throwable e) {
        try {
            if (left != null && left.kind() == Request.Kind.PUT_SEPARATELY) {
                drop(left, source);
            }
            if (left == null || !left.isAnswered()) {
                refused(origin, e);
                return;
            }
            LOG.log(System.Logger.Level.DEBUG, "a request of another rank was not done", e);
            refuse(left, origin, source, classOf(e));
        } catch (RuntimeException | OutOfMemoryError lost) {
            // Otherwise the same request would be done again, and the program's own call would fail.
            LOG.log(System.Logger.Level.DEBUG, "nor could its origin be told", lost);
        }
    }

    /** Starts to receive a request that comes separately from its announcement. */
    private void receiveRequest(Task task, int source) {
        Request request = task.request;
        try {
            if (request.bytes() > MAX_SEPARATE_BYTES) {
                throw Request.damaged("it has " + request.bytes() + " bytes");
            }
            byte[] whole = new byte[(int) request.bytes()];
            task.elements = MemorySegment.ofArray(whole);
            task.awaited = messages.receive(whole, ElementType.BYTE, ElementType.BYTE.code(), 0, whole.length, context,
                source, request.tag());
        } catch (EngineException e) {
            dropRequest(task, source, e);
        } catch (OutOfMemoryError e) {
            dropRequest(task, source, new EngineException(ErrorClass.ERR_NO_MEM, "rank " + rank + " has no memory for"
                + " a request of " + request.bytes() + " bytes: " + e.getMessage(), e));
        }
    }

    private void dropRequest(Task task, int source, EngineException reason) {
        task.dropped = reason;
        task.awaited = drop(task.request, source);
    }

    /** Receives, and drops, a message that its origin sends separately, because the origin waits until it has left. */
    private Receive drop(Request request, int source) {
        return messages.receive(NOTHING, ElementType.BYTE, ElementType.BYTE.code(), 0, 0, context, source,
            request.tag());
    }

    /** Starts to receive the elements of a put, which come separately from their request, into the window. */
    private void receiveElements(Task task, int source) {
        Request request = task.request;
        Place place = request.place();
        Exposure.Part part = exposure.find(place);
        boolean fits = part != null && request.bytes() <= place.bytes();
        // Elements that do not fit are also received, and dropped.
        task.awaited = messages.receive(fits ? place.datatype().memoryAt(part.memory(), part.origin()) : NOTHING,
            place.datatype().elementType(), place.datatype().code(),
            fits ? place.datatype().fromAt(part.origin()) : 0, fits ? request.bytes() : 0, context, source,
            request.tag());
    }

    /** Does a request if it need not wait. All earlier requests of its origin are over. Returns whether it is over. */
    private boolean isDone(Task task, Origin origin, int source) {
        if (task.request.kind() == Request.Kind.PUT_SEPARATELY && task.awaited == null) {
            receiveElements(task, source); // not earlier: the origin may only now have got the lock
        }
        if (task.awaited != null) {
            if (!task.awaited.done()) {
                return false;
            }
            if (task.request.kind() != Request.Kind.SEPARATE) {
                if (task.awaited.hasFailed()) {
                    // The program may have closed the arena of the window's memory.
                    origin.failure = task.awaited.failure().error() == ErrorClass.ERR_BUFFER ? ErrorClass.ERR_WIN
                        : ErrorClass.ERR_RMA_RANGE;
                }
                return true;
            }
            takeSeparate(task);
            if (task.request.kind() == Request.Kind.PUT_SEPARATELY) {
                return isDone(task, origin, source); // its datatype is long, and its elements come in a third message
            }
        }
        try {
            return isDoneNow(task, origin, source);
        } catch (IllegalStateException | WrongThreadException | IndexOutOfBoundsException e) {
            throw new EngineException(ErrorClass.ERR_WIN, "the memory of rank " + rank + "'s window cannot be"
                + " accessed: " + e.getMessage(), e);
        }
    }

    /** Takes the request that has come separately, in place of its announcement. */
    private void takeSeparate(Task task) {
        if (task.dropped != null) {
            throw task.dropped;
        } else if (task.awaited.hasFailed()) {
            throw new EngineException(task.awaited.failure());
        }
        Request.Read read = Request.read(task.elements, task.elements.byteSize(), types);
        if (read.request().kind() == Request.Kind.SEPARATE) {
            throw Request.damaged("it came separately and announces another separate request");
        }
        task.awaited = null;
        task.take(read, task.elements);
    }

    private void refuse(Request request, Origin origin, int source, ErrorClass error) {
        send(NOTHING, ElementType.BYTE, 0, 0, Receive.refusal(error, rank), request, origin, source);
    }

    /** Starts to send the answer to a request. */
    private void send(Object buffer, ElementType type, long from, long bytes, long header, Request request,
                      Origin origin, int source) {
        Operation answer = messages.send(buffer, type, from, bytes, header, context, source, request.tag());
        if (!answer.done() || answer.hasFailed()) {
            origin.add(answer);
        }
    }

    private boolean isDoneNow(Task task, Origin origin, int source) {
        Request request = task.request;
        return switch (request.kind()) {
            case PUT -> put(task);
            case GET -> get(request, origin, source);
            case ACCUMULATE, GET_ACCUMULATE -> isAccumulated(task, origin, source);
            case COMPARE_AND_SWAP -> isSwapped(task, origin, source);
            case FLUSH -> origin.isAnswered() && answer(request, origin, source);
            case LOCK_SHARED -> isShared(origin);
            case LOCK_EXCLUSIVE -> isExclusive(origin);
            // The next rank that gets the lock may overwrite what an answer still reads.
            case UNLOCK_SHARED, UNLOCK_EXCLUSIVE -> origin.isAnswered() && unlock(request, origin, source);
            case PUT_SEPARATELY, SEPARATE -> true;
        };
    }

    private Exposure.Part part(Request request) {
        Place place = request.place();
        Exposure.Part part = exposure.find(place);
        if (part == null || request.skip() > place.bytes() - request.bytes()) {
            throw new EngineException(ErrorClass.ERR_RMA_RANGE, place.count() + " items from byte "
                + place.origin() + " on do not lie in the window of rank " + rank);
        }
        return part;
    }

    private boolean put(Task task) {
        Request request = task.request;
        Exposure.Part part = part(request);
        Place place = request.place();
        checkElements(task, request.bytes());
        Transfer.copy(task.elements, ElementType.BYTE, task.from,
            place.datatype().memoryAt(part.memory(), part.origin()), place.datatype().elementType(),
            place.datatype().fromAt(part.origin()) + request.skip(), request.bytes());
        return true;
    }

    private static void checkElements(Task task, long bytes) {
        if (bytes > task.elements.byteSize() - task.from) {
            throw Request.damaged("it lacks elements");
        }
    }

    private boolean get(Request request, Origin origin, int source) {
        Exposure.Part part = part(request);
        Place place = request.place();
        send(place.datatype().memoryAt(part.memory(), part.origin()), place.datatype().elementType(),
            place.datatype().fromAt(part.origin()), place.bytes(), place.header(), request, origin, source);
        return true;
    }

    private boolean isAccumulated(Task task, Origin origin, int source) {
        Request request = task.request;
        Exposure.Part part = part(request);
        OpDescriptor op = OpDescriptor.predefined(request.op());
        op.checkAccumulates(request.place().datatype());
        long bytes = request.bytes();
        if (op != OpDescriptor.NO_OP) {
            checkElements(task, bytes);
        }
        byte[] result = request.kind() == Request.Kind.GET_ACCUMULATE ? new byte[Math.toIntExact(bytes)] : null;
        if (!takesAccumulateLock()) {
            return false;
        }
        try {
            accumulate(task, op, part, result);
        } finally {
            locks.endAccumulate();
        }
        if (result != null) {
            answer(request, result, origin, source);
        }
        return true;
    }

    /**
     * Takes the lock of accumulates, which others hold for a moment only. Returns false if its holder does not go on.
     */
    private boolean takesAccumulateLock() {
        for (int tries = 0; tries < TRIES; tries++) {
            if (locks.tryAccumulate()) {
                return true;
            }
            Thread.yield();
        }
        return false;
    }

    private void accumulate(Task task, OpDescriptor op, Exposure.Part part, byte[] result) {
        Request request = task.request;
        Place place = request.place();
        Object memory = place.datatype().memoryAt(part.memory(), part.origin());
        long from = place.datatype().fromAt(part.origin()) + request.skip();
        Accumulation accumulation = new Accumulation(op, place.datatype(), stage);
        MemorySegment old = result == null ? null : MemorySegment.ofArray(result);
        long piece = Accumulation.piece(place.datatype());
        for (long at = 0; at < request.bytes(); at += piece) {
            accumulation.apply(task.elements, task.from + at, memory, from + at,
                Math.min(piece, request.bytes() - at), old, ElementType.BYTE, at);
        }
    }

    private boolean isSwapped(Task task, Origin origin, int source) {
        Request request = task.request;
        Exposure.Part part = part(request);
        int bytes = (int) request.place().bytes();
        checkElements(task, 2L * bytes);
        if (!Swap.takes(request.place().datatype()) || request.place().count() != 1 || request.bytes() != bytes) {
            throw Request.damaged("it swaps no single element");
        }
        if (!takesAccumulateLock()) {
            return false;
        }
        byte[] there = new byte[bytes];
        try {
            MemorySegment elements = task.elements.asSlice(task.from, 2L * bytes);
            byte[] both = elements.toArray(ValueLayout.JAVA_BYTE);
            Swap.apply(Arrays.copyOfRange(both, bytes, 2 * bytes), Arrays.copyOf(both, bytes),
                there, part.memory(), request.place().datatype().fromAt(part.origin()));
        } finally {
            locks.endAccumulate();
        }
        answer(request, there, origin, source);
        return true;
    }

    private void answer(Request request, byte[] elements, Origin origin, int source) {
        send(elements, ElementType.BYTE, 0, elements.length, SectionHeader.pack(Receive.PACKED, elements.length),
            request, origin, source);
    }

    /** Answers that all requests before this one are done, or which error one of them had. */
    private boolean answer(Request request, Origin origin, int source) {
        if (origin.failure != null) {
            refuse(request, origin, source, origin.failure);
            origin.failure = null;
        } else {
            send(NOTHING, ElementType.BYTE, 0, 0, SectionHeader.pack(ElementType.BYTE.code(), 0), request, origin,
                source);
        }
        return true;
    }

    private boolean isShared(Origin origin) {
        boolean taken = locks.tryShared();
        origin.shared += taken ? 1 : 0;
        return taken;
    }

    private boolean isExclusive(Origin origin) {
        boolean taken = locks.tryExclusive();
        origin.exclusive |= taken;
        return taken;
    }

    private boolean unlock(Request request, Origin origin, int source) {
        boolean exclusive = request.kind() == Request.Kind.UNLOCK_EXCLUSIVE;
        if (exclusive ? !origin.exclusive : origin.shared == 0) {
            throw Request.damaged("it gives back a lock that it does not hold");
        }
        if (exclusive) {
            origin.exclusive = false;
        } else {
            origin.shared--;
        }
        locks.unlock(exclusive);
        return answer(request, origin, source);
    }
}
