package mpj.transport.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpj.tiers.FewerTries;
import mpj.transport.packets.Packet;
import mpj.transport.spi.TransportException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Two ranks that send to each other. Their payloads lie in blocks of both ranks. */
@AddLifecycleHook(FewerTries.class)
class BlocksProperties {
    private static final int LARGEST = (int) ChannelLayout.MAXIMUM_PACKET;
    private static final int SHORTEST_IN_A_BLOCK = (int) ChannelLayout.CELL_PAYLOAD_BYTES + 1;
    private static final int SHORTEST_IN_A_LARGE_BLOCK = (int) ChannelLayout.SMALL_BYTES + 1;
    private static final int MOST_PACKETS = 2000;
    private static final int MOST_IN_BURST = 64;
    private static final long LONG_MESSAGE = 1 << 20;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    /** One rank sends this many packets of a size, as long as there is room. Then the other rank polls this often. */
    record Step(int side, int packets, int bytes, int polls) {
    }

    /** A rank, with the channel to the other rank and the channel from it. */
    private static final class Side {
        private final OutgoingChannel out;
        private final IncomingChannel in;
        private final Packet.Expecting expecting;
        private int sent;

        Side(MemorySegment to, MemorySegment from, Extension extension, int[] sizesOfOther) {
            Blocks blocks = new Blocks();
            out = new OutgoingChannel(to, blocks, extension, () -> { }, LARGEST, LARGEST);
            in = new IncomingChannel(from, blocks, 0);
            expecting = new Packet.Expecting(0, sizesOfOther);
        }

