package mpj.transport.verbs;

import java.nio.ByteBuffer;
import mpj.transport.spi.TransportException;

/**
 * The address that a rank publishes.
 *
 * @param ethernet true if the rank's port is RoCE, false if it is InfiniBand
 * @param mtu the port's largest frame, as an {@code IBV_MTU_} constant
 * @param lid the port's LID, in an InfiniBand subnet
 * @param gid the port's GID, 16 bytes
 * @param setupQueuePair the number of the queue pair that answers {@link SetupMessage}s
 * @param setupKey the key that datagrams to this queue pair must carry (Q_Key)
 */
record PeerAddress(boolean ethernet, int mtu, short lid, byte[] gid, int setupQueuePair, int setupKey) {
    static final int GID_BYTES = 16;
    static final int BYTES = 1 + 1 + 1 + 2 + GID_BYTES + 4 + 4;
    private static final byte VERSION = 3;

    byte[] encode() {
        ByteBuffer buffer = ByteBuffer.allocate(BYTES);
        write(buffer);
        return buffer.array();
    }

    void write(ByteBuffer buffer) {
        buffer.put(VERSION).put((byte) (ethernet ? 1 : 0)).put((byte) mtu).putShort(lid).put(gid)
            .putInt(setupQueuePair).putInt(setupKey);
    }

    static PeerAddress decode(byte[] bytes) {
        if (bytes.length != BYTES || bytes[0] != VERSION) {
            throw new TransportException("transport verbs: an address of " + bytes.length + " bytes, version "
                + (bytes.length == 0 ? "none" : bytes[0]) + ", instead of " + BYTES + ", version " + VERSION
                + "; start every rank with the same version of the library");
        }
        return read(ByteBuffer.wrap(bytes));
    }

    /** Reads an address that {@link #write} wrote. */
    static PeerAddress read(ByteBuffer buffer) {
        buffer.get();
        boolean ethernet = buffer.get() != 0;
        int mtu = buffer.get();
        short lid = buffer.getShort();
        byte[] gid = new byte[GID_BYTES];
        buffer.get(gid);
        return new PeerAddress(ethernet, mtu, lid, gid, buffer.getInt(), buffer.getInt());
    }

    boolean reaches(PeerAddress other) {
        return ethernet == other.ethernet;
    }
}
