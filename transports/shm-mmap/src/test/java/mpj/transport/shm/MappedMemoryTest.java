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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;

/** Two ranks of this process, each with its own mapping. */
class MappedMemoryTest {
    private static final long BYTES = 1 << 20;

    /** Counts the mappings that did not exist before. Those that other tests have left may go at any time. */
    private static long added(Set<String> before) throws IOException {
        Set<String> now = mappings();
        now.removeAll(before);
        return now.size();
    }

    private static Set<String> mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains("/dev/shm/mpj-")).collect(Collectors.toSet());
        }
    }

    @Test
    void eachRanksMappingGoesWhenItClosesIt() throws IOException {
        Set<String> before = mappings();
        try (MappedMemory one = new MappedMemory(); MappedMemory other = new MappedMemory()) {
            SharedMemory.Created created = one.create(BYTES);
            SharedMemory.Attachment mine = created.attachment();
            SharedMemory.Attachment theirs = other.attach(created.key(), BYTES);
            created.close();
            mine.memory().set(ValueLayout.JAVA_LONG, 8, 7);
            mine.close();
            assertEquals(1, added(before));
            assertFalse(mine.memory().scope().isAlive());
            assertEquals(7, theirs.memory().get(ValueLayout.JAVA_LONG, 8));
            mine.close();
            theirs.close();
            assertEquals(0, added(before));
        }
    }

    @Test
    void memoryLeftOpenIsUnmappedWithTheTransport() throws IOException {
        Set<String> before = mappings();
        MemorySegment memory;
        try (MappedMemory one = new MappedMemory(); SharedMemory.Created created = one.create(BYTES)) {
            memory = created.attachment().memory();
            assertEquals(1, added(before));
        }
        assertEquals(0, added(before));
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
