package mpj.transport.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import mpj.transport.packets.Packet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The ring between two ranks, step by step. */
class ChannelProperties {
    private static final int SENDER = 3;
    private static final int LARGEST = (int) ChannelLayout.MAXIMUM_PACKET;

    /** This many packets of a size are sent, as long as there is room. Then the receiver polls this often. */
    record Step(int packets, int bytes, int polls) {
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> bytes = Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.integers().between(0, 41)),
            Tuple.of(2, Arbitraries.integers().between(0, 4096)),
            Tuple.of(2, Arbitraries.integers().between(LARGEST - 200, LARGEST)),
            Tuple.of(1, Arbitraries.of(0, 40, 41, 64, LARGEST)));
        return Combinators.combine(Arbitraries.integers().between(1, 20), bytes,
            Arbitraries.integers().between(0, 3)).as(Step::new).list().ofMaxSize(120);
    }

    @Property(tries = 200, seed = "1")
    void packetsArriveIntactAndInOrder(@ForAll("steps") List<Step> steps) {
        int[] sizes = steps.stream().flatMapToInt(step ->
            IntStream.generate(step::bytes).limit(step.packets())).toArray();
        try (ChannelMemory channel = new ChannelMemory(SENDER, LARGEST)) {
            Packet.Expecting expecting = new Packet.Expecting(SENDER, sizes);
            int sent = 0;
            for (Step step : steps) {
                for (int i = 0; i < step.packets(); i++) {
                    Packet packet = new Packet(sent, sizes[sent]);
                    if (!packet.send(channel.out)) {
                        drain(channel, expecting);
                        assertEquals(sent, expecting.received());
                        assertTrue(packet.send(channel.out), "no room in an empty channel for " + packet);
                    }
                    sent++;
                }
                for (int poll = 0; poll < step.polls(); poll++) {
                    assertEquals(channel.in.ready(), channel.in.poll(expecting));
                }
            }
            drain(channel, expecting);
            assertEquals(sent, expecting.received());
        }
    }

    private static void drain(ChannelMemory channel, Packet.Expecting expecting) {
        while (channel.in.poll(expecting)) {
            assertTrue(expecting.received() > 0);
        }
        assertFalse(channel.in.ready());
    }

    /** Every packet size that the transport may be set to finds room, wherever in the ring the channel is. */
    @Property(tries = 300, seed = "2")
    void emptyChannelHasRoomForTheLargestPacket(@ForAll("fillers") List<Integer> fillers) {
        try (ChannelMemory channel = new ChannelMemory(SENDER, LARGEST)) {
            int[] sizes = new int[2 * fillers.size()];
            for (int i = 0; i < fillers.size(); i++) {
                sizes[2 * i] = fillers.get(i);
                sizes[2 * i + 1] = LARGEST;
            }
            Packet.Expecting expecting = new Packet.Expecting(SENDER, sizes);
            for (int i = 0; i < sizes.length; i++) {
                assertTrue(new Packet(i, sizes[i]).send(channel.out), "no room for packet " + i);
                drain(channel, expecting);
            }
        }
    }

    @Provide
    Arbitrary<List<Integer>> fillers() {
        return Arbitraries.integers().between(41, LARGEST).list().ofMinSize(1).ofMaxSize(40);
    }

    /** The remains of an earlier lap in a cell are not taken for a packet. */
    @Property(tries = 20, seed = "3")
    void noPacketIsDeliveredTwiceInManyLaps(@ForAll("lengths") int bytes) {
        int[] sizes = new int[10 * ChannelLayout.CELLS + 3];
        Arrays.fill(sizes, bytes);
        try (ChannelMemory channel = new ChannelMemory(SENDER, LARGEST)) {
            Packet.Expecting expecting = new Packet.Expecting(SENDER, sizes);
            assertFalse(channel.in.poll(expecting), "a new channel has a packet");
            for (int i = 0; i < sizes.length; i++) {
                assertTrue(new Packet(i, bytes).send(channel.out));
                drain(channel, expecting);
                assertEquals(i + 1, expecting.received());
            }
        }
    }

    @Provide
    Arbitrary<Integer> lengths() {
        return Arbitraries.integers().between(0, 200);
    }

    @Property(tries = 50, seed = "4")
    void fullChannelRefusesUntilItsReceiverTakes(@ForAll("lengths") int bytes) {
        int[] sizes = new int[100_000];
        Arrays.fill(sizes, bytes);
        try (ChannelMemory channel = new ChannelMemory(SENDER, LARGEST)) {
            Packet.Expecting expecting = new Packet.Expecting(SENDER, sizes);
            int sent = 0;
            while (new Packet(sent, bytes).send(channel.out)) {
                sent++;
                assertTrue(sent <= ChannelLayout.CELLS, "more packets than cells");
            }
            assertFalse(new Packet(sent, bytes).send(channel.out));
            drain(channel, expecting);
            assertEquals(sent, expecting.received());
            assertTrue(new Packet(sent, bytes).send(channel.out));
        }
    }
}
