package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mpi.MPI;
import mpj.tests.programs.FailingBarrier;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Libraries that cannot carry a job, and the error string of a library for a call that fails. */
@MostlyWaits
@ExtendWith(MpichMemory.class)
class CLibraryRefusalTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String REMEDY = "mpj.mpi.library=FILE";
    private static final String COMPILER = "gcc";
    /** The handle in the standard ABI. */
    private static final int ERRORS_ARE_FATAL = 0x141;

    static Stream<CLibrary> libraries() {
        return CLibrary.all();
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void libraryWithAnAbiOfItsOwnIsNamedWithItsVersion(CLibrary library) throws Exception {
        library.assumeAvailable();
        Path other = library.file().resolveSibling("libmpi.so.12");
        assertRefused(library, other, "lib/libmpi.so.12, ", library.product(), "has an ABI of its own", REMEDY);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void libraryThatIsNotThereIsNamed(CLibrary library) throws Exception {
        library.assumeAvailable();
        assertRefused(library, Path.of("/nowhere/libmpi_abi.so.1"), "/nowhere/libmpi_abi.so.1", REMEDY);
    }

    @Test
    void openMpiWithoutTheAbiIsNamedWithItsVersion() throws Exception {
        CLibrary library = CLibrary.all().findFirst().orElseThrow();
        library.assumeAvailable();
        Path other = Path.of(System.getProperty("tests.launchers"), "openmpi/lib/libmpi.so.40");
        Assumptions.assumeTrue(Files.exists(other), other + " is not installed");
        assertRefused(library, other, "lib/libmpi.so.40, Open MPI v5", "it has no MPI_Abi_get_version", REMEDY);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void libraryWithAnotherVersionOfTheAbiIsNamedWithBoth(CLibrary library, @TempDir Path folder) throws Exception {
        library.assumeAvailable();
        Path later = around(library, folder, """
            int MPI_Abi_get_version(int *major, int *minor) {
                *major = 2;
                *minor = 3;
                return 0;
            }
            """);
        assertRefused(library, later, later + ", ", library.product(), "version 2.3 of the ABI, and 1.x is needed",
            REMEDY);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void fileThatIsNoLibraryOfMpiIsNamed(CLibrary library, @TempDir Path folder) throws Exception {
        library.assumeAvailable();
        Path other = compiled(library, folder, "int nothing(void) { return 0; }", List.of());
        assertRefused(library, other, other + " is no library of MPI", REMEDY);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void jobWithoutTheLibrarysLauncherIsRefusedOnEachRank(CLibrary library) {
        library.assumeAvailable();
        List<String> words = new ArrayList<>(List.of("-np", "2"));
        words.addAll(library.optionsWith(library.file()));
        words.add(Neighbours.class.getName());
        Job.Result result = Job.start(words).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(1, result.exitCode(), result::toString);
        assertSays(result, "mpjrun started this process as one of 2 ranks", library.file().getFileName().toString(),
            library.product(), "it is one of 1", "start the job with that library's mpiexec");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void launcherThatIsNotThereIsNamed(CLibrary library) {
        library.assumeAvailable();
        List<String> words = new ArrayList<>(List.of("--launcher", "/nowhere/mpiexec -launcher fork", "-np", "2"));
        words.addAll(library.optionsWith(library.file()));
        words.add(Neighbours.class.getName());
        Job.Result result = Job.start(words).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
        assertSays(result, "/nowhere/mpiexec");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void libraryThatAbortsThoughAskedToReturnErrorsIsNamedOnEachRank(CLibrary library, @TempDir Path folder)
        throws Exception {
        assertAborting(library, folder, "int MPI_Comm_set_errhandler(void *communicator, void *handler) { return 0; }");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void libraryThatAbortsInNewCommunicatorsIsNamedOnEachRank(CLibrary library, @TempDir Path folder)
        throws Exception {
        assertAborting(library, folder, """
            #define WORLD_AND_SELF 0x102
            #define ERRORS_ARE_FATAL ((void *) 0x%x)
            int PMPI_Comm_set_errhandler(void *communicator, void *handler);
            int PMPI_Comm_dup(void *communicator, void **made);
            int MPI_Comm_dup(void *communicator, void **made) {
                int result = PMPI_Comm_dup(communicator, made);
                PMPI_Comm_set_errhandler(*made, ERRORS_ARE_FATAL);
                return result;
            }
            int MPI_Comm_set_errhandler(void *communicator, void *handler) {
                return (long) communicator <= WORLD_AND_SELF ? PMPI_Comm_set_errhandler(communicator, handler) : 0;
            }
            """.formatted(ERRORS_ARE_FATAL));
    }

    private static void assertAborting(CLibrary library, Path folder, String source) throws Exception {
        library.assumeAvailable();
        Path aborting = around(library, folder, source);
        Job.Result result = library.launcher(aborting).run(2, Neighbours.class);
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
        assertEquals(2, result.err().stream().filter(line -> line.startsWith("transport mpi is unavailable: " + aborting
            + ", " + library.product()) && line.contains("it ended this process")
            && line.contains("asked to return errors")).count(), result::toString);
    }

    /** The class has no name in the standard, so the exception has the string that the library gives the class. */
    @ParameterizedTest
    @MethodSource("libraries")
    void errorClassOfTheLibrarysOwnIsOtherWithItsString(CLibrary library, @TempDir Path folder) throws Exception {
        library.assumeAvailable();
        Path failing = around(library, folder, """
            int MPI_Add_error_class(int *number);
            int MPI_Add_error_code(int number, int *code);
            int MPI_Add_error_string(int code, const char *text);
            int MPI_Barrier(void *communicator) {
                int number;
                int code;
                MPI_Add_error_class(&number);
                MPI_Add_error_code(number, &code);
                MPI_Add_error_string(code, "the switch is on fire");
                return code;
            }
            """);
        Job.Result result = library.launcher(failing).run(2, FailingBarrier.class);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        for (int rank = 0; rank < 2; rank++) {
            String start = "rank " + rank + ", class " + MPI.ERR_OTHER + ": ";
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)
                && line.contains("MPI_Barrier of " + failing) && line.contains("the switch is on fire")),
                result::toString);
        }
    }

    /** Makes a library that passes calls on to another library, except for the functions that the source defines. */
    private static Path around(CLibrary library, Path folder, String source) throws Exception {
        return compiled(library, folder, source, List.of("-Wl,--no-as-needed", library.file().toString(),
            "-Wl,-rpath," + library.file().getParent(), "-Wl,--allow-shlib-undefined"));
    }

    private static Path compiled(CLibrary library, Path folder, String source, List<String> with) throws Exception {
        library.assumeCompiler(ForeignLauncher.isOnPath(COMPILER) ? null : COMPILER + " is not on PATH");
        Path code = Files.writeString(folder.resolve("other.c"), source);
        Path file = folder.resolve("libother.so");
        List<String> command = new ArrayList<>(List.of(COMPILER, "-shared", "-fPIC", "-o", file.toString(),
            code.toString()));
        command.addAll(with);
        run(command, folder.resolve("compiler.out"));
        return file;
    }

    private static void run(List<String> command, Path out) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
        assertTrue(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS), command::toString);
        assertEquals(0, process.exitValue(), Files.readString(out));
    }

    private static void assertRefused(CLibrary library, Path file, String... words) throws Exception {
        Job.Result result = library.launcher(file).run(2, Neighbours.class);
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
        assertSays(result, words);
        assertEquals(List.of(), result.out().stream().filter(line -> line.contains("heard")).toList());
    }

    /**
     * Asserts that one line has these words. The other ranks say the same, unless the launcher has ended them before:
     * each rank finds the error by itself, before it meets another rank.
     */
    private static void assertSays(Job.Result result, String... words) {
        assertTrue(result.err().stream().anyMatch(line -> Stream.of(words).allMatch(line::contains)),
            result::toString);
    }
}
