package mpj.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** The format of the files. */
class SnapshotFileTest {
    private static Path folder;

    @BeforeContainer
    static void makeFolder() throws IOException {
        folder = Files.createTempDirectory("mpj-checkpoint");
    }

    @AfterContainer
    static void deleteFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** A state with data of every kind. Its content comes from the seed. */
    private static State state(int size, long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        MemorySegment slice = MemorySegment.ofArray(random.ints(size + 2L).toArray()).asSlice(Integer.BYTES,
            (long) size * Integer.BYTES);
        return new State("test").own("bytes", bytes)
            .common("longs", random.longs(3).toArray())
            .own("floats", new float[] {random.nextFloat(), Float.NaN})
            .own("chars", "chars".toCharArray())
            .own("shorts", new short[] {(short) random.nextInt()})
            .block("doubles", random.doubles(size).toArray(), size, 3L * size)
            .block("ints", slice, ValueLayout.JAVA_INT, 0, size);
    }

    private static Table table(State state) {
        return new Table(state.name(), 7, -5, 1, 3, state.parts());
    }

    private static Path write(State state) throws IOException {
        Table table = table(state);
        SnapshotFile.write(folder, table, state.memory());
        return folder.resolve(FileName.of(table).toString());
    }

    @Property(tries = 50)
    void fileHasWhatWasWritten(@ForAll @IntRange(max = 3000) int size, @ForAll long seed) throws IOException {
        State state = state(size, seed);
        Snapshot read = SnapshotFile.read(write(state));
        assertEquals(table(state), read.table());
        for (int part = 0; part < state.parts().size(); part++) {
            MemorySegment content = read.data().asSlice(read.table().offset(part), state.parts().get(part).bytes());
            assertEquals(-1, content.mismatch(state.memory().get(part)), "part " + part);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.count(), "an unfinished file has stayed");
        }
    }

    @Property(tries = 200)
    void everyChangedByteIsFound(@ForAll @IntRange(max = 100) int size, @ForAll @IntRange(max = 1 << 20) int place,
                                 @ForAll @IntRange(min = 1, max = 255) int change) throws IOException {
        Path file = write(state(size, 1));
        byte[] content = Files.readAllBytes(file);
        content[place % content.length] ^= (byte) change;
        Files.write(file, content);
        assertDamaged(file);
    }

    @Property(tries = 100)
    void everyCutIsFound(@ForAll @IntRange(max = 100) int size, @ForAll @IntRange(max = 1 << 20) int length)
        throws IOException {
        Path file = write(state(size, 1));
        byte[] content = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(content, length % content.length));
        assertDamaged(file);
    }

    /** The JDK closes a file that an interrupted thread reads or writes. */
    @Property(tries = 1)
    void interruptedThreadWritesAndReads() throws IOException {
        State state = state(10, 1);
        Snapshot read;
        boolean interrupted;
        Thread.currentThread().interrupt();
        try {
            read = SnapshotFile.read(write(state));
        } finally {
            interrupted = Thread.interrupted();
        }
        assertEquals(table(state), read.table());
        assertTrue(interrupted, "the program's interrupt is lost");
    }

    private static void assertDamaged(Path file) {
        IOException e = assertThrows(CheckpointException.class, () -> SnapshotFile.read(file));
        assertTrue(e.getMessage().contains(file.toString()), e::toString);
    }

    @Property(tries = 1)
    void fileWithAnotherNameIsRefused() throws IOException {
        Path file = write(state(10, 1));
        Path renamed = Files.move(file, folder.resolve(file.getFileName().toString().replace(".7.", ".8.")));
        IOException e = assertThrows(CheckpointException.class, () -> SnapshotFile.read(renamed));
        assertTrue(e.getMessage().contains(file.getFileName().toString()), e::toString);
        Files.delete(renamed);
    }

    @Property(tries = 1)
    void namesOfOtherFilesAreNoNames() {
        FileName name = new FileName("a-b_c", new Candidate(12, 3, 4), true);
        for (FileName each : List.of(name, name.unfinished())) {
            assertEquals(each, FileName.parse(each.toString()));
        }
        for (String other : List.of("x", "a.1.4-of-4.checkpoint", "a.0.0-of-1.checkpoint", "a.1.0-of-1.checkpoint.old",
            "a b.1.0-of-1.checkpoint")) {
            assertEquals(null, FileName.parse(other), other);
        }
    }
}
