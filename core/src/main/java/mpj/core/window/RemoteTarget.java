package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import mpj.core.message.BufferArgument;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;
import mpj.engine.Payload;
import mpj.engine.Receive;

/**
 * Memory that only its own process sees. Operations are requests to that process, whose {@link Service} carries them
 * out in the order in which they were sent. So the origin need not wait for a lock: the requests that follow the
 * request for the lock wait at the target.
 *
 * <p>If a device of this process reaches the memory, large puts and gets are {@linkplain DirectAccess direct}. They
 * have no order with requests, and MPI requires none: operations that touch the same bytes in one epoch, other than two
 * accumulates, may have any result. What must hold is this: a direct operation begins only after the target has granted
 * the lock, and a flush, the end of an epoch and the request that gives a lock back wait until it is over.
 */
final class RemoteTarget extends Target {
    /** If this many operations are under way, they are looked through before more are begun. */
    private static final int MANY = 64;
    /**
     * The most operations that may be under way at once. Without this limit, a target that computes for long would fill
     * this process's memory.
     */
    private static final int MOST = 4096;

    private static final long TIMES_THE_DATATYPE = 4;

    private final Messages messages;
    private final int member;
    /** The operations that this process must wait for before buffers may be used again, in the order of their start. */
    private final List<Operation> pending = new ArrayList<>();
    private int tidied;
    /** How many requests without an answer of their own were sent, and how many of them are known to be done. */
    private long sent;
    private long done;
    /** The number of the request for the lock of the present epoch; 0 before the first one. */
    private long lock;
    /** Null if every operation is a request. */
    private final DirectAccess direct;

    /**
     * @param member the target's rank in the job
     * @param direct the way to the memory without a request; or null
     */
    RemoteTarget(int rank, int member, long bytes, int unit, Messages messages, DirectAccess direct) {
        super(rank, bytes, unit);
        this.member = member;
        this.messages = messages;
        this.direct = direct;
    }

    @Override
    Operation put(Local origin, Place place) {
        if (isDirect(origin, place, origin.bytes())) {
            Operation put = direct.put(origin, place);
            if (put != null) {
                return trackSafely(put);
            }
        }
        byte[] wireForm = messages.wireForm(place.datatype());
        if (Request.elementsAt(wireForm) + origin.bytes() <= Service.LONGEST) {
            tell(request(Request.Kind.PUT, 0, 0, place, wireForm, origin, 0, origin.bytes()));
            return null;
        }
        checkAccess("origin", origin);
        int tag = messages.nextSeparateTag();
        byte[] request =
            new Request(Request.Kind.PUT_SEPARATELY, 0, tag, place, 0, origin.bytes()).message(wireForm, 0);
        synchronized (this) {
            tell(request);
            return track(messages.send(origin, member, tag));
        }
    }

    @Override
    Operation get(Local origin, Place place) {
        if (isDirect(origin, place, place.bytes())) {
            Operation get = direct.get(origin, place);
            if (get != null) {
                return trackSafely(get);
            }
        }
        checkAccess("origin", origin);
        int tag = messages.nextAnswerTag();
        byte[] request = new Request(Request.Kind.GET, 0, tag, place, 0, place.bytes())
            .message(messages.wireForm(place.datatype()), 0);
        Receive answer = messages.receive(origin, 0, place.bytes(), member, tag);
        synchronized (this) {
            track(answer);
            ask(request);
        }
        return answer;
    }

    /** Whether an operation is to be done directly. If so, this waits until the target has granted the lock. */
    private boolean isDirect(Local origin, Place place, long moved) {
        if (direct == null) {
            return false;
        }
        boolean granted;
        synchronized (this) {
            granted = done >= lock;
        }
        if (!direct.suits(origin, place, moved, granted)) {
            return false;
        }
        if (!granted) {
            awaitGrant();
        }
        return true;
    }

