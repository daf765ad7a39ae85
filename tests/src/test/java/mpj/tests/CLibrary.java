package mpj.tests;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/**
 * A C library of MPI with the standard ABI, and its own launcher.
 *
 * @param name the name for messages, and for requiring the library
 * @param mpiexec the words of the launcher's command, up to the number of ranks
 * @param file the file of the library
 */
public record CLibrary(String name, List<String> mpiexec, Path file) {
    private static final Path INSTALLED = Path.of(System.getProperty("tests.launchers"));
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String INTEL = "impi";

    /** Checks that run in one job of this many ranks. */
    public record Checks(int ranks, boolean expensive, List<Class<?>> classes) {
        /** Checks that run each time. */
        public static Checks often(int ranks, Class<?>... classes) {
            return new Checks(ranks, false, List.of(classes));
        }

        /** Checks of the second tier. */
        public static Checks expensive(int ranks, Class<?>... classes) {
            return new Checks(ranks, true, List.of(classes));
        }

        private String title() {
            return ranks + " ranks, " + classes.getFirst().getSimpleName();
        }
    }

    /** The libraries that the tests know. */
    public static Stream<CLibrary> all() {
        return Stream.of(of("mpich", List.of()), intel());
    }

    private static CLibrary intel() {
        Path home = INSTALLED.resolve("impi");
        return of(INTEL, List.of("-genv", "I_MPI_ROOT", home.toString(), "-genv", "FI_PROVIDER_PATH",
            home.resolve("lib").toString()));
    }

    private static CLibrary of(String name, List<String> environment) {
        Path home = INSTALLED.resolve(name);
        List<String> words = new ArrayList<>(List.of(home.resolve("bin/mpiexec").toString(), "-launcher", "fork"));
        words.addAll(environment);
        return new CLibrary(name, words, home.resolve("lib/libmpi_abi.so.1"));
    }

    /** The options of a rank that loads the library from another file. */
    List<String> optionsWith(Path other) {
        return List.of("-Dmpj.transport=mpi", "-Dmpj.mpi.library=" + other);
    }

    /** The library's launcher for plain java, with the library from this file. */
    ForeignLauncher launcher(Path other) {
        List<String> words = new ArrayList<>(mpiexec);
        words.add("-n");
        List<String> options = new ArrayList<>(List.of("-ea"));
        options.addAll(optionsWith(other));
        return new ForeignLauncher(name, words, options, true);
    }

    /** Skips the test if the library is not installed. A required library is not skipped. */
    void assumeAvailable() {
        launcher(file).assumeAvailable();
    }

    /** The beginning of the library's version. */
    String product() {
        return name.equals(INTEL) ? "Intel(R) MPI Library 2021" : "MPICH Version: 5";
    }

    /** Skips the test if there is no compiler. It is not skipped if the library is required. */
    void assumeCompiler(String obstacle) {
        boolean required = List.of(System.getProperty("tests.require.launchers", "").split("[,\\s]+")).contains(name);
        if (obstacle != null && required) {
            throw new AssertionError("library " + name + " must not be skipped here, but " + obstacle);
        }
        Assumptions.assumeTrue(obstacle == null, obstacle);
    }

    /**
     * Has mpjrun write the launcher's command and start it.
     *
     * @param words more of mpjrun's options, the main class and its arguments
     */
    public Job start(int ranks, List<String> words) {
        List<String> all = new ArrayList<>(List.of("--launcher", String.join(" ", mpiexec), "-np",
            Integer.toString(ranks)));
        all.addAll(optionsWith(file));
        all.addAll(words);
        return Job.start(all);
    }

    /** Intel's library is made of MPICH, so all checks over it are in the second tier. */
    private boolean isLikeAnother() {
        return name.equals(INTEL);
    }

    /**
     * A job for each group of checks, over each library. A job runs when JUnit comes to it.
     *
     * @param without the names of checks that no library can pass
     * @param program mpjrun's words for the main class of the ranks
     */
    public static Stream<DynamicContainer> checks(List<Checks> groups, Set<String> without, List<String> program) {
        JobsInTurn second = JobsInTurn.chosen();
        return all().map(library -> DynamicContainer.dynamicContainer(library.name, groups.stream()
            .filter(group -> !group.expensive && !library.isLikeAnother() || second.runsNext())
            .map(group -> DynamicContainer.dynamicContainer(group.title(), Stream.of(group)
                .flatMap(each -> library.tests(each, without, program))))));
    }

    private Stream<DynamicTest> tests(Checks group, Set<String> without, List<String> program) {
        List<String> names = group.classes.stream()
            .flatMap(type -> RankOfChecks.checksOf(type, group.ranks, without).stream()).map(Finding::name).toList();
        if (!Files.exists(Path.of(mpiexec.getFirst()))) {
            return names.stream().map(check -> DynamicTest.dynamicTest(check, this::assumeAvailable));
        }
        List<String> words = new ArrayList<>(List.of("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1",
            "-D" + RankOfChecks.WITHOUT + "=" + String.join(",", without)));
        words.addAll(program);
        group.classes.forEach(type -> words.add(type.getName()));
        return CheckJob.judged(names, group.ranks, start(group.ranks, words).await(LIMIT));
    }

    @Override
    public String toString() {
        return name;
    }
}
