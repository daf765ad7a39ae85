package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are sent from the user's memory, and received into it, through tagged payloads. */
class TaggedPayloadsTest {
    private static final long[] SIZES = {TaggedPayloads.LEAST, TaggedPayloads.LEAST + 1, 300_001, TaggedPayloads.MOST};

    @BeforeAll
    static void libfabricIsHere() {
        Installed.assume();
    }

    private static MemorySegment numbered(Arena arena, long bytes) {
        MemorySegment memory = arena.allocate(bytes + 16, 8);
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + bytes));
        }
        return memory;
    }

    private static void sendInPlace(Pair pair, MemorySegment memory, long envelope) {
        long bytes = memory.byteSize() - 16;
        assertTrue(pair.channels[0].sendsInPlace(memory, bytes));
        pair.await("room for a message", () -> pair.channels[0].sendInPlace(memory, 8, bytes, envelope, -envelope));
        pair.await("end of the send", () -> !pair.channels[0].pending());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void payloadsArriveInOrderAmongPackets(boolean expected) {
        try (Arena arena = Arena.ofShared(); Pair pair = Pair.overAStream()) {
            pair.collected[1].destination = expected ? arena.allocate(TaggedPayloads.MOST) : null;
            int envelope = 0;
            for (int lap = 0; lap < 5; lap++) {
                for (long size : SIZES) {
                    pair.send(0, envelope++, 100);
                    sendInPlace(pair, numbered(arena, size), envelope++);
                    pair.send(0, envelope++, 5000);
                }
            }
            int all = envelope;
            pair.await("last packet", () -> pair.collected[1].packets.size() == all);
            List<Collected.Packet> packets = pair.collected[1].packets;
            assertEquals(LongStream.range(0, all).boxed().toList(),
                packets.stream().map(Collected.Packet::envelope).toList());
            for (int i = 1; i < all; i += 3) {
                long size = SIZES[i / 3 % SIZES.length];
                Collected.Packet packet = packets.get(i);
                assertEquals(-i, packet.header());
                assertEquals(size, packet.payload().size());
                for (int at = 0; at < size; at++) {
                    assertEquals((byte) ((at + 8) * 31 + size), packet.payload().get(at), "byte " + at);
                }
            }
        }
    }

    @Test
    void noMoreIsUnderWayThanAWindowHolds() {
        try (Arena arena = Arena.ofShared(); Pair pair = Pair.overAStream()) {
            MemorySegment memory = numbered(arena, TaggedPayloads.MOST);
            pair.send(0, 0, 8);
            pair.await("first packet", () -> pair.collected[1].packets.size() == 1);
            int sent = 0;
            for (int tries = 0; tries < 1000; tries++) {
                if (pair.channels[0].sendInPlace(memory, 0, TaggedPayloads.LEAST, sent + 1, 0)) {
                    sent++;
                }
                pair.progress(0);
            }
            assertTrue(sent * TaggedPayloads.LEAST <= Connection.WINDOW, sent + " went to a peer that takes none");
            int all = sent + 1;
            pair.await("last payload", () -> pair.collected[1].packets.size() == all);
            pair.await("end of the sends", () -> !pair.channels[0].pending());
        }
    }

    @Test
    void onlyLongMessagesOffTheHeapGoInPlace() {
        try (Arena arena = Arena.ofShared(); Pair pair = Pair.overAStream()) {
            Arena past = Arena.ofShared();
            MemorySegment gone = past.allocate(TaggedPayloads.LEAST);
            past.close();
            assertFalse(pair.channels[0].sendsInPlace(gone, TaggedPayloads.LEAST));
            MemorySegment memory = arena.allocate(2 * TaggedPayloads.MOST);
            assertFalse(pair.channels[0].sendsInPlace(memory, TaggedPayloads.LEAST - 1));
            assertFalse(pair.channels[0].sendsInPlace(memory, TaggedPayloads.MOST + 1));
            MemorySegment array = MemorySegment.ofArray(new byte[(int) TaggedPayloads.LEAST]);
            assertFalse(pair.channels[0].sendsInPlace(array, TaggedPayloads.LEAST));
            assertTrue(pair.channels[0].sendsInPlace(memory, TaggedPayloads.LEAST));
        }
    }

    /**
     * A receive into memory on the heap gets the payload as a packet, because no library may keep a pointer to the
     * heap.
     */
    @Test
    void destinationsOnTheHeapAreNotWrittenTo() {
        try (Arena arena = Arena.ofShared(); Pair pair = Pair.overAStream()) {
            byte[] array = new byte[(int) TaggedPayloads.LEAST];
            pair.collected[1].destination = MemorySegment.ofArray(array);
            sendInPlace(pair, numbered(arena, TaggedPayloads.LEAST), 1);
            pair.await("payload", () -> pair.collected[1].packets.size() == 1);
            assertEquals((byte) (8 * 31 + TaggedPayloads.LEAST), pair.collected[1].packets.getFirst().payload()
                .getFirst());
            assertEquals(-1, MemorySegment.ofArray(array).mismatch(MemorySegment.ofArray(new byte[array.length])));
        }
    }

    @Test
    void otherProvidersTakeNone() {
        try (Arena arena = Arena.ofShared(); Pair pair = new Pair("shm")) {
            assertFalse(pair.channels[0].sendsInPlace(arena.allocate(TaggedPayloads.MOST), TaggedPayloads.MOST));
        }
    }
}
