package mpj.core.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.engine.CompleteOperation;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Failure;
import mpj.engine.Operation;
import mpj.engine.Payload;
import mpj.engine.Receive;
import mpj.engine.StepMessages;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The service of a window. Its messages are passed in memory instead of by an engine. */
final class ServiceProperties {
    private static final int CONTEXT = 7;
    private static final int ORIGIN = 3;
    /** Another origin, which the service looks at first. */
    private static final int EARLIER = 1;
    /** An origin that sends nothing damaged. */
    private static final int WITNESS = 5;
    /** The tag of messages that damaged requests announce. */
    private static final int SEPARATE = 61;
    private static final int GUARD = 64;
    private static final int BYTES = 256;
    /** The bytes from here to {@link #HOLE_END} are not attached to a dynamic window. */
    private static final int HOLE = 128;
    private static final int HOLE_END = 192;
    /** The address in a dynamic window of the bytes behind the hole. */
    private static final long SECOND_PIECE = 8192;
    private static final byte UNTOUCHED = 0x5A;

    /** Passes messages. */
    private static final class Mail extends StepMessages {
        record Sent(int tag, long header, byte[] bytes) {
        }

        private final List<Receive> posted = new ArrayList<>();
        private final List<Sent> sent = new ArrayList<>();
        /** Completes the messages that the service sends, as far as they are not over at once. */
        private final List<ExternalOperation> underWay = new ArrayList<>();
        private boolean congested;

        @Override
        public Operation send(Object buffer, ElementType type, long from, long bytes, long header, int context,
                              int destination, int tag) {
            assertEquals(CONTEXT, context);
            assertTrue(destination == ORIGIN || destination == EARLIER || destination == WITNESS);
            byte[] copy = new byte[(int) bytes];
            Payload.write(buffer, type, from, MemorySegment.ofArray(copy), 0, bytes);
            sent.add(new Sent(tag, header, copy));
            if (!congested) {
                return new CompleteOperation(false);
            }
            underWay.add(new ExternalOperation());
            return underWay.getLast();
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
            throw new UnsupportedOperationException();
        }

        /** A message comes from the origin. */
        void deliver(int tag, long header, byte[] bytes) {
            deliver(ORIGIN, tag, header, bytes);
        }

        void deliver(int origin, int tag, long header, byte[] bytes) {
            Receive receive = posted.stream().filter(each -> each.accepts(origin, tag, CONTEXT)).findFirst()
                .orElseThrow();
            posted.remove(receive);
            receive.match(origin, tag, header, bytes.length);
            receive.fill(0, MemorySegment.ofArray(bytes), 0, bytes.length);
            receive.complete();
        }
    }

    private final Mail mail = new Mail();
    private final MemorySegment all = Arena.ofAuto().allocate(GUARD + BYTES + GUARD, 8);
    private final MemorySegment window = all.asSlice(GUARD, BYTES);
    private MemoryLocks locks;
    private Service service;

    ServiceProperties() {
        serve(Exposure.of(window));
    }

    /** Begins anew, because all tries of a property have the same object of this class. */
    private void serve(Exposure exposure) {
        all.fill(UNTOUCHED);
        window.fill((byte) 0);
        mail.posted.clear();
        mail.sent.clear();
        locks = new MemoryLocks(Arena.ofAuto().allocate(MemoryLocks.BYTES, 8));
        if (service != null) {
            service.close();
        }
        service = new Service(mail, CONTEXT, 0, exposure, locks);
        go();
    }

    private void go() {
        assertFalse(service.operation().advance());
    }

    private void ask(byte[] request) {
        ask(ORIGIN, request);
    }

    private void ask(int origin, byte[] request) {
        mail.deliver(origin, Request.TAG, SectionHeader.pack(ElementType.BYTE.code(), request.length), request);
        go();
    }

    private static byte[] request(Request.Kind kind, OpDescriptor op, int tag, Place place, long skip,
                                  byte[] elements) {
        byte[] wireForm = Request.wireForm(place.datatype());
        byte[] message = new Request(kind, op.number(), tag, place, skip,
            kind == Request.Kind.COMPARE_AND_SWAP ? elements.length / 2 : elements.length).message(wireForm,
            elements.length);
        System.arraycopy(elements, 0, message, Request.elementsAt(wireForm), elements.length);
        return message;
    }

    private static byte[] ints(int... values) {
        byte[] bytes = new byte[values.length * Integer.BYTES];
        MemorySegment.copy(values, 0, MemorySegment.ofArray(bytes), ValueLayout.JAVA_INT_UNALIGNED, 0, values.length);
        return bytes;
    }

