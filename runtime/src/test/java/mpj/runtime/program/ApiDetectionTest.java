package mpj.runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.UsageException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with two small APIs, and with programs that are compiled against one of them or against something else. */
class ApiDetectionTest {
    @TempDir
    static Path folder;

    private static LibraryFiles library;

    @BeforeAll
    static void makeApis() throws IOException {
        Path old = api("mpijava", Api.MPIJAVA, "public int Rank() { return 0; }");
        Path fresh = api("openmpi", Api.OPENMPI,
            "public int getRank() { return 0; } public void sendTo(int rank) throws Exception { } "
                + "public void sendTo(long[] ranks) { }");
        library = new LibraryFiles(List.of(old.toString(), fresh.toString()));
        // A member that neither API has, and members of both.
        api("other", Api.MPIJAVA,
            "public int rankOf(String[] s, long l) { return 0; } public int getRank() { return 0; }");
        api("both", Api.MPIJAVA, "public int Rank() { return 0; } public int getRank() { return 0; }");
    }

    private static Path api(String name, Api api, String members) throws IOException {
        Path sources = Files.createDirectories(folder.resolve(name + "-src/mpi"));
        Files.writeString(sources.resolve("Comm.java"),
            "package mpi; public class Comm { public int size; private int hidden; " + members + " }");
        Files.writeString(sources.resolve("Intracomm.java"), "package mpi; public class Intracomm extends Comm { }");
        Files.writeString(sources.resolve("MPI.java"),
            "package mpi; public class MPI { public static Intracomm COMM_WORLD = new Intracomm(); }");
        Path classes = folder.resolve(name);
        javac("-d", classes.toString(), sources + "/Comm.java", sources + "/Intracomm.java", sources + "/MPI.java");
        Files.createFile(classes.resolve(api.mark()));
        Path jar = folder.resolve(name + "-lib").resolve(api.jar());
        Files.createDirectories(jar.getParent());
        jar(jar, classes.toString());
        return jar;
    }

    private static void jar(Path jar, String classes) {
        assertEquals(0, tool("jar").run(System.out, System.err, "--create", "--file", jar.toString(), "-C", classes,
            "."));
    }

    private static ToolProvider tool(String name) {
        return ToolProvider.findFirst(name).orElseThrow();
    }

    private static void javac(String... arguments) {
        List<String> words = new ArrayList<>(List.of("-proc:none"));
        words.addAll(Arrays.asList(arguments));
        assertEquals(0, tool("javac").run(System.out, System.err, words.toArray(String[]::new)));
    }

    /** Compiles classes against an API, and returns their folder. */
    private String program(String name, String api, String... classes) throws IOException {
        Path sources = Files.createDirectories(folder.resolve(name));
        List<String> words = new ArrayList<>(List.of("-cp", folder.resolve(api).toString(), "-d", sources.toString()));
        for (int i = 0; i < classes.length; i++) {
            words.add(Files.writeString(sources.resolve(fileName(classes[i])), classes[i]).toString());
        }
        javac(words.toArray(String[]::new));
        return sources.toString();
    }

    private static String fileName(String type) {
        return type.replaceFirst("(?s).*?\\bclass (\\w+).*", "$1.java");
    }

    private static Api detect(String... classPath) {
        return new ApiDetection(library).of(null, "Main", List.of(classPath));
    }

    private static String refusal(String... classPath) {
        return assertThrows(UsageException.class, () -> detect(classPath)).getMessage();
    }

    private static String main(String body) {
        return "class Main { public static void main(String[] args) { " + body + " } }";
    }

    @Test
    void memberThatOneHasDecides() throws IOException {
        String call = "System.out.println(mpi.MPI.COMM_WORLD.%s());";
        assertEquals(Api.MPIJAVA, detect(program("a", "mpijava", main(call.formatted("Rank")))));
        assertEquals(Api.OPENMPI, detect(program("b", "openmpi", main(call.formatted("getRank")))));
    }

