package mpj.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.CompleteOperation;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Failure;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.StepMessages;
import mpj.transport.spi.TransportException;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what a target answers to requests that it cannot carry out, so that no origin waits for ever. */
class ServiceTest {
    private static final int CONTEXT = 7;
    private static final int SELF = 0;
    private static final int ORIGIN = 1;
    private static final int TAG = 101;
    private static final int PUT_TAG = 103;
    private static final int ANSWER_TAG = 102;
    private static final int LATER_TAG = 104;
    private static final int BYTES = 64;
    private static final byte[] PREDEFINED = {};

    /** An answer of the service. */
    private record Answer(int tag, long header, long bytes) {
    }

    /** Messages that the test delivers by hand. */
    private static final class Messages extends StepMessages {
        private final List<Receive> posted = new ArrayList<>();
        private final List<Answer> answers = new ArrayList<>();
        private boolean broken;

        @Override
        public Operation send(Object buffer, ElementType type, long from, long bytes, long header, int context,
                              int destination, int tag) {
            if (broken) {
                throw new TransportException("the channel is damaged");
            }
            answers.add(new Answer(tag, header, bytes));
            return new CompleteOperation(false);
        }

        @Override
        public Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                               int source, int tag) {
            Receive receive = new Receive(null, null);
            receive.describe(buffer, type, typeCode, from, capacity, context, source, tag);
            posted.add(receive);
            return receive;
        }

        @Override
        public void complete(ExternalOperation operation, Failure failure) {
            throw new AssertionError("the service completes nothing else");
        }

        /** Delivers a message to the first receive that accepts it. Returns false if there is none. */
        boolean deliver(byte[] message, int tag) {
            Receive receive = posted.stream().filter(each -> each.accepts(ORIGIN, tag, CONTEXT)).findFirst()
                .orElse(null);
            if (receive == null) {
                return false;
            }
            posted.remove(receive);
            receive.match(ORIGIN, tag, SectionHeader.pack(ElementType.BYTE.code(), message.length), message.length);
            receive.fill(0, MemorySegment.ofArray(message), 0, message.length);
            receive.complete();
            return true;
        }
    }

    private final Arena arena = Arena.ofShared();
    private final Messages messages = new Messages();
    private final Service service = new Service(messages, CONTEXT, SELF, Exposure.of(arena.allocate(BYTES)),
        new MemoryLocks(arena.allocate(MemoryLocks.BYTES, Long.BYTES)));

    @BeforeEach
    void begin() {
        assertFalse(service.operation().advance());
    }

    @AfterEach
    void end() {
        service.close();
        arena.close();
    }

    private void arrives(byte[] message, int tag) {
        assertTrue(messages.deliver(message, tag), () -> "no receive takes the message with tag " + tag);
        assertFalse(service.operation().advance());
    }

    private static byte[] request(Request.Kind kind, int tag) {
        Place place = new Place(0, Long.BYTES, TypeDescriptor.BYTE);
        return new Request(kind, 0, tag, place, 0, Long.BYTES).message(PREDEFINED, 0);
    }

    /** An announcement of a request that no memory has room for. */
    private static byte[] tooLong(byte[] request) {
        Request announcement = Request.announcing(request, TAG);
        return new Request(announcement.kind(), announcement.op(), announcement.tag(), announcement.place(),
            announcement.skip(), Service.MAX_SEPARATE_BYTES + 1).message(PREDEFINED, 0);
    }

    private static Answer refusal(int tag, ErrorClass error) {
        return new Answer(tag, Receive.refusal(error, SELF), 0);
    }

    private static Answer elements(int tag) {
        return new Answer(tag, SectionHeader.pack(ElementType.BYTE.code(), Long.BYTES), Long.BYTES);
    }

    @Test
    void aGetInALongRequestIsRefusedWhenThereIsNoRoomAndTheNextGetIsAnswered() {
        byte[] get = request(Request.Kind.GET, ANSWER_TAG);
        arrives(tooLong(get), Request.TAG);
        arrives(request(Request.Kind.GET, LATER_TAG), Request.TAG);
        arrives(get, TAG);
        assertEquals(List.of(refusal(ANSWER_TAG, ErrorClass.ERR_INTERN), elements(LATER_TAG)), messages.answers);
        arrives(request(Request.Kind.FLUSH, 106), Request.TAG);
        assertEquals(new Answer(106, SectionHeader.pack(ElementType.BYTE.code(), 0), 0), messages.answers.getLast());
    }

    @Test
    void theElementsOfAPutInALongRequestAreReceivedWhenThereIsNoRoomAndTheFlushTellsTheError() {
        byte[] put = request(Request.Kind.PUT_SEPARATELY, PUT_TAG);
        arrives(tooLong(put), Request.TAG);
        arrives(request(Request.Kind.FLUSH, ANSWER_TAG), Request.TAG);
        arrives(put, TAG);
        arrives(new byte[Long.BYTES], PUT_TAG);
        assertEquals(List.of(refusal(ANSWER_TAG, ErrorClass.ERR_INTERN)), messages.answers);
    }

    @Test
    void anAccumulateInALongRequestIsRefusedAtTheFlush() {
        byte[] accumulate = request(Request.Kind.ACCUMULATE, 0);
        arrives(tooLong(accumulate), Request.TAG);
        arrives(accumulate, TAG);
        arrives(request(Request.Kind.FLUSH, ANSWER_TAG), Request.TAG);
        assertEquals(List.of(refusal(ANSWER_TAG, ErrorClass.ERR_INTERN)), messages.answers);
    }

    @Test
    void aLongRequestIsCarriedOut() {
        byte[] get = request(Request.Kind.GET, ANSWER_TAG);
        arrives(Request.announcing(get, TAG).message(PREDEFINED, 0), Request.TAG);
        arrives(get, TAG);
        assertEquals(List.of(elements(ANSWER_TAG)), messages.answers);
    }

    @Test
    void unlockWithoutLockIsAnswered() {
        arrives(request(Request.Kind.UNLOCK_EXCLUSIVE, ANSWER_TAG), Request.TAG);
        assertEquals(List.of(refusal(ANSWER_TAG, ErrorClass.ERR_INTERN)), messages.answers);
    }

    @Test
    void refusalThatCannotBeSentHoldsNothingUp() {
        messages.broken = true;
        arrives(request(Request.Kind.UNLOCK_EXCLUSIVE, ANSWER_TAG), Request.TAG);
        messages.broken = false;
        assertFalse(service.operation().advance());
        arrives(request(Request.Kind.GET, LATER_TAG), Request.TAG);
        assertEquals(List.of(elements(LATER_TAG)), messages.answers);
    }

    @Test
    void aGetWhoseDatatypeCannotBeReadIsRefused() {
        for (boolean isLong : new boolean[] {false, true}) {
            messages.answers.clear();
            byte[] get = request(Request.Kind.GET, ANSWER_TAG);
            byte[] announcement = Request.announcing(get, TAG).message(PREDEFINED, 0);
            MemorySegment.ofArray(get).set(ValueLayout.JAVA_BYTE, 2, Byte.MAX_VALUE); // the number of its datatype
            if (isLong) {
                arrives(announcement, Request.TAG);
            }
            arrives(get, isLong ? TAG : Request.TAG);
            assertEquals(List.of(refusal(ANSWER_TAG, ErrorClass.ERR_INTERN)), messages.answers);
        }
    }
}