    private int at(int index) {
        return window.get(ValueLayout.JAVA_INT_UNALIGNED, (long) index * Integer.BYTES);
    }

    private Mail.Sent answer(int tag) {
        return mail.sent.stream().filter(each -> each.tag == tag).findFirst().orElseThrow();
    }

    private void assertNothingOutside() {
        for (int i = 0; i < GUARD; i++) {
            assertEquals(UNTOUCHED, all.get(ValueLayout.JAVA_BYTE, i));
            assertEquals(UNTOUCHED, all.get(ValueLayout.JAVA_BYTE, GUARD + BYTES + i));
        }
    }

    @Example
    void requestsAreDoneAndAnswered() {
        Place place = new Place(8, 3, TypeDescriptor.INT);
        ask(request(Request.Kind.PUT, OpDescriptor.REPLACE, 0, place, 0, ints(1, 2, 3)));
        ask(request(Request.Kind.ACCUMULATE, OpDescriptor.SUM, 0, place, 4, ints(10, 20)));
        ask(request(Request.Kind.GET_ACCUMULATE, OpDescriptor.MAX, 5, place, 0, ints(7)));
        ask(request(Request.Kind.COMPARE_AND_SWAP, OpDescriptor.REPLACE, 6, new Place(8, 1, TypeDescriptor.INT), 0,
            ints(99, 7)));
        ask(new Request(Request.Kind.GET, 0, 9, place, 0, place.bytes()).message(new byte[0], 0));
        ask(Request.of(Request.Kind.FLUSH, 10, 0).message(new byte[0], 0));
        assertArrayEquals(ints(1), answer(5).bytes);
        assertArrayEquals(ints(7), answer(6).bytes);
        assertArrayEquals(ints(99, 12, 23), answer(9).bytes);
        assertEquals(0, answer(10).bytes.length);
        assertNothingOutside();
    }

    @Example
    void requestThatWaitsForALockHoldsUpThoseBehindIt() {
        assertTrue(locks.tryShared());
        ask(Request.of(Request.Kind.LOCK_EXCLUSIVE, 0, 0).message(new byte[0], 0));
        ask(request(Request.Kind.PUT, OpDescriptor.REPLACE, 0, new Place(0, 1, TypeDescriptor.INT), 0, ints(5)));
        ask(Request.of(Request.Kind.UNLOCK_EXCLUSIVE, 11, 0).message(new byte[0], 0));
        assertEquals(0, at(0));
        assertTrue(mail.sent.isEmpty());
        locks.unlock(false);
        go();
        assertEquals(5, at(0));
        assertEquals(11, mail.sent.getFirst().tag);
        assertTrue(locks.tryShared());
    }

    /** The earlier origin sends nothing that would make the service look again. */
    @Example
    void lockThatOneOriginReleasesPassesToAnotherAtOnce() {
        Place place = new Place(0, 2, TypeDescriptor.INT);
        ask(Request.of(Request.Kind.LOCK_EXCLUSIVE, 0, 0).message(new byte[0], 0));
        ask(new Request(Request.Kind.PUT_SEPARATELY, 0, 70, place, 0, place.bytes()).message(new byte[0], 0));
        ask(Request.of(Request.Kind.UNLOCK_EXCLUSIVE, 72, 0).message(new byte[0], 0));
        for (Request request : List.of(Request.of(Request.Kind.LOCK_SHARED, 0, 0),
            Request.of(Request.Kind.FLUSH, 71, 0))) {
            ask(EARLIER, request.message(new byte[0], 0));
        }
        assertTrue(mail.sent.isEmpty());
        mail.deliver(70, SectionHeader.pack(ElementType.INT.code(), 2), ints(8, 9));
        go();
        assertEquals(0, answer(71).bytes.length);
        assertEquals(0, answer(72).bytes.length);
    }

    @Example
    void elementsThatComeSeparatelyAreAwaited() {
        Place place = new Place(0, 2, TypeDescriptor.INT);
        ask(new Request(Request.Kind.PUT_SEPARATELY, 0, 21, place, 0, place.bytes()).message(new byte[0], 0));
        ask(Request.of(Request.Kind.FLUSH, 22, 0).message(new byte[0], 0));
        assertTrue(mail.sent.isEmpty());
        mail.deliver(21, SectionHeader.pack(ElementType.INT.code(), 2), ints(8, 9));
        go();
        assertEquals(9, at(1));
        assertEquals(22, mail.sent.getFirst().tag);
    }