    @Test
    void ownClassesAreFollowedFromTheMainClass() throws IOException {
        String classes = program("c", "openmpi", main("new Middle().run();"),
            "class Middle { long l; double d; void run() { String s = \"x\" + l; new Part().run(); } }",
            "class Part { void run() { Runnable r = () -> System.out.println(mpi.MPI.COMM_WORLD.getRank()); } }");
        assertEquals(Api.OPENMPI, detect(classes));
        Path jar = folder.resolve("c.jar");
        jar(jar, classes);
        assertEquals(Api.OPENMPI, detect(folder.toString(), jar.toString()));
    }

    @Test
    void ownClassesInPackageMpiAndBelowAreNotMissing() throws IOException {
        String classes = program("own", "openmpi", main("mpi.threads.Simul.run(); mpi.Own.start();"),
            "package mpi.threads; public class Simul { static int n; public static void run() { n++; } }",
            "package mpi; public class Own extends Intracomm { int rank = getRank(); "
                + "public static void start() { new Own().rank++; } }");
        assertEquals(Api.OPENMPI, detect(classes));
        Path jar = folder.resolve("own.jar");
        jar(jar, classes);
        assertEquals(Api.OPENMPI, detect(jar.toString()));
        Path naming = folder.resolve("naming.jar");
        Path manifest = Files.writeString(folder.resolve("manifest"), "Class-Path: own.jar\n");
        assertEquals(0, tool("jar").run(System.out, System.err, "--create", "--file", naming.toString(), "--manifest",
            manifest.toString(), "-C", classes, "Main.class"));
        assertEquals(Api.OPENMPI, detect(naming.toString()));
    }

    @Test
    void memberThatAnOwnClassInPackageMpiLacksIsNamed() throws IOException {
        String message = refusal(program("lacking", "other", main("new mpi.Own().rankOf(args, 1); "
            + "mpi.MPI.COMM_WORLD.getRank();"), "package mpi; public class Own extends Intracomm { }"));
        assertTrue(message.contains("mpi.Own.rankOf(String[], long), which mpijava and openmpi lack"), message);
    }

    @Test
    void programThatDecidesNothingIsForMpiJava() throws IOException {
        assertEquals(Api.MPIJAVA, detect(program("d", "openmpi", main("mpi.MPI.COMM_WORLD.size++;"))));
        assertEquals(Api.MPIJAVA, detect(program("e", "openmpi", main("mpi.MPI.COMM_WORLD.hashCode();"))));
        assertEquals(Api.MPIJAVA, detect("/no/such/folder"));
    }

    @Test
    void classFileThatIsDamagedDecidesNothing() throws IOException {
        Path classes = Path.of(program("f", "openmpi", main("mpi.MPI.COMM_WORLD.getRank();")));
        byte[] whole = Files.readAllBytes(classes.resolve("Main.class"));
        Files.write(classes.resolve("Main.class"), Arrays.copyOf(whole, whole.length / 3));
        assertEquals(Api.MPIJAVA, detect(classes.toString()));
    }

    @Test
    void memberThatNeitherHasIsNamed() throws IOException {
        String message = refusal(program("g", "other",
            main("mpi.MPI.COMM_WORLD.getRank(); mpi.MPI.COMM_WORLD.rankOf(args, 1);")));
        assertTrue(message.startsWith("class Main uses int mpi.Intracomm.rankOf(String[], long), which mpijava and"
            + " openmpi lack"), message);
        assertTrue(message.contains("--api"), message);
    }

    @Test
    void programWithPartsOfBothIsToldOfOneOfEach() throws IOException {
        String message = refusal(program("h", "both",
            main("mpi.MPI.COMM_WORLD.getRank(); mpi.MPI.COMM_WORLD.Rank();")));
        assertTrue(message.contains("int mpi.Intracomm.getRank(), which mpijava lacks, and int mpi.Intracomm.Rank(),"
            + " which openmpi lacks"), message);
    }

