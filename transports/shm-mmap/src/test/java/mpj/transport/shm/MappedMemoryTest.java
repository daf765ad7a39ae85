package mpj.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;

/** Two ranks of this process, each with its own mapping. */
class MappedMemoryTest {
    private static final long BYTES = 1 << 20;

    private static long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains("/dev/shm/mpj-")).count();
        }
    }

    @Test
    void eachRanksMappingGoesWhenItClosesIt() throws IOException {
        long before = mappings();
        try (MappedMemory one = new MappedMemory(); MappedMemory other = new MappedMemory()) {
            SharedMemory.Created created = one.create(BYTES);
            SharedMemory.Attachment mine = created.attachment();
            SharedMemory.Attachment theirs = other.attach(created.key(), BYTES);
            created.close();
            mine.memory().set(ValueLayout.JAVA_LONG, 8, 7);
            mine.close();
            assertEquals(before + 1, mappings());
            assertFalse(mine.memory().scope().isAlive());
            assertEquals(7, theirs.memory().get(ValueLayout.JAVA_LONG, 8));
            mine.close();
            theirs.close();
            assertEquals(before, mappings());
        }
    }

    @Test
    void memoryLeftOpenIsUnmappedWithTheTransport() throws IOException {
        long before = mappings();
        MemorySegment memory;
        try (MappedMemory one = new MappedMemory(); SharedMemory.Created created = one.create(BYTES)) {
            memory = created.attachment().memory();
            assertEquals(before + 1, mappings());
        }
        assertEquals(before, mappings());
        assertThrows(IllegalStateException.class, () -> memory.get(ValueLayout.JAVA_BYTE, 0));
    }

    /** A file that is filled first, and refused when there is no more room, would take the memory that others need. */
    @Test
    void moreThanThereIsIsRefusedBeforeAnyOfItIsTaken() throws IOException {
        long free = Files.getFileStore(Path.of("/dev/shm")).getUsableSpace();
        try (MappedMemory memory = new MappedMemory()) {
            for (long bytes : new long[] {free, 1L << 60}) {
                TransportException e = assertThrows(TransportException.class, () -> memory.create(bytes));
                assertTrue(e.getMessage().contains("are reserved for channels"), e.getMessage());
            }
        }
    }

    @Test
    void noPeerAttachesToAClosedRank() {
        try (MappedMemory one = new MappedMemory(); MappedMemory other = new MappedMemory()) {
            SharedMemory.Created created = one.create(BYTES);
            byte[] key = created.key();
            created.close();
            assertThrows(TransportException.class, () -> other.attach(key, BYTES));
        }
    }
}
