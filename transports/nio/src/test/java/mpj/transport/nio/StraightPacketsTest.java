package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import mpj.bindings.Linux;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packets that go from the sender's memory to the receiver's memory without a buffer in between. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StraightPacketsTest {
    private static final int SMALL = 5000;
    private static final int LARGE = 300_000;
    private static final int BEFORE = 8;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final long LIMIT = 60_000_000_000L;

    /**
     * Keeps the bytes of each packet in memory of all kinds, which the connection asks for. The header of a packet is
     * its size.
     */
    private static final class Receiver implements PacketHandler {
        final List<byte[]> payloads = new ArrayList<>();
        int straight;
        int pieces;
        /** The place of the packet that is arriving, and how much of it has arrived. */
        MemorySegment place;
        long come;
        LongFunction<MemorySegment> places = new LongFunction<>() {
            private final Random random = new Random(2);

            @Override
            public MemorySegment apply(long bytes) {
                return switch (random.nextInt(4)) {
                    case 0 -> null;
                    case 1 -> MemorySegment.ofArray(new byte[(int) bytes]);
                    case 2 -> MemorySegment.ofArray(new double[(int) (bytes + 7) / 8]);
                    default -> Arena.ofAuto().allocate(bytes);
                };
            }
        };

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            if (place == null) {
                place = MemorySegment.ofArray(new byte[(int) header]);
            }
            MemorySegment.copy(segment, offset, place, come, bytes);
            pieces++;
            count(envelope, header, bytes);
        }

        @Override
        public MemorySegment destination(int source, long envelope, long header, long bytes) {
            assertEquals(header, bytes);
            place = places.apply(bytes);
            return place;
        }

        @Override
        public void arrived(int source, long envelope, long header, long bytes) {
            straight++;
            count(envelope, header, bytes);
        }

        private void count(long number, long size, long bytes) {
            assertEquals(payloads.size(), number);
            come += bytes;
            if (come == size) {
                payloads.add(place.asSlice(0, size).toArray(BYTE));
                place = null;
                come = 0;
            }
        }
    }

    private final List<NioTransport> transports = new ArrayList<>();
    private final Receiver receiver = new Receiver();

    private Channel open(boolean direct, boolean tls) {
        NioSettings settings = new NioSettings(null, 0, 0, 0, 0, 2000, tls, direct);
        for (int rank = 0; rank < 2; rank++) {
            transports.add(new NioTransport(new Job(rank, 2, 2, Rank.SECRET), settings, "1.0"));
        }
        Channel channel = transports.get(0).connect(1, transports.get(1).address());
        progressUntil(() -> transports.get(0).isConnected(1) && transports.get(1).isConnected(0));
        return channel;
    }

    @AfterEach
    void close() {
        transports.forEach(NioTransport::breakOff);
    }

    private void progressUntil(BooleanSupplier reached) {
        long deadline = System.nanoTime() + LIMIT;
        while (!reached.getAsBoolean()) {
            transports.forEach(transport -> transport.progress(receiver));
            assertTrue(System.nanoTime() - deadline < 0, () -> receiver.payloads.size() + " packets have come");
        }
    }

    private static byte[] bytes(int number, int length) {
        byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    /** Memory of one of three kinds, in which the payload follows {@link #BEFORE} other bytes. */
    private static MemorySegment memory(byte[] payload, int kind) {
        MemorySegment memory = switch (kind) {
            case 0 -> MemorySegment.ofArray(new byte[BEFORE + payload.length]);
            case 1 -> MemorySegment.ofArray(new long[(BEFORE + payload.length + 7) / 8]);
            default -> Arena.ofAuto().allocate(BEFORE + payload.length);
        };
        MemorySegment.copy(payload, 0, memory.asSlice(BEFORE, payload.length), BYTE, 0, payload.length);
        return memory;
    }

    private static boolean put(Channel channel, byte[] payload, int number, boolean more) {
        long at = channel.reserve(payload.length);
        if (at == Channel.FULL) {
            return false;
        }
        MemorySegment.copy(payload, 0, channel.buffer(), BYTE, at, payload.length);
        if (more) {
            channel.commitBeforeMore(payload.length, number, payload.length);
        } else {
            channel.commit(payload.length, number, payload.length);
        }
        return true;
    }

    /** An operation may fail in the middle of a packet. Its memory is then the program's again. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void memoryThatNobodyAwaitsAnyMoreIsNotWritten(boolean direct) {
        Assumptions.assumeTrue(!direct || Linux.hasBindings());
        Channel channel = open(direct, false);
        int length = 400_000;
        byte[] payload = new byte[length];
        Arrays.fill(payload, (byte) 5);
        MemorySegment memory = memory(payload, 2);
        MemorySegment room = Arena.ofAuto().allocate(length);
        long[] straight = {0};
        long[] asPackets = {0};
        PacketHandler handler = new PacketHandler() {
            @Override
            public MemorySegment destination(int source, long envelope, long header, long bytes) {
                return room;
            }

            @Override
            public boolean awaits(int source, long envelope, long header) {
                return straight[0] == 0;
            }

            @Override
            public void arrived(int source, long envelope, long header, long bytes) {
                straight[0] += bytes;
            }

            @Override
            public void packet(int source, long envelope, long header, MemorySegment segment, long offset,
                               long bytes) {
                asPackets[0] += bytes;
            }
        };
        boolean sent = false;
        long deadline = System.nanoTime() + LIMIT;
        while (straight[0] + asPackets[0] < length) {
            sent = sent || channel.send(memory, BEFORE, length, 0, length);
            transports.forEach(transport -> transport.progress(handler));
            assertTrue(System.nanoTime() - deadline < 0, () -> straight[0] + " and " + asPackets[0] + " bytes");
        }
        assertTrue(straight[0] > 0 && straight[0] < length, () -> straight[0] + " bytes came at once");
        for (int i = 0; i < length; i++) {
            assertEquals(i < straight[0] ? 5 : 0, room.get(BYTE, i), "byte " + i);
        }
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, false", "false, true"})
    void randomPacketsOfAllKindsArriveWholeAndInOrder(boolean direct, boolean tls) {
        Assumptions.assumeTrue(!direct || Linux.hasBindings());
        Channel channel = open(direct, tls);
        Random random = new Random(1);
        List<byte[]> sent = new ArrayList<>();
        int straight = 0;
        while (sent.size() < 300) {
            int number = sent.size();
            int most = random.nextBoolean() ? SMALL : LARGE;
            byte[] payload = bytes(number, random.nextInt(1, most));
            MemorySegment memory = memory(payload, random.nextInt(3));
            if (payload.length <= channel.sendable(memory)) {
                progressUntil(() -> channel.send(memory, BEFORE, payload.length, number, payload.length));
                sent.add(payload);
                straight++;
            } else {
                byte[] small = Arrays.copyOf(payload, Math.min(payload.length, SMALL));
                boolean more = random.nextBoolean();
                progressUntil(() -> put(channel, small, number, more));
                sent.add(small);
            }
        }
        progressUntil(() -> receiver.payloads.size() == sent.size());
        for (int i = 0; i < sent.size(); i++) {
            assertArrayEquals(sent.get(i), receiver.payloads.get(i), "packet " + i);
        }
        assertTrue(straight > 50, straight + " were sent straight");
        assertTrue(receiver.straight > 20, receiver.straight + " pieces came straight");
    }

    @Test
    void memoryThatIsClosedIsNamedAndZerosGoInstead() {
        Channel channel = open(Linux.hasBindings(), false);
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(LARGE);
        arena.close();
        assertThrows(IllegalStateException.class, () -> channel.send(memory, 0, LARGE, 0, LARGE));
        progressUntil(() -> put(channel, bytes(1, 10), 1, false));
        progressUntil(() -> receiver.payloads.size() == 2);
        assertArrayEquals(new byte[LARGE], receiver.payloads.get(0));
        assertArrayEquals(bytes(1, 10), receiver.payloads.get(1));
    }

    @Test
    void destinationThatIsClosedMeanwhileGetsTheRestAsPieces() {
        Channel channel = open(Linux.hasBindings(), false);
        Arena arena = Arena.ofShared();
        receiver.places = bytes -> arena.allocate(bytes);
        MemorySegment memory = memory(bytes(0, LARGE), 0);
        progressUntil(() -> channel.send(memory, BEFORE, LARGE, 0, LARGE));
        // The first bytes arrive with the header of the frame.
        progressUntil(() -> receiver.come > 0);
        receiver.place = MemorySegment.ofArray(receiver.place.toArray(BYTE));
        arena.close();
        progressUntil(() -> receiver.payloads.size() == 1);
        assertTrue(receiver.pieces > 0, "pieces came");
    }

    /** The receive has failed meanwhile, or the program ends without it. The rest of the packet goes nowhere. */
    @Test
    void transportClosesInTheMiddleOfAPacket() throws InterruptedException {
        Channel channel = open(Linux.hasBindings(), false);
        receiver.places = bytes -> Arena.ofAuto().allocate(bytes);
        MemorySegment memory = memory(bytes(0, LARGE), 0);
        progressUntil(() -> channel.send(memory, BEFORE, LARGE, 0, LARGE));
        progressUntil(() -> receiver.come > 0);
        long come = receiver.come;
        assertTrue(come < LARGE, () -> come + " bytes came at once");
        Thread sender = Thread.ofPlatform().start(transports.get(0)::close);
        transports.get(1).close();
        sender.join();
        transports.clear();
        assertEquals(come, receiver.come);
    }
}
