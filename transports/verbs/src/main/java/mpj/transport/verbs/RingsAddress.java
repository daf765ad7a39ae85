package mpj.transport.verbs;

import java.nio.ByteBuffer;

/**
 * Where the rings of a rank are.
 *
 * @param address of the first
 * @param key for writing there
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

    /** Where a packet of so many bytes goes, mark included: it ends where its place does. */
    long place(int ring, long packetNumber, long bytes) {
        return address + IncomingRing.place(ring, packetNumber, packet) + packet - bytes;
    }
}