        void drain() {
            while (in.poll(expecting)) {
                assertTrue(expecting.received() > 0);
            }
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Integer> bytes = Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.integers().between(0, 1100)),
            Tuple.of(2, Arbitraries.integers().between(1024, LARGEST)),
            Tuple.of(2, Arbitraries.of(0, 40, 41, 1024, 1025, LARGEST)));
        return Combinators.combine(Arbitraries.integers().between(0, 1), Arbitraries.integers().between(1, 130), bytes,
            Arbitraries.integers().between(0, 6)).as(Step::new).list().ofMaxSize(60);
    }

    @Property(tries = 1000, seed = "5")
    void packetsOfBothWaysArriveIntactAndNoneIsWithoutABlockForEver(@ForAll("steps") List<Step> steps,
                                                                    @ForAll boolean growing) {
        List<List<Integer>> sizes = List.of(new ArrayList<>(), new ArrayList<>());
        steps.forEach(step -> {
            for (int i = 0; i < step.packets(); i++) {
                sizes.get(step.side()).add(step.bytes());
            }
        });
        int[][] plan = sizes.stream().map(one -> one.stream().mapToInt(Integer::intValue).toArray())
            .toArray(int[][]::new);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment first = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            MemorySegment second = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            Extension extension = growing ? (offset, bytes) -> offset + bytes <= ChannelLayout.CHANNEL_BYTES
                : Extension.NONE;
            Side[] sides = {
                new Side(first, second, extension, plan[1]), new Side(second, first, extension, plan[0])
            };
            for (Step step : steps) {
                Side from = sides[step.side()];
                Side to = sides[1 - step.side()];
                from.out.fragment(LONG_MESSAGE);
                for (int i = 0; i < step.packets(); i++) {
                    Packet packet = new Packet(from.sent, plan[step.side()][from.sent]);
                    if (!packet.send(from.out)) {
                        to.drain();
                        assertEquals(from.sent, to.expecting.received());
                        from.drain(); // An engine does this when it finds a channel full.
                        assertTrue(packet.send(from.out), "no block, though all packets are read, for " + packet);
                    }
                    from.sent++;
                }
                for (int poll = 0; poll < step.polls(); poll++) {
                    to.in.poll(to.expecting);
                }
            }
            for (Side side : sides) {
                side.drain();
            }
            assertEquals(plan[0].length, sides[1].expecting.received());
            assertEquals(plan[1].length, sides[0].expecting.received());
        }
    }

    /**
     * Both ranks send long messages at the same time, add blocks now and then, and poll a few packets at a time. So
     * each rank gets many blocks of the other one, without knowing how many the other one has.
     */
    @Property(tries = 1000, seed = "7")
    void noneOfTwoBusyRanksIsWithoutABlockForEver(@ForAll long seed) {
        Random random = new Random(seed);
        int[] sizes = new int[MOST_PACKETS + MOST_IN_BURST];
        Arrays.fill(sizes, SHORTEST_IN_A_LARGE_BLOCK);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment first = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            MemorySegment second = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            Extension extension = (offset, bytes) -> true;
            Side[] sides = {new Side(first, second, extension, sizes), new Side(second, first, extension, sizes)};
            while (sides[0].sent < MOST_PACKETS && sides[1].sent < MOST_PACKETS) {
                int sender = random.nextInt(2);
                burst(random, sides[sender], sides[1 - sender]);
            }
        }
    }

    /** Sends some packets, or all for which there are blocks, and lets the other rank poll some or all of them. */
    private static void burst(Random random, Side from, Side to) {
        from.out.fragment(random.nextInt(20) == 0 ? LONG_MESSAGE : 1);
        int most = random.nextBoolean() ? MOST_IN_BURST : random.nextInt(MOST_IN_BURST);
        for (int left = most; left > 0; left--) {
            Packet packet = new Packet(from.sent, SHORTEST_IN_A_LARGE_BLOCK);
            if (!packet.send(from.out)) {
                to.drain();
                from.drain();
                assertTrue(packet.send(from.out), "no block, though all packets are read, for " + packet);
                left = Math.min(left, 1);
            }
            from.sent++;
        }
        for (int polls = random.nextBoolean() ? MOST_IN_BURST : random.nextInt(4); polls > 0; polls--) {
            to.in.poll(to.expecting);
        }
    }

    @Example
    void answerLiesInThePlaceOfTheQuestion() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment there = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            MemorySegment back = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            Side first = new Side(there, back, Extension.NONE, new int[] {LARGEST});
            Side second = new Side(back, there, Extension.NONE, new int[] {LARGEST});
            assertTrue(new Packet(0, LARGEST).send(first.out));
            MemorySegment question = first.out.buffer();
            second.drain();
            assertTrue(new Packet(0, LARGEST).send(second.out));
            assertEquals(question, second.out.buffer());
            first.drain();
        }
    }

    @Example
    void channelGrowsForLongMessagesOnly() {
        List<Long> asked = new ArrayList<>();
        Extension recording = (offset, bytes) -> asked.add(bytes);
        try (Arena arena = Arena.ofConfined()) {
            OutgoingChannel out = new OutgoingChannel(arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE),
                new Blocks(), recording, () -> { }, LARGEST, LARGEST);
            int sent = 0;
            while (new Packet(sent, LARGEST).send(out)) {
                sent++;
            }
            assertEquals(ChannelLayout.FIRST_LARGE_BLOCKS, sent);
            assertEquals(List.of(), asked);
            out.fragment(LONG_MESSAGE);
            while (new Packet(sent, LARGEST).send(out)) {
                sent++;
            }
            assertTrue(sent > ChannelLayout.FIRST_LARGE_BLOCKS);
            assertEquals(ChannelLayout.CELLS, sent, "no more packets than cells");
            assertTrue(asked.stream().mapToLong(Long::longValue).sum() >= (long) (sent - 6) * LARGEST);
        }
    }

    /** A rank may be given blocks of a channel that it has not opened yet. */
    @Example
    void blocksOfAChannelThatIsNotOpenYetAreTakenLater() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment there = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            MemorySegment back = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            Blocks blocks = new Blocks();
            OutgoingChannel out = new OutgoingChannel(there, blocks, Extension.NONE, () -> { }, LARGEST, LARGEST);
            int[] sizes = new int[100];
            Arrays.fill(sizes, SHORTEST_IN_A_BLOCK);
            Side second = new Side(back, there, Extension.NONE, sizes);
            int sent = 0;
            while (new Packet(sent, SHORTEST_IN_A_BLOCK).send(out)) {
                sent++;
            }
            second.drain();
            assertFalse(new Packet(sent, SHORTEST_IN_A_BLOCK).send(out),
                "given back were the blocks not used for longest");
            IncomingChannel in = new IncomingChannel(back, blocks, 0);
            assertFalse(in.ready());
            assertTrue(new Packet(sent, SHORTEST_IN_A_BLOCK).send(out));
            second.drain();
            assertEquals(sent + 1, second.expecting.received());
        }
    }

    /** Whatever another process has written, it leads only to memory of the channels. */
    @Property(tries = 200, seed = "6")
    void damagedNumbersAreRefused(@ForAll long number, @ForAll boolean given) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment there = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            MemorySegment back = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            Side first = new Side(there, back, Extension.NONE, new int[0]);
            long damaged = number | 1L << 11; // its number is a short when it is given back
            if (given) {
                there.set(ValueLayout.JAVA_SHORT, ChannelLayout.givenAt(0), (short) damaged);
                there.set(LONG, ChannelLayout.GIVEN_BACK_AT, 1);
                assertThrows(TransportException.class, () -> {
                    while (new Packet(0, LARGEST).send(first.out)) {
                        assertTrue(first.out.maximumPayload() > 0);
                    }
                });
            } else {
                back.set(LONG, ChannelLayout.cellAt(0) + ChannelLayout.CELL_PAYLOAD, damaged);
                back.set(LONG, ChannelLayout.cellAt(0), (long) SHORTEST_IN_A_BLOCK << 32 | 1);
                assertThrows(TransportException.class, () -> first.in.poll(first.expecting));
            }
        }
    }

    @Example
    void damagedSizeIsRefused() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment there = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            MemorySegment back = arena.allocate(ChannelLayout.CHANNEL_BYTES, ChannelLayout.PAGE);
            Side first = new Side(there, back, Extension.NONE, new int[0]);
            back.set(LONG, ChannelLayout.cellAt(0) + ChannelLayout.CELL_PAYLOAD, 3);
            back.set(LONG, ChannelLayout.cellAt(0), (ChannelLayout.SMALL_BYTES + 1) << 32 | 1);
            assertThrows(TransportException.class, () -> first.in.poll(first.expecting));
        }
    }
}