    @Example
    void requestMayComeSeparately() {
        byte[] whole = request(Request.Kind.PUT, OpDescriptor.REPLACE, 0, new Place(4, 1, TypeDescriptor.INT), 0,
            ints(77));
        ask(Request.of(Request.Kind.SEPARATE, 31, whole.length).message(new byte[0], 0));
        mail.deliver(31, SectionHeader.pack(ElementType.BYTE.code(), whole.length), whole);
        go();
        assertEquals(77, at(1));
    }

    /** The datatype is long, and so are the elements. */
    @Example
    void requestThatComesSeparatelyMayHaveElementsThatComeSeparately() {
        Place place = new Place(0, 2, TypeDescriptor.INT);
        byte[] whole = new Request(Request.Kind.PUT_SEPARATELY, 0, 33, place, 0, place.bytes())
            .message(new byte[0], 0);
        ask(Request.of(Request.Kind.SEPARATE, 35, whole.length).message(new byte[0], 0));
        ask(Request.of(Request.Kind.FLUSH, 36, 0).message(new byte[0], 0));
        mail.deliver(35, SectionHeader.pack(ElementType.BYTE.code(), whole.length), whole);
        go();
        assertTrue(mail.sent.isEmpty());
        mail.deliver(33, SectionHeader.pack(ElementType.INT.code(), 2), ints(8, 9));
        go();
        assertEquals(9, at(1));
        assertEquals(SectionHeader.pack(ElementType.BYTE.code(), 0), answer(36).header);
    }

    /** The origin waits until its request was received. */
    @Example
    void requestThatIsTooLongIsReceivedAndDropped() {
        ask(Request.of(Request.Kind.SEPARATE, 37, 1L << 40).message(new byte[0], 0));
        mail.deliver(37, SectionHeader.pack(ElementType.BYTE.code(), 8), new byte[8]);
        ask(Request.of(Request.Kind.FLUSH, 38, 0).message(new byte[0], 0));
        assertEquals(Receive.refusal(ErrorClass.ERR_INTERN, 0), answer(38).header);
    }

    private void startSlowGet(int tag) {
        ask(Request.of(Request.Kind.LOCK_EXCLUSIVE, 0, 0).message(new byte[0], 0));
        mail.congested = true;
        Place place = new Place(0, 2, TypeDescriptor.INT);
        ask(new Request(Request.Kind.GET, 0, tag, place, 0, place.bytes()).message(new byte[0], 0));
        mail.congested = false;
    }

    @Example
    void lockIsHeldUntilTheAnswersHaveLeft() {
        startSlowGet(90);
        ask(Request.of(Request.Kind.UNLOCK_EXCLUSIVE, 92, 0).message(new byte[0], 0));
        assertFalse(locks.tryShared(), "another rank may overwrite what the get reads");
        mail.underWay.getFirst().complete();
        go();
        assertTrue(locks.tryShared());
        assertEquals(SectionHeader.pack(ElementType.BYTE.code(), 0), answer(92).header);
    }

    @Example
    void getWhoseMemoryWasClosedMeanwhileIsReported() {
        startSlowGet(94);
        ask(Request.of(Request.Kind.UNLOCK_EXCLUSIVE, 96, 0).message(new byte[0], 0));
        mail.underWay.getFirst().fail(ErrorClass.ERR_BUFFER, "it was closed");
        mail.underWay.getFirst().complete();
        go();
        assertEquals(Receive.refusal(ErrorClass.ERR_WIN, 0), answer(96).header);
    }

    @Example
    void accessOutsideTheWindowIsReportedWithTheNextAnswer() {
        ask(request(Request.Kind.PUT, OpDescriptor.REPLACE, 0, new Place(BYTES - 4, 2, TypeDescriptor.INT), 0,
            ints(1, 2)));
        ask(Request.of(Request.Kind.FLUSH, 41, 0).message(new byte[0], 0));
        ask(Request.of(Request.Kind.FLUSH, 42, 0).message(new byte[0], 0));
        assertEquals(Receive.refusal(ErrorClass.ERR_RMA_RANGE, 0), answer(41).header);
        assertEquals(SectionHeader.pack(ElementType.BYTE.code(), 0), answer(42).header);
        ask(new Request(Request.Kind.GET, 0, 43, new Place(-4, 1, TypeDescriptor.INT), 0, 4).message(new byte[0], 0));
        assertEquals(Receive.refusal(ErrorClass.ERR_RMA_RANGE, 0), answer(43).header);
        assertNothingOutside();
    }

    @Example
    void lockThatIsNotHeldIsNotGivenBack() {
        ask(Request.of(Request.Kind.UNLOCK_SHARED, 51, 0).message(new byte[0], 0));
        assertTrue(locks.tryExclusive());
    }

