package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.selection.Algorithms;
import mpj.engine.CollectiveMessages;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.match.Envelope;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Tests packets with arbitrary contents. Rank 1 sends them, and rank 0 goes on with rank 2. */
class DamagedPacketsProperties {
    private static final int CONTEXT = 0;
    private static final int PACKET = MemoryNetwork.PACKET;
    private static final Long[] NUMBERS = {-1L, 0L, 1L, 2L, (long) PACKET, 1L << 20, (long) Integer.MAX_VALUE,
        1L << 31, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final Inquiry.Calls CALLS = new Inquiry.Calls() {
        @Override
        public Failure difference(long theirs, int theirRoot, int peer, long ours, int ourRoot) {
            return null;
        }

        @Override
        public Failure disagreement(int peer, long ours, int ourRoot) {
            return new Failure(ErrorClass.ERR_OTHER, "they disagree");
        }

        @Override
        public Failure departed(int peer, long ours, int ourRoot) {
            return new Failure(ErrorClass.ERR_OTHER, "it has gone on");
        }
    };

    /** A packet that rank 0 gets. */
    record Damaged(long envelope, long header, byte[] payload) {
    }

    @Provide
    Arbitrary<List<Damaged>> packets() {
        Arbitrary<Long> numbers = Arbitraries.oneOf(Arbitraries.of(NUMBERS), Arbitraries.longs());
        Arbitrary<Long> headers = Arbitraries.oneOf(numbers, Combinators.combine(
            Arbitraries.of(0, 4, Receive.OBJECTS, Receive.PACKED, 20, 200), Arbitraries.of(-1, 0, 1, 1000))
            .as(SectionHeader::pack));
        Arbitrary<byte[]> payloads = Combinators.combine(Arbitraries.of(0, 1, 8, 16, 24, 48, 56, PACKET), numbers,
            numbers).as((bytes, first, second) -> Arrays.copyOf(ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.nativeOrder()).putLong(first).putLong(second).array(), bytes));
        Arbitrary<Long> envelopes = Combinators.combine(
            // No packet is a revocation, because a revocation is valid whichever rank sends it.
            Arbitraries.frequencyOf(Tuple.of(9, Arbitraries.integers().between(0, Envelope.AGREE)),
                Tuple.of(1, Arbitraries.integers().between(0, 255).filter(kind -> kind != Envelope.REVOKE))),
            Arbitraries.of(CONTEXT, CONTEXT + 1, Envelope.MAXIMUM_CONTEXT),
            Arbitraries.oneOf(Arbitraries.of(0, 1), Arbitraries.integers())).as(Envelope::pack);
        return Combinators.combine(envelopes, headers, payloads).as(Damaged::new).list().ofMinSize(1).ofMaxSize(20);
    }

