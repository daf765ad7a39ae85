package mpj.transport.verbs;

import java.nio.ByteBuffer;

/**
 * The address of a rank's rings.
 *
 * @param address the address of the first ring
 * @param key the key for writing there
 * @param packet the size of a ring's places, in bytes
 */
record RingsAddress(long address, int key, int packet) {
    static final int BYTES = 8 + 4 + 4;

    void write(ByteBuffer buffer) {
        buffer.putLong(address).putInt(key).putInt(packet);
    }

    static RingsAddress read(ByteBuffer buffer) {
        return new RingsAddress(buffer.getLong(), buffer.getInt(), buffer.getInt());
    }

    /** The address for a packet of this many bytes, mark included. The packet ends where its place ends. */
    long place(int ring, long packetNumber, long bytes) {
        return address + IncomingRing.place(ring, packetNumber, packet) + packet - bytes;
    }
}
