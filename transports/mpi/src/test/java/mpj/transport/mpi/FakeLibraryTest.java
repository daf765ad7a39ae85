package mpj.transport.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a library that a C compiler makes for this test. Without a C compiler the test is skipped. */
class FakeLibraryTest {
    private static final long SECONDS = 60;
    private static final int SERIALIZED = 2048;

    private static Path file;

    private final MpiProvider provider = new MpiProvider();

    @BeforeAll
    static void compile(@TempDir Path folder) throws Exception {
        Path source = folder.resolve("fake_mpi.c");
        try (InputStream text = FakeLibraryTest.class.getResourceAsStream("fake_mpi.c")) {
            Files.copy(text, source);
        }
        file = folder.resolve("libfake.so");
        Path output = folder.resolve("output");
        try {
            Process compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", file.toString(), source.toString())
                .redirectErrorStream(true).redirectOutput(output.toFile()).start();
            assertTrue(compiler.waitFor(SECONDS, TimeUnit.SECONDS));
            assertEquals(0, compiler.exitValue(), Files.readString(output));
        } catch (IOException e) {
            Assumptions.abort("there is no C compiler: " + e.getMessage());
        }
        System.setProperty("mpj.mpi.library", file.toString());
    }

    @BeforeEach
    void open() {
        mpi_h.SYMBOL_LOOKUP.open();
        set("fake_major", 1);
        set("fake_minor", 0);
        set("fake_initialized", 0);
        set("fake_level", SERIALIZED);
        set("fake_result", 0);
        set("fake_unknown", 0);
    }

    private static MemorySegment variable(String name, long bytes) {
        return mpi_h.SYMBOL_LOOKUP.find(name).orElseThrow().reinterpret(bytes);
    }

    private static void set(String name, int value) {
        variable(name, Integer.BYTES).set(ValueLayout.JAVA_INT, 0, value);
    }

    private static void setCount(long value) {
        variable("fake_count", Long.BYTES).set(ValueLayout.JAVA_LONG, 0, value);
    }

    private static String remedyCut(String message) {
        int remedy = message.indexOf("; a library with MPI 5's ABI is needed");
        return remedy < 0 ? message : message.substring(0, remedy);
    }

    private void assertRefused(String why) {
        TransportException e = assertThrows(TransportException.class, provider::load);
        assertEquals("transport mpi is unavailable: " + file + ", Fake MPI 1.2" + why, remedyCut(e.getMessage()));
    }

    // ------------------------------------------------------------------------------------------- loading

    @Test
    void descriptionIsTheFileAndTheFirstLineOfTheVersion() {
        assertEquals(file + ", Fake MPI 1.2", provider.describe());
    }

    @Test
    void anotherVersionOfTheAbiIsRefused() {
        set("fake_major", 2);
        set("fake_minor", 3);
        assertRefused(", has version 2.3 of the ABI, and 1.x is needed");
        assertThrows(TransportException.class, provider::describe);
        set("fake_major", -1);
        assertRefused(", has an ABI of its own, not the standard one");
    }

    @Test
    void processThatHasCalledInitIsRefused() {
        set("fake_initialized", 1);
        assertRefused(": MPI_Init was called in this process already, and a library of MPI is initialized once; start"
            + " a process for each MPI.Init");
    }

    @Test
    void libraryWithoutThreadsIsRefused() {
        set("fake_level", SERIALIZED - 1);
        assertRefused(": it offers thread level 2047, and 2048 (MPI_THREAD_SERIALIZED) is needed, because it has not"
            + " started Java's threads; take a library that was built with threads");
    }

    @Test
    void initThatFailsSaysWhy() {
        set("fake_result", 117);
        LibraryException e = assertThrows(LibraryException.class, provider::load);
        assertEquals("MPI_Init_thread of " + file + " says: it went wrong (117)", e.getMessage());
    }

    // ------------------------------------------------------------------------------------------- errors and statuses

    @Test
    void errorHasItsClassAndTheLibrarysWords() {
        LibraryException e = assertThrows(LibraryException.class, () -> MpiErrors.check(115, "MPI_Recv_c"));
        assertEquals(15, e.errorClass());
        assertEquals("MPI_Recv_c of " + file + " says: it went wrong (115)", e.getMessage());
        int pendingInAbi = 18;
        int pending = 19;
        assertEquals(pending, assertThrows(LibraryException.class,
            () -> MpiErrors.check(100 + pendingInAbi, "MPI_Test")).errorClass());
    }

    @Test
    void errorThatTheLibraryDoesNotKnowIsAnotherError() {
        set("fake_unknown", 1);
        LibraryException e = assertThrows(LibraryException.class, () -> MpiErrors.check(115, "MPI_Recv_c"));
        assertEquals(16, e.errorClass());
        assertEquals("MPI_Recv_c of " + file + " says: no error string (115)", e.getMessage());
    }

    @Test
    void sizeOfAMessageMayExceedAnInt() {
        MpiStatus status = new MpiStatus();
        for (long bytes : new long[] {0, 5, 1L << 40}) {
            setCount(bytes);
            assertEquals(bytes, status.bytes());
        }
        set("fake_result", 115);
        assertEquals(15, assertThrows(LibraryException.class, status::bytes).errorClass());
    }

    @Test
    void statusSaysWhetherItsOperationWasCancelled() {
        MpiStatus status = new MpiStatus();
        setCount(1);
        assertTrue(status.cancelled());
        setCount(0);
        assertFalse(status.cancelled());
        set("fake_result", 107);
        assertEquals(7, assertThrows(LibraryException.class, status::cancelled).errorClass());
    }
}
