package mpj.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two ranks of this process: one allocates, the other reads. */
class PeerMemoryTest {
    private static final int BYTES = 100_000;
    private static final int OTHER = 1;

    private final PeerMemory owner = new PeerMemory();
    private final PeerMemory reader = new PeerMemory();
    private final byte[] read = new byte[BYTES];

    @AfterEach
    void close() {
        owner.close();
        reader.close();
    }

    private static long lines(String file) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.contains("/dev/shm/mpj-")).count();
        }
    }

    private static long mappings() throws IOException {
        return lines("/proc/self/maps");
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(each -> {
                try {
                    return Files.readSymbolicLink(each).startsWith("/dev/shm");
                } catch (IOException e) {
                    return false; // the descriptor of the listing itself
                }
            }).count();
        }
    }

    private MemorySegment key(MemorySegment memory) {
        MemoryRegion region = owner.register(memory);
        assertNotNull(region, "peers cannot read " + memory);
        MemorySegment key = MemorySegment.ofArray(new byte[RemoteMemory.MAXIMUM_KEY]);
        region.key(key, 0);
        region.close();
        return key;
    }

    /** Records the ends of reads. */
    private record Ends(List<String> told) implements PacketHandler {
        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            throw new AssertionError("nobody has sent anything");
        }

        @Override
        public void completed(long cookie, TransportException failure) {
            told.add(cookie + " " + (failure == null ? "well" : failure.getMessage()));
        }
    }

    private boolean reads(MemorySegment key, int bytes) {
        return reader.copy(OTHER, key, 0, MemorySegment.ofArray(read).asSlice(0, bytes));
    }

    @Test
    void anyPartOfItIsRead() {
        try (Arena arena = Arena.ofShared()) {
            List<MemorySegment> all = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                all.add(owner.allocate(BYTES, arena).fill((byte) (i + 1)));
            }
            for (int i = 4; i >= 0; i--) {
                all.get(i).set(ValueLayout.JAVA_BYTE, 50_000, (byte) 99);
                assertTrue(reads(key(all.get(i).asSlice(20_000, 40_000)), 40_000));
                assertEquals(i + 1, read[0]);
                assertEquals(i + 1, read[39_999]);
                assertEquals(99, read[30_000]);
            }
        }
    }

    /** Whichever side copies a piece, each byte arrives, and no byte beside them is written. */
    @Test
    @Timeout(600)
    void ownerHelpsItsReader() throws InterruptedException {
        int bytes = 1 << 20;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment from = owner.allocate(2 * bytes, arena);
            MemorySegment to = reader.allocate(2 * bytes, arena);
            MemoryRegion region = owner.register(from.asSlice(123, bytes));
            MemorySegment key = MemorySegment.ofArray(new byte[RemoteMemory.MAXIMUM_KEY]);
            region.key(key, 0);
            AtomicInteger helped = new AtomicInteger();
            AtomicBoolean ends = new AtomicBoolean();
            Thread helper = new Thread(() -> {
                while (!ends.get()) {
                    if (owner.help()) {
                        helped.incrementAndGet();
                    }
                }
            });
            helper.start();
            try {
                for (int lap = 0; lap < 100 || helped.get() < 100; lap++) {
                    for (int i = 0; i < bytes / Long.BYTES; i++) {
                        from.set(ValueLayout.JAVA_LONG_UNALIGNED, 123 + 8L * i, 31L * i + lap);
                    }
                    to.fill((byte) -1);
                    assertTrue(reader.copy(OTHER, key, 0, to.asSlice(77, bytes)));
                    assertEquals(-1, to.asSlice(77, bytes).mismatch(from.asSlice(123, bytes)), "lap " + lap);
                    assertEquals(-1, to.get(ValueLayout.JAVA_BYTE, 76));
                    assertEquals(-1, to.get(ValueLayout.JAVA_BYTE, 77 + bytes));
                }
            } finally {
                ends.set(true);
                helper.join();
            }
            region.close();
        }
    }

    /**
     * The owner may count pieces that nobody has copied, take back pieces that the reader has counted, or begin another
     * copy. Each of these ends the reader's copy with an error. The owner does so repeatedly, because each copy begins
     * by writing how much there is to do.
     */
    @ParameterizedTest
    @CsvSource({"192,4611686018427387904", "192,-4611686018427387904", "128,-1"})
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void damagedCountOfACopyIsATransportsError(long at, long value) throws InterruptedException {
        int bytes = 1 << 20;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment from = owner.allocate(bytes, arena);
            MemorySegment to = reader.allocate(bytes, arena);
            MemorySegment header = MemorySegment.ofAddress(from.address() - AllocationLayout.MEMORY_AT)
                .reinterpret(AllocationLayout.MEMORY_AT);
            MemorySegment key = key(from);
            AtomicBoolean ends = new AtomicBoolean();
            Thread damages = new Thread(() -> {
                while (!ends.get()) {
                    ValueLayout.JAVA_LONG.varHandle().setVolatile(header, at, value);
                }
            });
            damages.start();
            try {
                while (reader.copy(OTHER, key, 0, to)) {
                    assertEquals(0, to.get(ValueLayout.JAVA_BYTE, bytes - 1)); // the other thread got no core
                }
            } finally {
                ends.set(true);
                damages.join();
            }
            assertTrue(reader.copy(OTHER, key, 0, to));
        }
    }

    /** The owner has taken a piece, and then has no memory to copy it. The reader waits for that piece. */
    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void ownerThatEndsAPieceWithAnErrorFailsTheCopy() throws InterruptedException {
        int bytes = 1 << 20;
        try (Arena arena = Arena.ofShared(); MappedAllocations mapped = new MappedAllocations()) {
            MemorySegment from = owner.allocate(bytes, arena);
            MemorySegment to = reader.allocate(bytes, arena);
            MemorySegment header = MemorySegment.ofAddress(from.address() - AllocationLayout.MEMORY_AT)
                .reinterpret(AllocationLayout.MEMORY_AT);
            HelpedCopy helped = new HelpedCopy(header, (_, _, _, _, _) -> {
                throw new OutOfMemoryError("none is left");
            });
            MemorySegment key = key(from);
            AtomicBoolean ends = new AtomicBoolean();
            AtomicInteger errors = new AtomicInteger();
            Thread helper = new Thread(() -> {
                while (!ends.get()) {
                    try {
                        helped.help(from, 0, mapped);
                    } catch (OutOfMemoryError e) {
                        errors.incrementAndGet();
                    }
                }
            });
            helper.start();
            try {
                while (reader.copy(OTHER, key, 0, to)) {
                    assertEquals(0, errors.get()); // the other thread got no piece
                }
            } finally {
                ends.set(true);
                helper.join();
            }
            assertTrue(errors.get() > 0);
            assertTrue(reader.copy(OTHER, key, 0, to));
        }
    }

    @Test
    void otherMemoryIsNot() {
        assertEquals(Long.MAX_VALUE, owner.threshold());
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = owner.allocate(BYTES, arena);
            assertTrue(owner.threshold() < BYTES);
            assertNull(owner.register(arena.allocate(BYTES)));
            assertNull(reader.register(memory), "that of another rank");
            assertNull(owner.register(MemorySegment.ofAddress(memory.address()).reinterpret(BYTES)),
                "nothing tells when this is freed");
            assertNull(owner.allocate(100, arena), "messages from there are too short");
        }
    }

    @Test
    void nothingIsLeftOfAClosedArena() throws IOException {
        long mappings = mappings();
        long descriptors = descriptors();
        try (Arena arena = Arena.ofConfined()) {
            assertTrue(reads(key(owner.allocate(BYTES, arena)), BYTES));
            assertEquals(mappings + 2, mappings());
            assertEquals(descriptors + 1, descriptors());
        }
        assertEquals(descriptors, descriptors());
        reader.tidy();
        assertEquals(mappings, mappings());
        assertEquals(Long.MAX_VALUE, owner.threshold());
    }

    @Test
    void memoryOutlivesTheTransportButIsNotReadAnyMore() throws IOException {
        long descriptors = descriptors();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = owner.allocate(BYTES, arena);
            MemorySegment key = key(memory);
            owner.close();
            memory.fill((byte) 3);
            assertEquals(descriptors, descriptors());
            assertFalse(reads(key, BYTES));
        }
    }

    /** The next file gets the same descriptor as the first one. */
    @Test
    void freedMemoryIsNotMistakenForItsSuccessor() {
        MemorySegment key;
        try (Arena arena = Arena.ofConfined()) {
            key = key(owner.allocate(BYTES, arena));
        }
        try (Arena arena = Arena.ofConfined()) {
            owner.allocate(BYTES, arena);
            assertFalse(reads(key, BYTES));
        }
    }

    /** Changes the offset, at 16, and the size, at 24, both when the owner is asked for help and when it is not. */
    @ParameterizedTest
    @CsvSource({"16,-1", "16,1", "16,9223372036854775807", "16,-9223372036854775808", "24,-1", "24,1000000000000",
        "24,9223372036854775807"})
    void damagedKeyOfAPeerIsATransportsError(long at, long value) {
        try (Arena arena = Arena.ofShared()) {
            for (MemorySegment to : List.of(MemorySegment.ofArray(read), reader.allocate(BYTES, arena))) {
                MemorySegment key = key(owner.allocate(BYTES, arena));
                key.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
                assertFalse(reader.copy(OTHER, key, 0, to));
                assertTrue(reader.read(OTHER, key, 0, 0, reader.registerTarget(to), 0, BYTES, 7));
                List<String> told = new ArrayList<>();
                assertTrue(reader.tell(new Ends(told)), "the read has no end");
                assertEquals(1, told.size());
                assertTrue(told.getFirst().startsWith("7 a peer's packet is damaged: "), told::toString);
            }
            // The next copy from this memory is not held up.
            MemorySegment whole = key(owner.allocate(BYTES, arena));
            assertTrue(reads(whole, BYTES));
            if (at == 16) {
                MemorySegment damaged = MemorySegment.ofArray(whole.toArray(ValueLayout.JAVA_BYTE));
                damaged.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
                assertFalse(reads(damaged, BYTES));
                assertTrue(reads(whole, BYTES));
            }
        }
    }

    @Test
    void aPeerReadsMappedMemoryWhateverTheOwnerDoes() {
        MemorySegment key;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = owner.allocate(BYTES, arena).fill((byte) 5);
            key = key(memory);
            assertTrue(reads(key, BYTES));
            memory.fill((byte) 6);
        }
        assertTrue(reads(key, BYTES));
        assertEquals(6, read[BYTES - 1]);
    }

    @Test
    void memoryOfAnEndedProcessIsUnmapped() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long before = mappings();
            assertTrue(reads(key(owner.allocate(BYTES, arena)), BYTES));
            reader.forget(1);
            assertEquals(before + 2, mappings());
            reader.forget((int) ProcessHandle.current().pid());
            assertEquals(before + 1, mappings());
        }
    }

    @Test
    void closedArenaAllocatesNothing() throws IOException {
        long before = mappings();
        Arena arena = Arena.ofConfined();
        arena.close();
        assertThrows(IllegalStateException.class, () -> owner.allocate(BYTES, arena));
        assertEquals(before, mappings());
        assertEquals(Long.MAX_VALUE, owner.threshold());
    }

    @Test
    void moreThanThereIsIsLeftToTheArena() {
        try (Arena arena = Arena.ofConfined()) {
            assertNull(owner.allocate(Long.MAX_VALUE / 2, arena));
        }
    }
}
