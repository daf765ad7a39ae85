package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.LiveEngine;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.SteppedOperation;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/** The messages of one window, as an origin sends and receives them. Thread-safe. */
final class Messages {
    private static final byte[] NOTHING = {};
    /**
     * Above the tags of {@link GroupSync}, answers have the even tags, and messages that are sent separately from their
     * request have the odd ones.
     */
    private static final int FIRST_ANSWER_TAG = GroupSync.LAST_TAG + 1;
    private static final int FIRST_SEPARATE_TAG = FIRST_ANSWER_TAG + 1;
    private static final int LAST_ANSWER_TAG = Integer.MAX_VALUE - 1;
    private static final int LAST_SEPARATE_TAG = Integer.MAX_VALUE - 2;

    /** A datatype, and how it travels. */
    private record Known(TypeDescriptor datatype, byte[] wireForm) {
    }

    private final LiveEngine live;
    private final int context;
    private final AtomicInteger lastAnswerTag = new AtomicInteger(LAST_ANSWER_TAG);
    private final AtomicInteger lastSeparateTag = new AtomicInteger(LAST_SEPARATE_TAG);
    /** The datatype that was used last. Most operations use the same one as the operation before. */
    private volatile Known known = new Known(TypeDescriptor.BYTE, NOTHING);

    /** @param context the context of the window's messages */
    Messages(LiveEngine live, int context) {
        this.live = live;
        this.context = context;
    }

    private Engine engine() {
        return live.get();
    }

    /** A tag that no other answer under way has. */
    int nextAnswerTag() {
        return lastAnswerTag.updateAndGet(last -> last == LAST_ANSWER_TAG ? FIRST_ANSWER_TAG : last + 2);
    }

    /**
     * A tag for a message that is sent separately from its request. No other such message under way has this tag. No
     * answer may have it either: the target may itself be an origin that waits for an answer from this rank, and the
     * target chooses the tag of that answer.
     */
    int nextSeparateTag() {
        return lastSeparateTag.updateAndGet(last -> last == LAST_SEPARATE_TAG ? FIRST_SEPARATE_TAG : last + 2);
    }

    byte[] wireForm(TypeDescriptor datatype) {
        Known last = known;
        if (last.datatype != datatype) {
            last = new Known(datatype, Request.wireForm(datatype));
            known = last;
        }
        return last.wireForm;
    }

    Operation send(byte[] request, int member, int tag) {
        return engine().startSend(request, ElementType.BYTE, 0, request.length,
            SectionHeader.pack(ElementType.BYTE.code(), request.length), context, member, tag, false);
    }

    /** Sends a request that other messages will follow, at the latest those that end the epoch. */
    Operation sendBeforeMore(byte[] request, int member) {
        return engine().startSendBeforeMore(request, ElementType.BYTE, 0, request.length,
            SectionHeader.pack(ElementType.BYTE.code(), request.length), context, member, Request.TAG);
    }

    Operation send(Local elements, int member, int tag) {
        return engine().startSend(elements.buffer(), elements.type(), elements.from(), elements.bytes(),
            elements.header(), context, member, tag, false);
    }

    /** Receives a part of the elements that go into a buffer. */
    Receive receive(Local result, long skip, long bytes, int member, int tag) {
        return engine().startReceive(result.buffer(), result.type(), result.datatype().code(), result.from() + skip,
            bytes, context, member, tag);
    }

    /** Receives an answer without elements. */
    Receive answer(int member, int tag) {
        return engine().startReceive(MemorySegment.NULL, ElementType.BYTE, ElementType.BYTE.code(), 0, 0, context,
            member, tag);
    }

    /** Waits until an operation is over. */
    void await(Operation operation) {
        engine().finish(operation);
    }

    /** Waits until an operation is over. Throws if it has failed. */
    void finish(Operation operation) {
        await(operation);
        if (operation.hasFailed()) {
            throw new EngineException(operation.failure());
        }
    }

    /** An operation that is over when all of several operations are over. */
    Operation all(List<Operation> operations) {
        if (operations.size() == 1) {
            return operations.getFirst();
        }
        SteppedOperation[] all = new SteppedOperation[1];
        all[0] = new SteppedOperation(context, () -> {
            for (Operation each : operations) {
                if (!each.done()) {
                    return false;
                }
                if (each.hasFailed()) {
                    ErrorClass error = each.failure().error();
                    all[0].failed(error, each.failure().text());
                }
            }
            return true;
        });
        engine().start(all[0]);
        return all[0];
    }
}
