package mpj.transport.threads;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;

/** Memory of this JVM, found by others of its ranks in the inbox of the one that has allocated it. */
final class ProcessMemory implements SharedMemory {
    private static final int KEY_BYTES = 2 * Long.BYTES;
    private static final long LINE = 64;

    private final Inbox inbox;
    private final AtomicLong lastNumber = new AtomicLong();

    ProcessMemory(Inbox inbox) {
        this.inbox = inbox;
    }

    private record Allocated(Inbox inbox, long number, MemorySegment memory) implements Created {
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
        Allocated made =
            new Allocated(inbox, lastNumber.incrementAndGet(), Arena.ofAuto().allocate(bytes, LINE));
        inbox.shared().put(made.number, made.memory);
        return made;
    }

    @Override
    public MemorySegment attach(byte[] key, long bytes) {
        ByteBuffer numbers = ByteBuffer.wrap(key);
        Inbox theirs = Inboxes.find(numbers.getLong());
        MemorySegment memory = theirs == null ? null : theirs.shared().get(numbers.getLong());
        if (memory == null) {
            throw new TransportException("transport threads: the rank that has allocated memory to share has ended");
        }
        return memory;
    }
}