    /**
     * The answer to the next flush reports the error. The messages have another type, are longer than any request, or
     * take the place of data.
     */
    @Example
    void messageThatIsNoRequestDoesNotEndTheService() {
        for (long header : new long[] {SectionHeader.pack(ElementType.DOUBLE.code(), 1),
            SectionHeader.pack(ElementType.BYTE.code(), Service.LONGEST + 1),
            Receive.refusal(ErrorClass.ERR_TYPE, 1)}) {
            mail.sent.clear();
            mail.deliver(Request.TAG, header, new byte[Math.max(0, SectionHeader.count(header))]);
            go();
            ask(Request.of(Request.Kind.FLUSH, 81, 0).message(new byte[0], 0));
            ask(request(Request.Kind.PUT, OpDescriptor.REPLACE, 0, new Place(0, 1, TypeDescriptor.INT), 0, ints(5)));
            ask(Request.of(Request.Kind.FLUSH, 82, 0).message(new byte[0], 0));
            assertTrue(SectionHeader.pack(ElementType.BYTE.code(), 0) != answer(81).header);
            assertEquals(SectionHeader.pack(ElementType.BYTE.code(), 0), answer(82).header);
            assertEquals(5, at(0));
        }
    }

    /**
     * Whatever peers send, the service writes nothing outside the window, and still does what another origin asks for.
     */
    @Property(tries = 3000)
    void damagedRequestsDoNoHarm(@ForAll long seed, @ForAll boolean dynamic) {
        Random random = new Random(seed);
        serve(dynamic ? dynamicExposure() : Exposure.of(window));
        for (int requests = 1 + random.nextInt(4); requests > 0; requests--) {
            int origin = random.nextBoolean() ? ORIGIN : EARLIER;
            byte[] damaged = damaged(random, dynamic);
            ask(origin, damaged);
            int length = random.nextInt(120);
            mail.posted.stream().filter(each -> each.accepts(origin, SEPARATE, CONTEXT)).findFirst().ifPresent(_ -> {
                mail.deliver(origin, SEPARATE, SectionHeader.pack(ElementType.BYTE.code(), length), new byte[length]);
                go();
            });
            assertNothingOutside();
            if (dynamic) {
                assertArrayEquals(new byte[HOLE_END - HOLE], window.asSlice(HOLE, HOLE_END - HOLE)
                    .toArray(ValueLayout.JAVA_BYTE), "memory that is not attached");
            }
        }
        ask(WITNESS, request(Request.Kind.PUT, OpDescriptor.REPLACE, 0, new Place(8, 1, TypeDescriptor.INT), 0,
            ints(4711)));
        ask(WITNESS, Request.of(Request.Kind.FLUSH, 99, 0).message(new byte[0], 0));
        assertEquals(4711, at(2));
        assertEquals(SectionHeader.pack(ElementType.BYTE.code(), 0), answer(99).header);
    }

    /** Two pieces of the window's memory, with a hole between them. */
    private Exposure dynamicExposure() {
        Exposure dynamic = Exposure.dynamic();
        dynamic.attach(window.asSlice(0, HOLE));
        assertEquals(SECOND_PIECE, dynamic.attach(window.asSlice(HOLE_END)));
        return dynamic;
    }

    private static byte[] damaged(Random random, boolean dynamic) {
        TypeDescriptor datatype = switch (random.nextInt(6)) {
            case 0 -> TypeDescriptor.INT;
            case 1 -> TypeDescriptor.BYTE;
            case 2 -> ByteTypes.DOUBLE_INT;
            case 3 -> TypeDescriptor.vector(1 + random.nextInt(4), 1 + random.nextInt(3), random.nextInt(9) - 4,
                TypeDescriptor.INT);
            case 4 -> TypeDescriptor.indexed(new int[] {1 + random.nextInt(3), 1, 2},
                new int[] {random.nextInt(20), random.nextInt(20) - 10, random.nextInt(20)}, TypeDescriptor.SHORT);
            default -> TypeDescriptor.vector(3, 1, 2, ByteTypes.INT2);
        };
        long piece = dynamic && random.nextBoolean() ? SECOND_PIECE : 0;
        byte[] damaged = request(Request.Kind.values()[random.nextInt(Request.Kind.values().length)],
            OpDescriptor.predefined(random.nextInt(14)), SEPARATE,
            new Place(piece + random.nextInt(BYTES), random.nextInt(8), datatype), random.nextInt(8),
            new byte[random.nextInt(40)]);
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }
        return random.nextInt(8) == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length + 1)) : damaged;
    }
}
