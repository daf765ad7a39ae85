package mpj.transport.threads;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import mpj.transport.spi.SharedObjects;

/**
 * Objects that ranks of this JVM hand to each other. They lie in the inbox of the rank that offers them until the other
 * rank takes them.
 */
final class PeerObjects implements SharedObjects {
    private static final int KEY_BYTES = 2 * Long.BYTES;

    private final Inbox inbox;
    private final AtomicLong lastNumber = new AtomicLong();

    PeerObjects(Inbox inbox) {
        this.inbox = inbox;
    }

    @Override
    public byte[] offer(Object object) {
        long number = lastNumber.incrementAndGet();
        inbox.offered().put(number, object);
        return ByteBuffer.allocate(KEY_BYTES).putLong(inbox.number()).putLong(number).array();
    }

    @Override
    public Object take(byte[] key) {
        if (key.length != KEY_BYTES) {
            return null;
        }
        ByteBuffer numbers = ByteBuffer.wrap(key);
        Inbox theirs = Inboxes.find(numbers.getLong());
        return theirs == null ? null : theirs.offered().remove(numbers.getLong());
    }
}
