package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are modules: mpjrun -p PATH -m MODULE/CLASS. */
class ModulePathTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    static Path folder;

    /** Compiles one module for each API. Neither module exports its package. */
    @BeforeAll
    static void compile() throws IOException {
        module("old.app", "mpj", "mpi.MPI.COMM_WORLD.Rank()");
        module("other.app", "mpj.openmpi", "mpi.MPI.COMM_WORLD.getRank()");
    }

    private static void module(String name, String api, String rank) throws IOException {
        Path sources = folder.resolve("src/" + name);
        Path program = Files.createDirectories(sources.resolve("app")).resolve("Main.java");
        Files.writeString(sources.resolve("module-info.java"), "module " + name + " { requires " + api + "; }");
        Files.writeString(program, """
            package app;
            class Main {
                public static void main(String[] args) {
                    mpi.MPI.Init(args);
                    System.out.println(Main.class.getModule() + " " + %s + " " + String.join(" ", args));
                    mpi.MPI.Finalize();
                }
            }
            """.formatted(rank));
        int exitCode = ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err, "-p",
            System.getProperty("tests.lib"), "-d", folder.resolve("modules/" + name).toString(),
            sources.resolve("module-info.java").toString(), program.toString());
        assertEquals(0, exitCode);
    }

    private static Job.Result run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(Job.launcher(Path.of(System.getProperty("tests.folder"),
            "archive")));
        command.addAll(List.of(arguments));
        return Job.of(new ProcessBuilder(command)).await(LIMIT);
    }

    private static String modules() {
        return folder.resolve("modules").toString();
    }

    @Test
    void moduleRunsAndItsApiIsFound() throws IOException {
        for (String name : List.of("old.app", "other.app")) {
            Job.Result result = run("-np", "2", "-p", modules(), "-m", name + "/app.Main", "-np", "x");
            assertEquals(0, result.exitCode(), result::toString);
            assertEquals(List.of("module " + name + " 0 -np x", "module " + name + " 1 -np x"),
                result.out().stream().sorted().toList(), result::toString);
        }
    }

    @Test
    void badModuleIsAnErrorWithTheRemedy() throws IOException {
        assertRefused("-m no.app: there is no such module; the module path is " + modules(), "-p", modules(), "-m",
            "no.app/app.Main");
        assertRefused("/bin/ls: this is neither a .java nor a .jar file; name a class as in -cp FOLDER package.Class",
            "-p", modules(), "-m", "/bin/ls");
        assertRefused("-m old.app: the module names no main class; name it with -m old.app/CLASS", "-p", modules(),
            "-m", "old.app");
        assertRefused("-m old.app/app.Main: the module path is missing; name it with -p PATH", "-m",
            "old.app/app.Main");
        assertRefused("-cp x: a job with -m has no class path; put entries that are not modules into -p as well",
            "-cp", "x", "-p", modules(), "-m", "old.app/app.Main");
        assertRefused("-m old.app/app.Main: a module is loaded once, and each rank needs classes of its own, and with"
            + " -Dmpj.transport=threads", "-Dmpj.transport=threads", "-p", modules(), "-m", "old.app/app.Main");
        assertRefused("classes/Main: this is neither a .java nor a .jar file; name a class as in -cp FOLDER"
            + " package.Class", "classes/Main");
    }

    @Test
    void classThatTheModuleLacksIsNamedOnce() throws IOException {
        Job.Result result = run("-np", "2", "-p", modules(), "-m", "old.app/app.Missing");
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals(1, result.err().stream().filter(line -> line.contains(
            "class app.Missing was not found in module old.app")).count(), result::toString);
    }

    private static void assertRefused(String message, String... arguments) throws IOException {
        Job.Result result = run(arguments);
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.err().getFirst().startsWith("mpjrun: " + message), result::toString);
    }
}
