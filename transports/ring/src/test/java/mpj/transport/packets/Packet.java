package mpj.transport.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.transport.spi.Channel;
import mpj.transport.spi.PacketHandler;

/** The n-th packet of a test. Its words and all of its bytes follow from n. */
public record Packet(int number, int bytes) {
    private long word() {
        return number * 0x9E3779B97F4A7C15L;
    }

    private byte at(int position) {
        return (byte) (number * 7 + position * 3 + (position >> 7));
    }

    /** Sends it, unless the channel is full. */
    public boolean send(Channel channel) {
        long at = channel.reserve(bytes);
        if (at == Channel.FULL) {
            return false;
        }
        for (int i = 0; i < bytes; i++) {
            channel.buffer().set(ValueLayout.JAVA_BYTE, at + i, at(i));
        }
        channel.commit(bytes, word(), ~word());
        return true;
    }

    private void assertIs(long envelope, long header, MemorySegment segment, long offset, long length) {
        assertEquals(word(), envelope, "envelope of packet " + number);
        assertEquals(~word(), header, "header of packet " + number);
        assertEquals(bytes, length, "bytes of packet " + number);
        for (int i = 0; i < bytes; i++) {
            if (segment.get(ValueLayout.JAVA_BYTE, offset + i) != at(i)) {
                throw new AssertionError("byte " + i + " of packet " + number + ", of " + bytes);
            }
        }
    }

    /** Expects the packets of a plan, in order. */
    public static final class Expecting implements PacketHandler {
        private final int sender;
        private final int[] sizes;
        private int received;

        /** Expects packets of these sizes from a sender. */
        public Expecting(int sender, int[] sizes) {
            this.sender = sender;
            this.sizes = sizes;
        }

        /** How many packets have arrived. */
        public int received() {
            return received;
        }

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long length) {
            assertEquals(sender, source);
            new Packet(received, sizes[received]).assertIs(envelope, header, segment, offset, length);
            received++;
        }
    }
}
