package mpj.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line of the mpjrun that a program without a launcher starts. */
class LocalLauncherTest {
    @TempDir
    private Path folder;

    private static SpawnRequest.Command command(String program, Map<String, String> info, String... arguments) {
        return new SpawnRequest.Command(program, List.of(arguments), 2, info);
    }

    /** The words after the options that are passed on from this JVM. */
    private static List<String> programs(SpawnRequest.Command... commands) {
        List<String> line = LocalLauncher.line(new SpawnRequest(Arrays.asList(commands), "port"));
        return line.subList(line.indexOf("-np"), line.size());
    }

    @Test
    void programsOfOneJobHaveOneFolder() {
        Map<String, String> info = Map.of("wdir", folder.toString());
        List<String> line = LocalLauncher.line(new SpawnRequest(List.of(command("A", info), command("B", info)),
            "port"));
        int wdir = line.indexOf("--wdir");
        assertEquals(List.of("--wdir", folder.toString(), "-np", "2", "-cp", "", "A", ":", "-np", "2", "-cp", "", "--",
            "B"), line.subList(wdir, line.size()));
        assertTrue(assertThrows(BootstrapException.class, () -> programs(command("A", info), command("B", Map.of())))
            .getMessage().contains("one folder, not in " + folder + ", (none)"));
    }

    @Test
    void argumentsThatLookLikeOptionsBelongToTheProgram() {
        assertEquals(List.of("-np", "2", "-cp", "", "--", "A", "-np", ":", "-np"),
            programs(command("A", Map.of(), "-np", ":", "-np")));
    }

    @Test
    void argumentsThatLookLikeAnotherProgramAreRefused() {
        SpawnRequest.Command first = command("A", Map.of(), "x", ":", "-np", "7");
        assertEquals("the arguments of A contain \": -np\", with which another program begins on the command line of"
            + " mpjrun; name this program last, or start this job with mpjrun",
            assertThrows(BootstrapException.class, () -> programs(first, command("B", Map.of()))).getMessage());
        assertEquals(List.of("-np", "2", "-cp", "", "A", ":", "x", ":", ":", "-np", "2", "-cp", "", "--", "B"),
            programs(command("A", Map.of(), ":", "x", ":"), command("B", Map.of())));
    }

    @Test
    void fileIsFoundInTheFoldersOfThePath() throws Exception {
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Map<String, String> info = Map.of("wdir", folder.toString(), "path", "none:programs");
        BootstrapException missing = assertThrows(BootstrapException.class, () -> programs(command("A.java", info)));
        assertEquals("there is no file " + folder.resolve("A.java") + " or " + folder.resolve("none/A.java") + " or "
            + programs.resolve("A.java"), missing.getMessage());
        Path file = Files.createFile(programs.resolve("A.java"));
        assertEquals(List.of("-np", "2", "-cp", folder.resolve("none") + ":" + programs, "--", file.toString()),
            programs(command("A.java", info)));
    }
}
