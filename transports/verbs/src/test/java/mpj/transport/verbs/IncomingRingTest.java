package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Packets in a ring, written in the way a device writes them. */
class IncomingRingTest {
    private static final int PACKET = 128;
    private static final int INDEX = 1;

    private static byte[] packet(long number, int bytes, Random random) {
        byte[] packet = new byte[(int) PacketLayout.markAt(bytes) + PacketLayout.MARK_BYTES];
        random.nextBytes(packet);
        MemorySegment segment = MemorySegment.ofArray(packet);
        segment.set(PacketLayout.LONG, PacketLayout.COUNTS_AT, PacketLayout.counts(number, random.nextInt()));
        segment.set(PacketLayout.LONG, PacketLayout.markAt(bytes), PacketLayout.mark(number, bytes));
        return packet;
    }

    /** The first packet of a connection is always sent, because its number is 0, like the memory. */
    @Property(tries = 100)
    void aPacketIsFoundOnceAllOfItIsThereUpwardsOrDownwards(@ForAll long seed, @ForAll boolean upwards,
                                                                @ForAll @IntRange(min = 1, max = 99) int first) {
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate((INDEX + 1L) * IncomingRing.PLACES * PACKET, 8);
            IncomingRing ring = new IncomingRing(memory, INDEX, PACKET);
            RingsAddress rings = new RingsAddress(0, 0, PACKET);
            for (long number = first; number < first + 3L * IncomingRing.PLACES; number++) {
                int bytes = random.nextInt(PACKET - PacketLayout.PAYLOAD_AT - PacketLayout.MARK_BYTES + 1) & -8
                    | random.nextInt(8);
                bytes = Math.min(bytes, PACKET - PacketLayout.PAYLOAD_AT - PacketLayout.MARK_BYTES);
                byte[] packet = packet(number, bytes, random);
                long at = rings.place(INDEX, number, packet.length);
                for (int i = 0; i < packet.length; i += Long.BYTES) {
                    assertEquals(IncomingRing.NONE, ring.find(number), "after " + i + " of " + packet.length);
                    int next = upwards ? i : packet.length - Long.BYTES - i;
                    MemorySegment.copy(MemorySegment.ofArray(packet), next, memory, at + next, Long.BYTES);
                }
                assertEquals(at, ring.find(number));
                assertEquals(bytes, ring.size(number));
                assertEquals(IncomingRing.NONE, ring.find(number + 1));
                assertEquals(IncomingRing.NONE, ring.find(number + IncomingRing.PLACES));
            }
        }
    }

    /** Whatever the peer has written, a packet that is found lies within its place. */
    @Property(tries = 1000)
    void aPacketThatIsFoundLiesInItsPlace(@ForAll long seed, @ForAll @IntRange(max = 65535) int bytes) {
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate((INDEX + 1L) * IncomingRing.PLACES * PACKET, 8);
            for (long at = 0; at < memory.byteSize(); at += Long.BYTES) {
                memory.set(PacketLayout.LONG, at, PacketLayout.counts(1 + random.nextInt(2), random.nextInt()));
            }
            IncomingRing ring = new IncomingRing(memory, INDEX, PACKET);
            long place = new RingsAddress(0, 0, PACKET).place(INDEX, 1, PACKET);
            memory.set(PacketLayout.LONG, place + PACKET - PacketLayout.MARK_BYTES, PacketLayout.mark(1, bytes));
            long at = ring.find(1);
            if (at != IncomingRing.NONE) {
                assertEquals(bytes, ring.size(1));
                assertTrue(at >= place && at + PacketLayout.PAYLOAD_AT + bytes <= place + PACKET
                    - PacketLayout.MARK_BYTES, bytes + " bytes at " + at);
            }
            assertEquals(bytes <= PACKET - PacketLayout.PAYLOAD_AT - PacketLayout.MARK_BYTES
                && PacketLayout.number(memory.get(PacketLayout.LONG, place + PACKET - PacketLayout.MARK_BYTES
                    - PacketLayout.markAt(bytes))) == 1, at != IncomingRing.NONE);
        }
    }

    @Property(tries = 100)
    void nothingIsFoundAfterTheRingIsCleared(@ForAll long seed) {
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate((INDEX + 1L) * IncomingRing.PLACES * PACKET, 8);
            IncomingRing ring = new IncomingRing(memory, INDEX, PACKET);
            RingsAddress rings = new RingsAddress(0, 0, PACKET);
            for (long number = 1; number <= IncomingRing.PLACES; number++) {
                byte[] packet = packet(number, 16, random);
                MemorySegment.copy(MemorySegment.ofArray(packet), 0, memory, rings.place(INDEX, number, packet.length),
                    packet.length);
                assertNotEquals(IncomingRing.NONE, ring.find(number));
            }
            ring.clear();
            for (long number = 0; number <= IncomingRing.PLACES; number++) {
                assertEquals(IncomingRing.NONE, ring.find(number));
            }
        }
    }

    @Property(tries = 100)
    void marksTellNumberAndSize(@ForAll @IntRange(min = 0) int number, @ForAll @IntRange(max = 65535) int bytes) {
        long mark = PacketLayout.mark(number, bytes);
        assertEquals(bytes, PacketLayout.size(mark));
        assertEquals(true, PacketLayout.marks(mark, number));
        assertEquals(false, PacketLayout.marks(mark, number + 1L));
        assertNotEquals(0, mark);
    }
}
