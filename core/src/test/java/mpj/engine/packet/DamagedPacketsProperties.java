package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

/** Packets in which anything may stand: rank 1 sends them, and rank 0 goes on with rank 2. */
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

    /** What rank 0 gets. */
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
            Arbitraries.frequencyOf(Tuple.of(9, Arbitraries.integers().between(0, 15)),
                Tuple.of(1, Arbitraries.integers().between(0, 255))),
            Arbitraries.of(CONTEXT, CONTEXT + 1, Envelope.MAXIMUM_CONTEXT),
            Arbitraries.oneOf(Arbitraries.of(0, 1), Arbitraries.integers())).as(Envelope::pack);
        return Combinators.combine(envelopes, headers, payloads).as(Damaged::new).list().ofMinSize(1).ofMaxSize(20);
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
            SectionHeader.pack(ElementType.BYTE.code(), message.length), CONTEXT, 1, 0, false);
        for (int i = 0; i < 100 && !(receive.done() && send.done()); i++) {
            engine.probe(CONTEXT + 8, Receive.ANY, 0);
            network.engine(2).probe(CONTEXT + 8, Receive.ANY, 0);
        }
        assertTrue(receive.done() && send.done());
        assertNull(receive.failure());
        assertArrayEquals(message, room);
    }

    @Property(tries = 1000, seed = "1")
    void damagedPacketsEndNobodysProgress(@ForAll("packets") List<Damaged> packets, @ForAll boolean posted) {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
        Engine engine = network.engine(0);
        Questions inquiry = (Questions) engine.inquiry(CONTEXT, new int[] {0, 2}, CALLS);
        Questions other = (Questions) engine.inquiry(CONTEXT + 1, new int[] {0, 1, 2}, CALLS);
        CollectiveMessages lock = engine.collective(CONTEXT);
        Schedule schedule = Schedule.of(Algorithms.of(Collective.BARRIER).getFirst(), Problem.of(0, 3, 0, 0, 1));
        lock.enter();
        inquiry.open(0, 7, 0, schedule);
        other.open(0, 7, 0, schedule);
        lock.leave();
        if (posted) {
            receive(engine, 1, ElementType.BYTE.code());
            receive(engine, 1, Receive.OBJECTS);
        }
        for (Damaged each : packets) {
            network.inject(0, 1, each.envelope, each.header, each.payload);
            engine.probe(CONTEXT + 8, Receive.ANY, 0);
        }
        receive(engine, 1, Receive.OBJECTS);
        assertGoesOn(network);
    }

    /** Its sender is lost, and the reason is told. */
    @Example
    void packetOfAnUnknownKindCostsItsSender() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
        Receive receive = receive(network.engine(0), 1, ElementType.BYTE.code());
        network.inject(0, 1, Envelope.pack(99, CONTEXT, 1), 0, new byte[0]);
        network.engine(0).probe(CONTEXT + 8, Receive.ANY, 0);
        assertTrue(receive.done());
        assertNotNull(receive.failure());
        assertTrue(receive.failure().text().startsWith("rank 1 is lost: it sent a packet that is damaged, or of another"
            + " version of the library: kind 99"), receive.failure().text());
        assertGoesOn(network);
    }

    /** A question about a collective by a process that takes no part in it is not answered. */
    @Example
    void questionOfAStrangerIsPassedOver() {
        MemoryNetwork network = new MemoryNetwork(3, 1000, 2 * PACKET);
        Engine engine = network.engine(0);
        engine.inquiry(CONTEXT, new int[] {0, 2}, CALLS);
        Receive receive = receive(engine, 1, ElementType.BYTE.code());
        for (int kind : new int[] {Envelope.ASK, Envelope.ENDED, Envelope.DIFFERS}) {
            network.inject(0, 1, Envelope.pack(kind, CONTEXT, -1), 0, new byte[24]);
            engine.probe(CONTEXT + 8, Receive.ANY, 0);
        }
        assertGoesOn(network);
        assertNull(receive.failure());
    }
}
