package mpj.transport.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpj.transport.ring.ChannelLayout;
import mpj.transport.spi.TransportException;

/**
 * The header of this rank's own inbox before it is mapped: written, and read, as a file. What others store through
 * their mappings is seen here, as both are the same pages. Unlike a FileChannel, this file is not closed when a thread
 * that happens to be in MPI is interrupted. Thread-safe.
 */
final class UnmappedHeader implements AutoCloseable {
    private static final byte[] NO_SENDERS = new byte[Integer.BYTES];
    private static final byte[] LEFT =
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder()).putInt(1).array();

    private final RandomAccessFile file;
    private final byte[] senders = new byte[Integer.BYTES];

    private UnmappedHeader(RandomAccessFile file) {
        this.file = file;
    }

    /** Writes the header of an inbox, and gives the file its size: a peer's mapping must never lie outside of it. */
    static UnmappedHeader write(MemoryFile inbox, int channels) {
        ByteBuffer header = ByteBuffer.allocate((int) InboxLayout.DOORBELL_AT).order(ByteOrder.nativeOrder());
        header.putInt((int) InboxLayout.MAGIC_AT, InboxLayout.MAGIC);
        header.putInt((int) InboxLayout.VERSION_AT, InboxLayout.VERSION);
        header.putInt((int) InboxLayout.CHANNELS_AT, channels);
        header.putLong((int) InboxLayout.CHANNEL_BYTES_AT, ChannelLayout.CHANNEL_BYTES);
        try {
            RandomAccessFile file = new RandomAccessFile(inbox.path().toFile(), "rw");
            file.setLength(InboxLayout.inboxBytes(channels));
            file.write(header.array());
            return new UnmappedHeader(file);
        } catch (IOException e) {
            throw new TransportException("transport shm cannot write " + inbox.path() + ": " + e, e);
        }
    }

    /** Whether any peer has come. */
    synchronized boolean hasSenders() {
        try {
            file.seek(InboxLayout.SENDERS_AT);
            file.readFully(senders);
            return !Arrays.equals(senders, NO_SENDERS);
        } catch (IOException e) {
            throw new TransportException("transport shm cannot read its own memory: " + e, e);
        }
    }

    /** Says to the peers that have it mapped that this rank leaves in order. */
    @Override
    public synchronized void close() {
        try {
            file.seek(InboxLayout.LEFT_AT);
            file.write(LEFT);
            file.close();
        } catch (IOException e) {
            throw new TransportException("closing the inbox: " + e, e);
        }
    }
}
