package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import mpj.tests.checks.CollectiveChecks;
import mpj.tests.checks.CollectiveTypeChecks;
import mpj.tests.checks.CommunicatorChecks;
import mpj.tests.checks.IntercommCollectiveChecks;
import mpj.tests.checks.OrderChecks;
import mpj.tests.checks.PersistentRequestChecks;
import mpj.tests.checks.ReductionChecks;
import mpj.tests.checks.SectionedBufferChecks;
import mpj.tests.checks.SerializationChecks;
import mpj.tests.checks.SizeChecks;
import mpj.tests.checks.TopologyChecks;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shared suite over C libraries of MPI, each started by its own launcher. */
class CLibraryTest {
    private static final Path INSTALLED = Path.of(System.getProperty("tests.launchers"));
    private static final String NATIVE = "lib/libmpi_abi.so.1";

    /** Checks that a library cannot pass, each with the reason. */
    private static final Map<String, String> WITHOUT = new LinkedHashMap<>();

    static {
        WITHOUT.put("OffHeapChecks.whatDoesNotFitHarmsNothing", "no message says what its elements are");
        WITHOUT.put("RequestChecks.operationCompleteFromTheStartIsActiveUntilItsStatusIsReturned",
            "MPICH completes no send to oneself before its receive");
    }

    /** Checks that some ranks of a library's job run. */
    private record Runs(int ranks, boolean dear, List<Class<?>> checks) {
        static Runs often(int ranks, Class<?>... checks) {
            return new Runs(ranks, false, List.of(checks));
        }

        static Runs dear(int ranks, Class<?>... checks) {
            return new Runs(ranks, true, List.of(checks));
        }
    }

    private static final List<Runs> RUNS = List.of(
        Runs.often(2, OrderChecks.class, SizeChecks.class, CollectiveChecks.class, ReductionChecks.class),
        Runs.dear(2, SectionedBufferChecks.class, PersistentRequestChecks.class, SerializationChecks.class),
        Runs.dear(2, CollectiveTypeChecks.class, CommunicatorChecks.class, IntercommCollectiveChecks.class),
        Runs.dear(3, TopologyChecks.class));

    static Stream<ForeignLauncher> libraries() {
        return Stream.of(library("mpich", List.of()), intel());
    }

    private static ForeignLauncher intel() {
        Path home = INSTALLED.resolve("impi");
        return library("impi", List.of("-genv", "I_MPI_ROOT", home.toString(), "-genv", "FI_PROVIDER_PATH",
            home.resolve("lib").toString()));
    }

    private static ForeignLauncher library(String name, List<String> environment) {
        Path home = INSTALLED.resolve(name);
        List<String> words = new ArrayList<>(List.of(home.resolve("bin/mpiexec").toString(), "-launcher", "fork"));
        words.addAll(environment);
        words.add("-n");
        return new ForeignLauncher(name, words, options(home.resolve(NATIVE)), true);
    }

    private static List<String> options(Path library) {
        return List.of("-ea", "-Dmpj.transport=mpi", "-Dmpj.mpi.library=" + library,
            "-D" + RankOfChecks.WITHOUT + "=" + String.join(",", WITHOUT.keySet()));
    }

    @TestFactory
    Stream<DynamicContainer> checks() {
        SecondTier second = SecondTier.chosen();
        return libraries().map(library -> DynamicContainer.dynamicContainer(library.name(), RUNS.stream()
            .filter(runs -> !runs.dear || second.runsNext())
            .map(runs -> DynamicContainer.dynamicContainer(runs.ranks + " ranks, " + runs.checks.getFirst()
                .getSimpleName(), Stream.of(runs).flatMap(each -> tests(library, each))))));
    }

    private static Stream<DynamicTest> tests(ForeignLauncher library, Runs runs) {
        List<String> names = runs.checks.stream().flatMap(type -> RankOfChecks.checksOf(type, runs.ranks,
            Set.copyOf(WITHOUT.keySet())).stream()).map(Finding::name).toList();
        if (!Files.exists(Path.of(library.command().getFirst()))) {
            return names.stream().map(check -> DynamicTest.dynamicTest(check, library::assumeAvailable));
        }
        try {
            Job.Result result = library.run(runs.ranks, CheckProgram.class,
                runs.checks.stream().map(Class::getName).toArray(String[]::new));
            return CheckJob.judged(names, runs.ranks, result);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void abortIsTheJobsEnd(ForeignLauncher library) throws Exception {
        library.assumeAvailable();
        Job.Result result = library.run(2, Neighbours.class, "abort");
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void libraryWithoutTheAbiIsRefusedWithItsFileAndVersion(ForeignLauncher library) throws Exception {
        library.assumeAvailable();
        Path other = Path.of(library.command().getFirst()).resolveSibling("../lib/libmpi.so.12").normalize();
        assertRefused(library, other, "lib/libmpi.so.12", "has an ABI of its own", "mpj.mpi.library=FILE");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void libraryThatIsNotThereIsNamed(ForeignLauncher library) throws Exception {
        library.assumeAvailable();
        assertRefused(library, Path.of("/nowhere/libmpi_abi.so.1"), "/nowhere/libmpi_abi.so.1",
            "mpj.mpi.library=FILE");
    }

    private static void assertRefused(ForeignLauncher library, Path file, String... words) throws Exception {
        Job.Result result = new ForeignLauncher(library.name(), library.command(), options(file), true)
            .run(2, Neighbours.class);
        assertNull(result.stacks(), result::toString);
        assertNotEquals(0, result.exitCode(), result::toString);
        String errors = String.join("\n", result.err());
        for (String word : words) {
            assertTrue(errors.contains(word), result::toString);
        }
        assertEquals(List.of(), result.out().stream().filter(line -> line.contains("heard")).toList());
    }
}
