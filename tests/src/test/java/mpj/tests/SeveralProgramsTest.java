package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import mpj.tests.programs.Coupled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of several programs, with a colon before each further program: MPI's MPMD. */
class SeveralProgramsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String OCEAN = Coupled.Ocean.class.getName();
    private static final String AIR = Coupled.Air.class.getName();

    @TempDir
    Path folder;

    private static Job.Result run(String... words) {
        Job.Result result = Job.start(words).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    @ParameterizedTest
    @CsvSource({"shm, blue", "nio, blue", "threads, red"})
    void eachRankRunsItsProgramAndKnowsItsNumber(String transport, String colour) {
        String[] words = transport.equals("threads")
            ? new String[] {"-Dmpj.transport=threads", "-Dcolour=red", "-np", "1", OCEAN, "a", ":", "-np", "2", AIR}
            : new String[] {"-Dmpj.transport=" + transport, "-Dcolour=red", "-np", "1", OCEAN, "a", ":", "-np", "2",
                "-Dcolour=blue", AIR};
        Job.Result result = run(words);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0: Ocean 0 of 1 ranks, sums 0 and 3, [a] red",
            "rank 1: Air 1 of 2 ranks, sums 3 and 3, [] " + colour,
            "rank 2: Air 1 of 2 ranks, sums 3 and 3, [] " + colour),
            result.out().stream().sorted().toList(), result::toString);
    }

    /** Each program has its own classes, even if their names are the same. */
    @Test
    void programsFromSourceFilesDoNotMix() throws IOException {
        for (String name : List.of("One", "Two")) {
            Path own = Files.createDirectory(folder.resolve(name));
            Files.writeString(own.resolve("Word.java"), "class Word { static String text() { return \"" + name
                + "\"; } }");
            Files.writeString(own.resolve("Main.java"), """
                import mpi.MPI;

                public class Main {
                    public static void main(String[] args) {
                        MPI.Init(args);
                        System.out.println(MPI.COMM_WORLD.Rank() + " " + Word.text());
                        MPI.Finalize();
                    }
                }
                """);
        }
        Job.Result result = run("-np", "1", folder.resolve("One/Main.java").toString(), ":", "-np", "1",
            folder.resolve("Two/Main.java").toString());
        assertEquals(List.of("0 One", "1 Two"), result.out().stream().sorted().toList(), result::toString);
    }

    @Test
    void settingsOfOneProgramAreRefusedWhereRanksAreThreads() {
        Job.Result result = run("-Dmpj.transport=threads", "-np", "1", OCEAN, ":", "-Dcolour=blue", AIR);
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().startsWith("mpjrun: -D, -J or -x after a ':': "), result::toString);
    }
}