    /**
     * Waits until the target has answered that all earlier requests are done, with the request for the lock among
     * them. If the answer is an error of one of these requests, the next flush throws it.
     */
    private void awaitGrant() {
        Operation answer;
        long all;
        synchronized (this) {
            int tag = messages.nextAnswerTag();
            answer = messages.answer(member, tag);
            ask(Request.of(Request.Kind.FLUSH, tag, 0).message(new byte[0], 0));
            all = sent;
        }
        messages.await(answer);
        trackSafely(answer);
        noteDone(all);
    }

    private synchronized Operation trackSafely(Operation operation) {
        return track(operation);
    }

    @Override
    Operation accumulate(Local origin, Local result, Place place, OpDescriptor op) {
        if (result != null) {
            checkAccess("result", result);
        }
        byte[] wireForm = messages.wireForm(place.datatype());
        long piece = Accumulation.piece(place.datatype(), mostBytes(wireForm));
        List<Operation> answers = new ArrayList<>();
        for (long at = 0; at < place.bytes(); at += piece) {
            long bytes = Math.min(piece, place.bytes() - at);
            int tag = result == null ? 0 : messages.nextAnswerTag();
            byte[] request = request(result == null ? Request.Kind.ACCUMULATE : Request.Kind.GET_ACCUMULATE,
                op.number(), tag, place, wireForm, op == OpDescriptor.NO_OP ? null : origin, at, bytes);
            synchronized (this) {
                if (result == null) {
                    tell(request);
                } else {
                    answers.add(track(messages.receive(result, at, bytes, member, tag)));
                    ask(request);
                }
            }
        }
        return answers.isEmpty() ? null : messages.all(answers);
    }

    @Override
    Operation compareAndSwap(Local origin, Local compare, Local result, Place place) {
        checkAccess("result", result);
        byte[] wireForm = messages.wireForm(place.datatype());
        int tag = messages.nextAnswerTag();
        Request request = new Request(Request.Kind.COMPARE_AND_SWAP, 0, tag, place, 0, origin.bytes());
        byte[] message = request.message(wireForm, origin.bytes() + compare.bytes());
        MemorySegment to = MemorySegment.ofArray(message);
        int at = Request.elementsAt(wireForm);
        Payload.write(origin.buffer(), origin.type(), origin.from(), to, at, origin.bytes());
        Payload.write(compare.buffer(), compare.type(), compare.from(), to, at + origin.bytes(), compare.bytes());
        synchronized (this) {
            Operation answer = track(messages.receive(result, 0, result.bytes(), member, tag));
            ask(message);
            return answer;
        }
    }

    /**
     * The most bytes of elements that one request of an accumulate has. Each of its requests has the whole datatype. So
     * these bytes are several times as many as those of a long datatype.
     */
    private static long mostBytes(byte[] wireForm) {
        return Math.max(Service.LONGEST - Service.HEAD_ROOM,
            Math.min(TIMES_THE_DATATYPE * wireForm.length, Service.MAX_SEPARATE_BYTES / 2));
    }

    /** Whichever thread makes progress reads the buffer, or writes into it. */
    private static void checkAccess(String name, Local local) {
        Object buffer = local.buffer() instanceof NoncontiguousBuffer items ? items.buffer() : local.buffer();
        if (buffer instanceof MemorySegment segment && BufferArgument.isConfined(segment)) {
            throw confined(name);
        }
    }

    private static EngineException confined(String name) {
        return new EngineException(ErrorClass.ERR_BUFFER, name + " is a segment of an arena that is confined to one"
            + " thread; other threads also make progress with a window: take Arena.ofShared() or Arena.ofAuto()");
    }