    @Test
    void jarOnTheClassPathDecides() throws IOException {
        String classes = program("i", "mpijava", main("mpi.MPI.COMM_WORLD.size++;"));
        Path renamed = Files.copy(folder.resolve("openmpi-lib/mpj-openmpi.jar"), folder.resolve("mpj-openmpi-1.0.jar"));
        assertEquals(Api.OPENMPI, detect(classes, renamed.toString()));
        String both = refusal(classes, renamed.toString(), library.entries().getFirst());
        assertTrue(both.contains(renamed.toString()) && both.contains(library.entries().getFirst()), both);
        String other = assertThrows(UsageException.class, () -> new ApiDetection(library).of(Api.MPIJAVA, "Main",
            List.of(classes, renamed.toString()))).getMessage();
        assertTrue(other.contains("--api mpijava") && other.contains(renamed.toString()), other);
    }

    private static Program compile(String source, ByteArrayOutputStream err) throws IOException {
        Path file = Files.writeString(Files.createTempDirectory(folder, "source").resolve("Main.java"), source);
        List<Api> apis = new ApiDetection(library).possible(null, List.of());
        CacheFolder cache = CacheFolder.of(Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
        var before = System.err;
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            return new SourceCompiler(library, Jdk.running(), cache).compile(file, List.of(), List.of(), apis);
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void sourceIsForTheApiAgainstWhichItCompiles() throws IOException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(Api.MPIJAVA, compile(main("mpi.MPI.COMM_WORLD.Rank();"), err).api());
        assertEquals(Api.OPENMPI, compile(main("mpi.MPI.COMM_WORLD.getRank();"), err).api());
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void errorsOfASourceComeFromTheClosestApi() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String message = assertThrows(UsageException.class, () -> compile(main(
            "int rank = mpi.MPI.COMM_WORLD.getRank();\nmpi.MPI.COMM_WORLD.rankOf();"), err)).getMessage();
        assertTrue(message.contains("is in line 2: cannot find symbol, symbol: method rankOf()"), message);
        assertTrue(message.contains("openmpi"), message);
        String errors = err.toString(StandardCharsets.UTF_8);
        assertTrue(errors.contains("Main.java:2: error: cannot find symbol") && errors.endsWith("1 error\n"), errors);
    }

    @Test
    void wrongArgumentIsAnErrorWithAllApis() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String message = assertThrows(UsageException.class, () -> compile(main(
            "int rank = mpi.MPI.COMM_WORLD.getRank();\nmpi.MPI.COMM_WORLD.sendTo(args);"), err)).getMessage();
        assertTrue(message.contains("is in line 2: "), message);
        assertTrue(message.contains("Against openmpi there are the fewest errors"), message);
        assertTrue(err.toString(StandardCharsets.UTF_8).endsWith("1 error\n"), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void errorThatIsNotOfTheApiMentionsOnlyTheApiThatIsUsed() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String message = assertThrows(UsageException.class, () -> compile(main(
            "mpi.MPI.COMM_WORLD.sendTo(0);"), err)).getMessage();
        assertTrue(message.endsWith(
            "Main.java does not compile against openmpi, the API that fits it best"), message);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("unreported exception"),
            err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void syntaxErrorDoesNotMentionTheApis() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String message = assertThrows(UsageException.class, () -> compile(main("int x = ;"), err)).getMessage();
        assertTrue(message.endsWith("Main.java does not compile"), message);
        assertTrue(err.toString(StandardCharsets.UTF_8).endsWith("1 error\n"), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void sourceWithPartsOfBothIsToldOfOneOfEach() {
        String message = assertThrows(UsageException.class, () -> compile(main(
            "mpi.MPI.COMM_WORLD.getRank();\nmpi.MPI.COMM_WORLD.Rank();"), new ByteArrayOutputStream())).getMessage();
        assertTrue(message.contains("Against mpijava, the first error is in line 1"), message);
        assertTrue(message.contains("Against openmpi, the first error is in line 2"), message);
    }
}