    /** Such a tag means any tag, in the queue of messages too. */
    @Example
    void negativeTagIsRefused() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
        network.inject(0, 1, Envelope.pack(Envelope.MESSAGE, CONTEXT, Receive.ANY),
            SectionHeader.pack(ElementType.BYTE.code(), 1), new byte[1]);
        poll(network);
        Receive receive = receive(network.engine(0), 1, ElementType.BYTE.code());
        poll(network);
        assertTrue(receive.done());
        assertTrue(receive.failure().text().contains("a message has tag -1"), receive.failure().text());
        assertGoesOn(network);
    }

    private static Receive receive(Engine engine, int source, int code) {
        return engine.startReceive(new byte[PACKET], ElementType.BYTE, code, 0, PACKET, CONTEXT, source, Receive.ANY);
    }

    private static void assertGoesOn(MemoryNetwork network) {
        byte[] message = new byte[3 * PACKET];
        Arrays.fill(message, (byte) 7);
        byte[] room = new byte[message.length];
        Engine engine = network.engine(0);
        Receive receive = engine.startReceive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length, CONTEXT,
            2, 1);
        Operation send = network.engine(2).startSend(message, ElementType.BYTE, 0, message.length,
            SectionHeader.pack(ElementType.BYTE.code(), message.length), CONTEXT, 0, 1, false);
        for (int i = 0; i < 100 && !(receive.done() && send.done()); i++) {
            engine.progress();
            network.engine(2).progress();
        }
        assertTrue(receive.done() && send.done());
        assertNull(receive.failure());
        assertArrayEquals(message, room);
    }

    /** Operations that packets of rank 1 may be about: receives, and sends that have to be matched. */
    private static List<Operation> underWay(Engine engine) {
        MemorySegment memory = Arena.ofAuto().allocate(10 * PACKET);
        return List.of(receive(engine, 1, ElementType.BYTE.code()), receive(engine, 1, Receive.OBJECTS),
            engine.startReceive(memory, ElementType.BYTE, ElementType.BYTE.code(), 0, memory.byteSize(), CONTEXT, 1, 1),
            send(engine, new byte[1]), send(engine, new byte[10 * PACKET]), send(engine, memory));
    }

    private static Operation send(Engine engine, Object buffer) {
        return send(engine, buffer, 1);
    }

    private static Operation send(Engine engine, Object buffer, int destination) {
        int bytes = buffer instanceof MemorySegment memory ? (int) memory.byteSize() : ((byte[]) buffer).length;
        return engine.startSend(buffer, ElementType.BYTE, 0, bytes,
            SectionHeader.pack(ElementType.BYTE.code(), bytes), CONTEXT, destination, 1, true);
    }

    private static void poll(MemoryNetwork network) {
        network.engine(0).progress();
    }

    /**
     * Damaged packets do not stop the progress of rank 0, even if they are read straight to their destinations. When
     * their sender is lost, the operations that they were about end.
     */
    @Property(tries = 2000, seed = "1")
    void damagedPacketsStopTheProgressOfNoRank(@ForAll("packets") List<Damaged> packets, @ForAll boolean posted,
                                          @ForAll boolean straight) {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET, new MemoryReads());
        network.ask(straight);
        Engine engine = network.engine(0);
        Questions inquiry = (Questions) engine.inquiry(CONTEXT, new int[] {0, 2}, CALLS);
        Questions other = (Questions) engine.inquiry(CONTEXT + 1, new int[] {0, 1, 2}, CALLS);
        CollectiveMessages lock = engine.collective(CONTEXT);
        Schedule schedule = Schedule.of(Algorithms.of(Collective.BARRIER).getFirst(), Problem.of(0, 3, 0, 0, 1));
        lock.acquire();
        inquiry.open(0, 7, 0, schedule);
        other.open(0, 7, 0, schedule);
        lock.release();
        List<Operation> operations = new ArrayList<>(posted ? underWay(engine) : List.of());
        for (Damaged each : packets) {
            network.inject(0, 1, each.envelope, each.header, each.payload);
            poll(network);
        }
        operations.add(receive(engine, 1, Receive.OBJECTS));
        assertGoesOn(network);
        network.lose(0, 1);
        for (int i = 0; i < 3; i++) {
            poll(network);
        }
        assertTrue(operations.stream().allMatch(Operation::done));
    }

    private static void assertRefused(MemoryNetwork network, Operation operation, String why) {
        poll(network);
        assertTrue(operation.done());
        assertNotNull(operation.failure());
        assertTrue(operation.failure().text().contains(why), operation.failure().text());
        assertGoesOn(network);
    }

    private static byte[] announced(long number, long bytes, int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.nativeOrder()).putLong(number).putLong(bytes).array();
    }

    /** The fragment would end the receive while the transport still writes to its memory. */
    @Example
    void fragmentOfAMessageThatIsBeingReadCostsItsSender() {
        MemoryReads reads = new MemoryReads();
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET, reads);
        reads.hold(true);
        MemorySegment memory = Arena.ofAuto().allocate(10 * PACKET);
        send(network.engine(1), memory, 0);
        Receive receive = network.engine(0).startReceive(memory, ElementType.BYTE, ElementType.BYTE.code(), 0,
            memory.byteSize(), CONTEXT, 1, 1);
        poll(network);
        assertEquals(1, reads.started());
        network.inject(0, 1, Envelope.FRAGMENT, 1, new byte[PACKET]);
        poll(network);
        assertTrue(!receive.done());
        reads.hold(false);
        assertRefused(network, receive, PACKET + " bytes of message 1, which does not expect them");
    }

    @Example
    void messageThatIsAnnouncedTwiceCostsItsSender() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
        Receive receive = receive(network.engine(0), 1, ElementType.BYTE.code());
        for (int i = 0; i < 2; i++) {
            network.inject(0, 1, Envelope.pack(Envelope.BEGIN, CONTEXT, 1), SectionHeader.pack(0, PACKET),
                announced(7, PACKET, Envelope.BEGIN_BYTES));
            poll(network);
        }
        assertRefused(network, receive, "message 7 of 64 bytes twice");
    }

    @Example
    void messageWithoutElementsIsNotRead() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET, new MemoryReads());
        MemorySegment memory = Arena.ofAuto().allocate(PACKET);
        Receive receive = network.engine(0).startReceive(memory, ElementType.BYTE, ElementType.BYTE.code(), 0, PACKET,
            CONTEXT, 1, 1);
        network.inject(0, 1, Envelope.pack(Envelope.RGET, CONTEXT, 1), SectionHeader.pack(0, 0),
            announced(7, 0, Envelope.RGET_BYTES));
        assertRefused(network, receive, "it announces message 7 of 0 bytes");
    }

    /**
     * The sender is asked to send the message instead. Otherwise a read that never began would keep the receive from
     * ending.
     */
    @Example
    void messageWithAnUnknownKeyIsRequestedInFragments() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET, new MemoryReads());
        MemorySegment memory = Arena.ofAuto().allocate(PACKET);
        Receive receive = network.engine(0).startReceive(memory, ElementType.BYTE, ElementType.BYTE.code(), 0, PACKET,
            CONTEXT, 1, 1);
        network.inject(0, 1, Envelope.pack(Envelope.RGET, CONTEXT, 1), SectionHeader.pack(0, PACKET),
            announced(7, PACKET, Envelope.RGET_BYTES));
        poll(network);
        network.inject(0, 1, Envelope.FRAGMENT, 7, new byte[PACKET]);
        poll(network);
        assertTrue(receive.done());
        assertNull(receive.failure());
        assertGoesOn(network);
    }

    /** The answer would end or cancel the send while its message still waits at the receiver. */
    @Example
    void answerWithoutAQuestionCostsItsSenderTheConnection() {
        for (int kind : new int[] {Envelope.FIN, Envelope.CANCELLED}) {
            MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
            Operation send = send(network.engine(0), new byte[10 * PACKET]);
            network.inject(0, 1, kind, 1, new byte[0]);
            assertRefused(network, send, kind == Envelope.FIN ? "has read message 1, to which it has no access"
                : "has cancelled message 1, but nobody has asked for this");
            assertTrue(!send.cancelled());
        }
    }

    /**
     * A message that has come only in part would complete the receive while the transport still writes to its memory.
     */
    @Example
    void partOfAWholeMessageCostsItsSender() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
        network.ask(true);
        network.cut(1);
        Receive receive = receive(network.engine(0), 1, ElementType.BYTE.code());
        network.inject(0, 1, Envelope.pack(Envelope.MESSAGE, CONTEXT, 1), SectionHeader.pack(0, PACKET),
            new byte[PACKET]);
        poll(network);
        poll(network);
        network.cut(0);
        assertRefused(network, receive, "63 bytes of a message of 64");
    }

    /** A watched engine reads the size before it has checked the packet. */
    @Example
    void watchedSizeOfADamagedPacketIsNone() {
        assertEquals(0, WatchedPackets.bytes(Envelope.BEGIN, MemorySegment.NULL, 0, 0));
        assertEquals(0, WatchedPackets.bytes(Envelope.RTS, MemorySegment.ofArray(announced(1, -1, 16)), 0, 16));
        assertEquals(5, WatchedPackets.bytes(Envelope.RGET, MemorySegment.ofArray(announced(1, 5, 56)), 0, 56));
    }

    /** The sender of the packet is lost, and the error says why. */
    @Example
    void packetOfAnUnknownKindCostsItsSender() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
        Receive receive = receive(network.engine(0), 1, ElementType.BYTE.code());
        network.inject(0, 1, Envelope.pack(99, CONTEXT, 1), 0, new byte[0]);
        network.engine(0).progress();
        assertTrue(receive.done());
        assertNotNull(receive.failure());
        assertTrue(receive.failure().text().startsWith("rank 1 is lost: it sent a packet that is damaged, or of another"
            + " version of the library: kind 99"), receive.failure().text());
        assertGoesOn(network);
    }

    /** A question about a collective by a process that takes no part in it is not answered. */
    @Example
    void questionOfAProcessThatIsNotAMemberIsIgnored() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
        Engine engine = network.engine(0);
        engine.inquiry(CONTEXT, new int[] {0, 2}, CALLS);
        Receive receive = receive(engine, 1, ElementType.BYTE.code());
        for (int kind : new int[] {Envelope.ASK, Envelope.ENDED, Envelope.DIFFERS}) {
            network.inject(0, 1, Envelope.pack(kind, CONTEXT, -1), 0, new byte[24]);
            engine.progress();
        }
        assertGoesOn(network);
        assertNull(receive.failure());
    }
}