    /** A request with elements of a buffer, if one is given. */
    private static byte[] request(Request.Kind kind, int op, int tag, Place place, byte[] wireForm, Local origin,
                                  long skip, long bytes) {
        byte[] message = new Request(kind, op, tag, place, skip, bytes).message(wireForm, origin == null ? 0 : bytes);
        if (origin != null) {
            Payload.write(origin.buffer(), origin.type(), origin.from() + skip, MemorySegment.ofArray(message),
                Request.elementsAt(wireForm), bytes);
        }
        return message;
    }

    /** Sends a request that has no answer. It may leave together with the next request. */
    private synchronized void tell(byte[] request) {
        sent++;
        if (request.length <= Service.LONGEST) {
            track(messages.sendBeforeMore(request, member));
        } else {
            sendSeparately(request);
        }
    }

    /** Sends a request that has an answer. The answer also says that all earlier requests are done. */
    private synchronized void ask(byte[] request) {
        if (request.length <= Service.LONGEST) {
            track(messages.send(request, member, Request.TAG));
        } else {
            sendSeparately(request);
        }
    }

    private void sendSeparately(byte[] request) {
        int tag = messages.nextSeparateTag();
        track(messages.sendBeforeMore(Request.announcing(request, tag).message(new byte[0], 0), member));
        track(messages.send(request, member, tag));
    }

    /**
     * Keeps an operation that is not over. A send is over when its message has been written into the channel: it no
     * longer needs its buffer, and every epoch ends with an answer, which arrives after all these messages.
     */
    private Operation track(Operation operation) {
        if (!operation.done() || operation.hasFailed()) {
            if (pending.size() >= Math.max(MANY, 2 * tidied)) {
                tidy();
            }
            pending.add(operation);
        }
        return operation;
    }

    private void tidy() {
        if (pending.size() >= MOST) {
            messages.finish(pending.get(pending.size() / 2));
        }
        pending.removeIf(operation -> operation.done() && !operation.hasFailed());
        tidied = pending.size();
    }

    @Override
    synchronized void lock(boolean exclusive) {
        tell(Request.of(exclusive ? Request.Kind.LOCK_EXCLUSIVE : Request.Kind.LOCK_SHARED, 0, 0).message(new byte[0],
            0));
        lock = sent;
    }

    @Override
    Runnable startUnlock(boolean exclusive) {
        Request.Kind kind = exclusive ? Request.Kind.UNLOCK_EXCLUSIVE : Request.Kind.UNLOCK_SHARED;
        if (direct == null) {
            return startAsking(kind);
        }
        FirstFailure failure = new FirstFailure();
        failure.in(this::flushLocal); // the next rank that gets the lock must see what direct puts have written
        Runnable unlock = startAsking(kind);
        return () -> {
            failure.in(unlock);
            failure.raise();
        };
    }

    @Override
    synchronized Runnable startFlush() {
        return done == sent ? this::flushLocal : startAsking(Request.Kind.FLUSH);
    }

    /** Sends a request that is answered when all requests before it are done. Returns a wait for that answer. */
    private synchronized Runnable startAsking(Request.Kind kind) {
        int tag = messages.nextAnswerTag();
        Operation answer = messages.answer(member, tag);
        ask(Request.of(kind, tag, 0).message(new byte[0], 0));
        long all = sent;
        return () -> {
            FirstFailure failure = new FirstFailure();
            failure.in(this::flushLocal);
            failure.in(() -> messages.finish(answer));
            noteDone(all);
            failure.raise();
        };
    }

    private synchronized void noteDone(long known) {
        done = Math.max(done, known);
    }

    @Override
    void flushLocal() {
        List<Operation> all;
        synchronized (this) {
            all = List.copyOf(pending); // another thread that flushes also waits for them
        }
        FirstFailure failure = new FirstFailure();
        for (Operation operation : all) {
            failure.in(() -> messages.finish(operation));
        }
        Set<Operation> over = Collections.newSetFromMap(new IdentityHashMap<>());
        over.addAll(all);
        synchronized (this) {
            pending.removeIf(over::contains);
            tidied = pending.size();
        }
        failure.raise();
    }
}
