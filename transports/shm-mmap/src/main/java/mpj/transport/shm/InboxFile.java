package mpj.transport.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpj.transport.ring.ChannelLayout;
import mpj.transport.spi.Peer;
import mpj.transport.spi.TransportException;

/**
 * Reads and writes this rank's own inbox as a file. The header is accessed this way before it is mapped. The names of
 * the senders in slots are always read this way, because a part that its sender has not created yet cannot be mapped.
 * The file shows what others store through their mappings, because both are the same pages. Unlike a FileChannel, this
 * file is not closed when a thread that happens to be in MPI is interrupted. Thread-safe.
 */
final class InboxFile implements AutoCloseable {
    private static final byte[] NO_SENDERS = new byte[Integer.BYTES];
    private static final byte[] NO_NAME = new byte[InboxLayout.SENDER_BYTES];
    private static final byte[] LEFT =
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder()).putInt(1).array();

    private final RandomAccessFile file;
    private final byte[] senders = new byte[Integer.BYTES];
    private final ByteBuffer sender = ByteBuffer.allocate(InboxLayout.SENDER_BYTES).order(ByteOrder.nativeOrder());

    private InboxFile(RandomAccessFile file) {
        this.file = file;
    }

    /** Writes the header of an inbox. */
    static InboxFile write(MemoryFile inbox) {
        ByteBuffer header = ByteBuffer.allocate((int) InboxLayout.DOORBELL_AT).order(ByteOrder.nativeOrder());
        header.putInt((int) InboxLayout.MAGIC_AT, InboxLayout.MAGIC);
        header.putInt((int) InboxLayout.VERSION_AT, InboxLayout.VERSION);
        header.putLong((int) InboxLayout.CHANNEL_BYTES_AT, ChannelLayout.CHANNEL_BYTES);
        try {
            RandomAccessFile file = new RandomAccessFile(inbox.path().toFile(), "rw");
            file.write(header.array());
            return new InboxFile(file);
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

    /** The sender that has taken a slot, or null as long as that sender has not written its name. */
    synchronized Peer sender(int slot) {
        try {
            // At the end of the file there is nothing: that sender has yet to make the file longer.
            if (!readSender(slot) || sender.getInt(Long.BYTES) == 0) {
                return null;
            }
            // The sender writes its job before its rank, but the job may have been read before it was written. So both
            // are read again.
            VarHandle.acquireFence();
            readSender(slot);
            return new Peer(sender.getLong(0), sender.getInt(Long.BYTES) - 1);
        } catch (IOException e) {
            throw new TransportException("transport shm cannot read its own memory: " + e, e);
        }
    }

    /** The process of the sender that has taken a slot, and has written its name. */
    synchronized int process(int slot) {
        try {
            readSender(slot);
            return sender.getInt(Long.BYTES + Integer.BYTES);
        } catch (IOException e) {
            throw new TransportException("transport shm cannot read its own memory: " + e, e);
        }
    }

    /** Removes the name of the sender that has used a slot. */
    synchronized void forgetSender(int slot) {
        try {
            file.seek(InboxLayout.channelAt(slot) + InboxLayout.SENDER_JOB_AT);
            file.write(NO_NAME);
        } catch (IOException e) {
            throw new TransportException("transport shm cannot write its own memory: " + e, e);
        }
    }

    private boolean readSender(int slot) throws IOException {
        file.seek(InboxLayout.channelAt(slot) + InboxLayout.SENDER_JOB_AT);
        return file.read(sender.array()) == InboxLayout.SENDER_BYTES;
    }

    /** Tells the peers that have mapped the inbox that this rank leaves in order. */
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
