package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The bytes of a connection are frames, or they are an error of the protocol, which ends the connection. */
class DamagedFramesProperties {
    private static final long MOST = 4096;
    private static final int PORT_AT = 20;

    /** The header of a frame, and the number of bytes that follow it. */
    record Written(int payload, int kind, long envelope, int follow) {
    }

    /** Delivers bytes, a few at a time. */
    private static final class Bytes implements Stream {
        private final ByteBuffer left;
        private final Random random;

        Bytes(ByteBuffer left, long seed) {
            this.left = left;
            random = new Random(seed);
        }

        @Override
        public int read(MemorySegment into, long offset, long bytes) {
            assertTrue(bytes > 0 && offset >= 0);
            int length = (int) Math.min(Math.min(bytes, left.remaining()), 1 + random.nextInt(3000));
            MemorySegment.copy(left.array(), left.position(), into, ValueLayout.JAVA_BYTE, offset, length);
            left.position(left.position() + length);
            return length;
        }

        @Override
        public int write(MemorySegment from, long offset, long bytes, boolean more) {
            throw new AssertionError("nothing is sent");
        }

        @Override
        public boolean takesArrays() {
            return false;
        }

        @Override
        public SocketChannel channel() {
            throw new AssertionError("there is none");
        }
    }

    /** Takes packets in their own memory. The connection asks about some of them, and these get memory of the test. */
    private static final class Taking implements PacketHandler {
        private final MemorySegment room;
        private long asked;

        Taking(boolean straight) {
            room = straight ? Arena.ofAuto().allocate(MOST) : null;
        }

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            assertTrue(offset >= 0 && bytes >= 0 && offset <= segment.byteSize() - bytes);
        }

        @Override
        public MemorySegment destination(int source, long envelope, long header, long bytes) {
            assertTrue(bytes > 0 && bytes <= MOST);
            asked = bytes;
            return room;
        }

        @Override
        public void arrived(int source, long envelope, long header, long bytes) {
            asked -= bytes;
            assertTrue(bytes > 0 && asked >= 0);
        }
    }

    @Provide
    Arbitrary<List<Written>> frames() {
        Arbitrary<Integer> payloads = Arbitraries.frequencyOf(Tuple.of(6, Arbitraries.integers().between(0, 5000)),
            Tuple.of(1, Arbitraries.of(-1, Integer.MIN_VALUE, Integer.MAX_VALUE, (int) MOST, (int) MOST + 1)));
        Arbitrary<Integer> kinds = Arbitraries.frequencyOf(Tuple.of(9, Arbitraries.integers().between(1, 4)),
            Tuple.of(1, Arbitraries.integers()));
        return Combinators.combine(payloads, kinds, Arbitraries.longs(), Arbitraries.integers().between(-8, 8))
            .as(Written::new).list().ofMinSize(1).ofMaxSize(20);
    }

    private static ByteBuffer bytes(List<Written> frames) {
        ByteBuffer all = ByteBuffer.allocate(200_000).order(ByteOrder.LITTLE_ENDIAN);
        for (Written each : frames) {
            all.putInt(each.payload).putInt(each.kind).putLong(each.envelope).putLong(each.envelope);
            int follow = (int) Math.clamp(Frame.bytes(each.payload) - Frame.PAYLOAD + each.follow, 0L, 2 * MOST);
            all.position(all.position() + follow);
        }
        return all.flip();
    }

    @Property(tries = 1000, seed = "1")
    void bytesAreFramesOrAnErrorOfTheProtocol(@ForAll("frames") List<Written> frames, @ForAll boolean straight,
                                              @ForAll long seed) throws IOException {
        Bytes stream = new Bytes(bytes(frames), seed);
        IncomingFrames incoming = new IncomingFrames(new Connection(1, new UnsentConnections(null), new Poller(), null),
            MOST);
        Taking taking = new Taking(straight);
        try {
            while (incoming.read(stream, taking) > 0) {
                incoming.deliver(stream, taking);
            }
        } catch (ProtocolException e) {
            assertNotNull(e.getMessage());
        }
    }

    private static byte[] greeting() {
        return new Greeting(new Peer(7, 1), 0, 1, 4711, "0.1.0", "here", new byte[Greeting.NONCE_BYTES],
            new byte[Greeting.CERTIFICATE_BYTES]).encode();
    }

    @Property(tries = 1000, seed = "2")
    void greetingIsOneOrAnErrorOfTheProtocol(@ForAll long seed, @ForAll boolean magic) {
        byte[] message = greeting();
        int kept = magic ? Long.BYTES : 0;
        byte[] damage = new byte[message.length - kept];
        new Random(seed).nextBytes(damage);
        System.arraycopy(damage, 0, message, kept, damage.length);
        try {
            Greeting read = Greeting.decode(message);
            assertTrue(read.port() >= 0 && read.port() <= 0xFFFF);
        } catch (ProtocolException e) {
            assertNotNull(e.getMessage());
        }
    }

    /** A rank that makes progress connects to it later. */
    @Example
    void greetingWithAnImpossiblePortIsRefused() throws IOException {
        assertEquals(4711, Greeting.decode(greeting()).port());
        for (int port : new int[] {-1, 1 << 16, Integer.MIN_VALUE}) {
            byte[] message = greeting();
            ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putInt(PORT_AT, port);
            assertThrows(ProtocolException.class, () -> Greeting.decode(message), Arrays.toString(message));
        }
    }
}
