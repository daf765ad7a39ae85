package mpj.transport.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two ranks of this process, which share memory. */
class ProcessMemoryTest {
    private static final long BYTES = 1 << 20;

    private final Inbox inbox = Inboxes.open();
    private final ProcessMemory one = new ProcessMemory(inbox);
    private final ProcessMemory other = new ProcessMemory(Inboxes.open());

    @AfterEach
    void close() {
        Inboxes.close(inbox);
    }

    @Test
    void memoryGoesWhenItsLastRankClosesIt() {
        SharedMemory.Created created = one.create(BYTES);
        SharedMemory.Attachment mine = created.attachment();
        SharedMemory.Attachment theirs = other.attach(created.key(), BYTES);
        created.close();
        mine.memory().set(ValueLayout.JAVA_LONG, 8, 7);
        mine.close();
        mine.close();
        assertEquals(7, theirs.memory().get(ValueLayout.JAVA_LONG, 8));
        theirs.close();
        assertFalse(mine.memory().scope().isAlive());
    }

    @Test
    void whatIsLeftOpenGoesWithTheTransports() {
        SharedMemory.Created created = one.create(BYTES);
        MemorySegment memory = other.attach(created.key(), BYTES).memory();
        one.close();
        assertTrue(memory.scope().isAlive());
        other.close();
        assertFalse(memory.scope().isAlive());
        assertFalse(one.create(BYTES).attachment().memory().scope().isAlive(), "added after the end");
    }

    @Test
    void nobodyAttachesToWhatIsFreedOrClosed() {
        SharedMemory.Created created = one.create(BYTES);
        byte[] key = created.key();
        created.attachment().close();
        assertThrows(TransportException.class, () -> other.attach(key, BYTES));
        created.close();
        assertThrows(TransportException.class, () -> other.attach(key, BYTES));
    }

    @Test
    void moreThanThereIsIsRefused() {
        assertThrows(TransportException.class, () -> one.create(1L << 46));
    }

    /** As when a program drops a communicator without Free. */
    @Test
    void whatWasForgottenGoesWhenMoreIsAttached() {
        MemorySegment memory = forgotten();
        for (int i = 0; i < 1000 && memory.scope().isAlive(); i++) {
            System.gc();
            one.create(1).attachment().close();
        }
        assertFalse(memory.scope().isAlive());
    }

    private MemorySegment forgotten() {
        try (SharedMemory.Created created = one.create(BYTES)) {
            return created.attachment().memory();
        }
    }
}
