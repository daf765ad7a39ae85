package tycho.link;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tycho.wire.Packet;

/** How frames are made of bytes that arrive in pieces. */
class IncomingTest {
    private static final int LONGEST = 64 << 20;

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer framed(byte[] head, byte[] body) {
        return ByteBuffer.allocate(Incoming.LENGTHS + head.length + body.length).putInt(head.length)
            .putInt(body.length).put(head).put(body).flip();
    }

    /** Gives the bytes in pieces, those of the payload as a link does if there is room. */
    private static Packet taken(Incoming incoming, ByteBuffer bytes, int piece) throws Exception {
        Packet packet = null;
        while (bytes.hasRemaining()) {
            assertNull(packet);
            int length = Math.min(piece, bytes.remaining());
            ByteBuffer room = incoming.room(piece);
            if (room == null) {
                packet = incoming.next(bytes.slice(bytes.position(), length), null);
            } else {
                room.put(bytes.slice(bytes.position(), length));
                incoming.put(length);
                packet = incoming.next(ByteBuffer.allocate(0), null);
            }
            bytes.position(bytes.position() + length);
        }
        return packet;
    }

    @Test
    void framesOfAllLengthsAreMadeOfPieces() throws Exception {
        List<byte[]> parts = IntStream.of(0, 1, 65_536, 65_537, (1 << 20) + 1, 3_000_000)
            .mapToObj(IncomingTest::bytes).toList();
        Incoming incoming = new Incoming(LONGEST);
        for (byte[] head : parts) {
            for (byte[] body : parts) {
                Packet packet = taken(incoming, framed(head, body), 16_384);
                String lengths = head.length + " and " + body.length + " bytes";
                assertNotNull(packet, lengths);
                assertTrue(Arrays.equals(head, packet.head()), lengths);
                assertTrue(Arrays.equals(body, packet.body()), lengths);
            }
        }
    }

    /** Many clients could announce the longest frame, and send no more of it. */
    @Test
    void whoeverAnnouncesBytesTakesLittleMemory() throws Exception {
        Incoming incoming = new Incoming(LONGEST);
        assertNull(incoming.next(ByteBuffer.allocate(Incoming.LENGTHS).putInt(0).putInt(LONGEST).flip(), null));
        int room = incoming.room(1).remaining();
        assertTrue(room < 1 << 20, () -> room + " bytes");
    }
}
