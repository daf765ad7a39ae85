package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with their own classes in package mpi or below it, like the tests of MPJ Express. */
class PackageMpiTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String MAIN = "mpi.threads.SimulSend";
    private static final Map<String, String> SOURCES = Map.of("SimulSend", """
        package mpi.threads;

        import mpi.MPI;
        import mpi.Places;

        public class SimulSend {
            public static void main(String[] args) {
                MPI.Init(args);
                int[] sum = new int[1];
                MPI.COMM_WORLD.Allreduce(new int[] {Something.next()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                System.out.println(Places.own() + " has " + sum[0]);
                MPI.Finalize();
            }
        }
        """, "Something", """
        package mpi.threads;

        class Something {
            private static int number = 10;

            static int next() {
                return ++number;
            }
        }
        """, "Places", """
        package mpi;

        public class Places {
            static final String NAME = "rank ";

            public static String own() {
                return NAME + MPI.COMM_WORLD.Rank();
            }
        }
        """);

    @TempDir
    Path folder;
    private Path classes;

    @BeforeEach
    void compile() throws IOException {
        classes = folder.resolve("classes");
        List<String> words = new ArrayList<>(List.of("--release", "17", "-proc:none", "-cp", Job.libraryClassPath(),
            "-d", classes.toString()));
        for (Map.Entry<String, String> source : SOURCES.entrySet()) {
            Path file = folder.resolve(source.getKey() + ".java");
            words.add(Files.writeString(file, source.getValue()).toString());
        }
        run("javac", words.toArray(String[]::new));
    }

    private static void run(String tool, String... words) {
        assertEquals(0, ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, words));
    }

    private static Job.Result start(String transport, Path classPath) {
        return await("-Dmpj.transport=" + transport, "-cp", classPath.toString(), MAIN);
    }

    private static Job.Result await(String... words) {
        Job.Result result =
            Job.start(Stream.concat(Stream.of("-np", "2"), Stream.of(words)).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    private static void assertRuns(Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 has 22", "rank 1 has 22"), result.out().stream().sorted().toList(),
            result::toString);
    }

    /** Ranks that are threads each have their own classes of these packages, so both ranks count to 11. */
    @ParameterizedTest
    @ValueSource(strings = {"shm", "nio", "threads"})
    void programWithClassesInPackageMpiAndBelowItRuns(String transport) {
        assertRuns(start(transport, classes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void jarDoesSoToo(String transport) {
        Path jar = folder.resolve("program.jar");
        run("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        assertRuns(start(transport, jar));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void sourceFileInAPackageBelowMpiDoesSoToo(String transport) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources/mpi/threads"));
        for (String name : List.of("SimulSend", "Something")) {
            Files.writeString(sources.resolve(name + ".java"), SOURCES.get(name));
        }
        Files.writeString(sources.resolveSibling("Places.java"), SOURCES.get("Places"));
        assertRuns(await("-Dmpj.transport=" + transport, sources.resolve("SimulSend.java").toString()));
    }

    @Test
    void classThatTheProgramLacksIsNamedBeforeAnyRankStarts() throws IOException {
        Files.delete(classes.resolve("mpi/threads/Something.class"));
        Job.Result result = start("shm", classes);
        assertEquals(2, result.exitCode(), result::toString);
        assertEquals(List.of(), result.out(), result::toString);
        assertTrue(result.reports().getFirst().startsWith("mpjrun: class mpi.threads.SimulSend uses class"
            + " mpi.threads.Something, which mpijava and openmpi lack"), result::toString);
    }
}
