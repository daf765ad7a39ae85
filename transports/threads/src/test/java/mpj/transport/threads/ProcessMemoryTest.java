package mpj.transport.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
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
    void memoryLeftOpenIsUnmappedWithTheTransports() {
        SharedMemory.Created created = one.create(BYTES);
        MemorySegment memory = other.attach(created.key(), BYTES).memory();
        one.close();
        assertTrue(memory.scope().isAlive());
        other.close();
        assertFalse(memory.scope().isAlive());
        assertFalse(one.create(BYTES).attachment().memory().scope().isAlive(), "added after the end");
    }

    @Test
    void noPeerAttachesToFreedOrClosedMemory() {
        SharedMemory.Created created = one.create(BYTES);
        byte[] key = created.key();
        created.attachment().close();
        assertThrows(TransportException.class, () -> other.attach(key, BYTES));
        created.close();
        assertThrows(TransportException.class, () -> other.attach(key, BYTES));
    }

    @Test
    void damagedKeyOrSizeIsRefused() {
        try (SharedMemory.Created created = one.create(BYTES)) {
            byte[] key = created.key();
            for (int length = 0; length <= key.length + 1; length++) {
                byte[] damaged = Arrays.copyOf(key, length);
                if (length != key.length) {
                    assertThrows(TransportException.class, () -> other.attach(damaged, BYTES), length + " bytes");
                }
            }
            for (int at = 0; at < key.length; at++) {
                byte[] damaged = key.clone();
                damaged[at] ^= (byte) 0x80;
                assertThrows(TransportException.class, () -> other.attach(damaged, BYTES), "byte " + at);
            }
            for (long bytes : new long[] {BYTES + 1, BYTES - 1, 0, -1, Long.MAX_VALUE}) {
                assertThrows(TransportException.class, () -> other.attach(key, bytes), bytes + " bytes of memory");
            }
            other.attach(key, BYTES).close();
        }
    }

    @Test
    void moreThanThereIsIsRefused() {
        assertThrows(TransportException.class, () -> one.create(1L << 46));
    }

    /** A program has the same effect when it drops a communicator without Free. */
    @Test
    void forgottenMemoryIsUnmappedWhenMoreIsAttached() {
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
