package mpj.transport.threads;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import mpj.transport.spi.Attachments;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;

/** Memory of this JVM that several ranks share. Other ranks find it in the inbox of the rank that has allocated it. */
final class ProcessMemory implements SharedMemory, AutoCloseable {
    private static final int KEY_BYTES = 2 * Long.BYTES;

    private final Inbox inbox;
    private final AtomicLong lastNumber = new AtomicLong();
    private final Attachments attachments = new Attachments();

    ProcessMemory(Inbox inbox) {
        this.inbox = inbox;
    }

    private record Allocated(Inbox inbox, long number, Attachment attachment) implements Created {
        @Override
        public byte[] key() {
            return ByteBuffer.allocate(KEY_BYTES).putLong(inbox.number()).putLong(number).array();
        }

        @Override
        public void close() {
            inbox.shared().remove(number);
        }
    }

    @Override
    public Created create(long bytes) {
        CommonMemory memory = allocate(bytes);
        long number = lastNumber.incrementAndGet();
        Attachment attachment = attachments.add(memory.segment(), memory::leave);
        inbox.shared().put(number, memory);
        return new Allocated(inbox, number, attachment);
    }

    private static CommonMemory allocate(long bytes) {
        try {
            return new CommonMemory(bytes);
        } catch (OutOfMemoryError e) {
            throw new TransportException("transport threads cannot allocate " + bytes + " bytes to share: "
                + e.getMessage() + "; allow the JVM more with -J-XX:MaxDirectMemorySize=", e);
        }
    }

    @Override
    public Attachment attach(byte[] key, long bytes) {
        if (key.length != KEY_BYTES) {
            throw new TransportException("transport threads: a key to memory has " + KEY_BYTES + " bytes, not "
                + key.length);
        }
        ByteBuffer numbers = ByteBuffer.wrap(key);
        Inbox theirs = Inboxes.find(numbers.getLong());
        CommonMemory memory = theirs == null ? null : theirs.shared().get(numbers.getLong());
        if (memory != null && memory.segment().byteSize() != bytes) {
            throw new TransportException("transport threads: the memory to share has " + memory.segment().byteSize()
                + " bytes, not " + bytes);
        }
        if (memory == null || !memory.join()) {
            throw new TransportException("transport threads: the rank that has allocated memory to share has ended");
        }
        return attachments.add(memory.segment(), memory::leave);
    }

    /** Leaves all memory. Memory that no other rank has is freed. */
    @Override
    public void close() {
        attachments.close();
    }
}
