package mpj.runtime.launcher;

import static mpj.runtime.launcher.MpjrunProcess.name;
import static mpj.runtime.launcher.MpjrunProcess.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.host.Manifests;
import mpj.runtime.launcher.MpjrunProcess.Result;
import mpj.runtime.launcher.programs.Ranks;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
@Timeout(900)
class ProgramTest {
    @TempDir
    private static Path madeArchives;

    @TempDir
    Path folder;

    @Test
    void argumentsPassVerbatim() {
        // If no language is set, this JVM can pass only ASCII.
        String last = Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode('ä') ? "ä*" : "a*";
        Result result = run("-np", "1", name(Ranks.PrintArguments.class), "-np", "3", "a b", "", "--help", last);
        assertEquals("-np\n3\na b\n\n--help\n" + last + "\n", result.out(), result.err());
    }

    @Test
    void nameThatTheLocaleCannotReadIsRefusedWithTheRemedy() throws IOException {
        Path named = Files.createDirectory(folder.resolve("Größe"));
        ProcessBuilder inFolder = MpjrunProcess.command("-np", "1", name(Ranks.PrintArguments.class), "plain");
        inFolder.directory(named.toFile());
        ProcessBuilder asArgument = MpjrunProcess.command("-np", "1", name(Ranks.PrintArguments.class), "ä");
        for (ProcessBuilder command : List.of(inFolder, asArgument)) {
            command.environment().put("LC_ALL", "xx_YY.UTF-8");
            Result result = MpjrunProcess.start(command).closeInput().await();
            assertEquals(2, result.exitCode(), result.err());
            assertTrue(result.err().contains("letters that this JVM cannot read")
                && result.err().contains("LC_ALL=xx_YY.UTF-8") && result.err().contains("set LC_ALL=C.UTF-8"),
                result.err());
        }
    }

    @Test
    void argumentsOfMpjExpressComeFirstWhenAskedFor() {
        Result result = run("-np", "1", "--mpj-args", name(Ranks.PrintArguments.class), "own");
        assertEquals("0\n1\nmulticore\nown\n", result.out(), result.err());
        result = run("-np", "1", "-dev", "niodev", name(Ranks.PrintArguments.class), "own");
        assertEquals("0\n-\nniodev\nown\n", result.out(), result.err());
    }

    @Test
    void ranksExchangeValues() {
        Result result = run("-np", "4", name(Ranks.Exchange.class));
        assertEquals(List.of("sum 14", "sum 14", "sum 14", "sum 14"), result.lines(), result.err());
    }

    @Test
    void optionsReachTheRanks() {
        Result result = run("-Dcolor=red", "-J-Xmx100m", "-x", "FRUIT=apple", "--wdir", folder.toString(),
            "-Dmpj.transport=nio", "-dev", "niodev", name(Ranks.PrintSurroundings.class));
        assertTrue(result.lines().containsAll(List.of("color=red", "FRUIT=apple", "transport=nio",
            "folder=" + folder)), result.out() + result.err());
        assertTrue(result.out().matches("(?s).*heap=(9|10)\\d{7}\n.*"), result.out());
    }

    @Test
    void ownCollectorIsNoConflict() {
        Result result = run("-J-XX:+UseParallelGC", name(Ranks.PrintArguments.class), "runs");
        assertEquals("runs\n", result.out(), result.err());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void boundRanksTakeTheAllowedCoresInTurn() {
        int cores = CoreBinding.to(1, 1).cores();
        Result result = run("-np", "3", "--bind-to", "core", name(Ranks.PrintSurroundings.class));
        assertEquals(0, result.exitCode(), result.err());
        for (int rank = 0; rank < 3; rank++) {
            assertTrue(result.lines().contains("cores=" + rank + ":" + CoreBinding.to(1, 1).coresOf(rank % cores)),
                result.out());
        }
    }

    @Test
    void jarRunsItsMainClass() {
        Path jar = folder.resolve("my program.jar");
        String classes = MpjrunProcess.location(Ranks.class).toString();
        assertEquals(0, ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create",
            "--file", jar.toString(), "--main-class", name(Ranks.PrintArguments.class), "-C", classes, "."));
        Result result = run("-np", "2", "-cp", "", jar.toString(), "from a jar");
        assertEquals(List.of("from a jar", "from a jar"), result.lines(), result.err());
    }

    @Test
    void sourceFileIsCompiledOnceWithItsNeighbours() throws IOException {
        Path main = write("Main.java", "class Main { public static void main(String[] a) { Other.print(); } }");
        write("Other.java", "class Other { static void print() { System.out.println(\"first\"); } }");
        write("Broken.java", "this is not needed");
        Result first = run("-v", main.toString());
        assertEquals("first\n", first.out(), first.err());
        Result second = run("-v", main.toString());
        assertEquals("first\n", second.out(), second.err());
        Path classes = compiledClasses(second);
        assertEquals(compiledClasses(first), classes);
        assertTrue(Files.exists(classes.resolve("Other.class")), "not in " + classes);

        write("Other.java", "class Other { static void print() { System.out.println(\"second\"); } }");
        assertEquals("second\n", run(main.toString()).out());
    }

    @Test
    void compiledFilesAreThereForLaterRuns() throws IOException {
        Path main = write("org/test/Main.java", """
            package org.test;
            class Main { public static void main(String[] a) { System.out.println(Side.class + " " + Top.class); } }
            """);
        write("org/test/Side.java", "package org.test; class Side { }");
        Path top = write("other/org/test/Top.java", "package org.test; class Top { }");
        Path classes = folder.resolve("made/classes");
        Result compiled = run("--compile", main.toString(), "-d", classes.toString(), top.toString());
        assertEquals("", compiled.out() + compiled.err());
        assertEquals(0, compiled.exitCode());
        assertEquals("class org.test.Side class org.test.Top\n",
            run("-cp", classes.toString(), "org.test.Main").out());
        assertFalse(Files.exists(folder.resolve("org/test/Main.class")));
        Files.delete(top);
        write("org/test/Top.java", "package org.test; class Top { }");
        assertEquals(0, run("--compile", main.toString()).exitCode());
        assertTrue(Files.exists(folder.resolve("org/test/Main.class")), "not beside its source");
        assertTrue(Files.exists(folder.resolve("org/test/Side.class")), "not beside its source");
    }

    @Test
    void moduleIsCompiledWithTheLibraryAsModules() throws IOException {
        Path module = write("module-info.java", "module app { requires mpj.settings; }");
        Path main = write("app/Main.java", "package app; class Main { mpj.settings.Setting setting; }");
        Result compiled = run("--compile", "-d", folder.resolve("classes").toString(), module.toString(),
            main.toString());
        assertEquals(0, compiled.exitCode(), compiled.err());
        assertTrue(Files.exists(folder.resolve("classes/module-info.class")));
    }

    @Test
    void sourceThatDoesNotCompileIsNamed() throws IOException {
        Path wrong = write("Wrong.java", "class Wrong { int x = \"text\"; }");
        Path right = write("Right.java", "class Right { }");
        Result result = run("--compile", right.toString(), wrong.toString());
        assertEquals(2, result.exitCode(), result.err());
        assertTrue(result.err().contains("incompatible types"), result.err());
        assertEquals(List.of("mpjrun: " + right + ", " + wrong + " do not compile"), result.reports());
        assertSays("--compile: no file is named. Usage: ", "--compile", "-d", folder.toString());
        assertSays("--compile Main: its name does not end in .java", "--compile", "Main");
        assertSays("there is no file " + folder.resolve("No.java"), "--compile", folder.resolve("No.java").toString());
        assertSays("-d x: it is the folder for what --compile makes", "-d", "x", right.toString());
        assertSays("-d " + right + ": the folder cannot be made: ", "--compile", "-d", right.toString(),
            right.toString());
    }

    private static void assertSays(String beginning, String... arguments) {
        Result result = run(arguments);
        assertEquals(2, result.exitCode(), result.err());
        assertTrue(result.reports().getFirst().startsWith("mpjrun: " + beginning), result.err());
    }

    @Test
    void sourceFileInAPackageFindsItsRoot() throws IOException {
        Path source = write("org/test/Main.java", """
            package org.test;
            class Main { public static void main(String[] a) { System.out.println(Side.class.getName()); } }
            """);
        write("org/test/Side.java", "package org.test; class Side { }");
        assertEquals("org.test.Side\n", run(source.toString()).out());
    }

    @Test
    void twoLaunchersCompileTheSameFileAtOnce() throws IOException {
        Path source = write("Both.java", "class Both { public static void main(String[] a) { System.out.print(1); } }");
        MpjrunProcess one = MpjrunProcess.start(source.toString());
        MpjrunProcess other = MpjrunProcess.start(source.toString());
        for (MpjrunProcess each : List.of(one, other)) {
            Result result = each.await();
            assertEquals("1", result.out(), result.err());
        }
    }

    @Test
    void sourceFileRunsWithoutAWritableCache() throws IOException {
        Path source = write("Bare.java", "class Bare { public static void main(String[] a) { System.out.print(1); } }");
        Path noFolder = write("file", "");
        ProcessBuilder command = MpjrunProcess.command(source.toString());
        command.environment().put("XDG_CACHE_HOME", noFolder.toString());
        Result result = MpjrunProcess.start(command).await();
        assertEquals("1", result.out(), result.err());
    }

    @Test
    void sourceFileThatDoesNotCompileIsAnError() throws IOException {
        Path source = write("Wrong.java", "class Wrong { int x = \"text\"; }");
        Result result = run(source.toString());
        assertEquals(2, result.exitCode());
        assertTrue(result.err().contains("incompatible types"), result.err());
        assertEquals(List.of("mpjrun: " + source + " does not compile"), result.reports());
    }

    @Test
    void instanceMainRuns() {
        assertEquals("instance main\n", run(name(Ranks.InstanceMain.class)).out());
    }

    @Test
    void classThatDoesNotExistIsNamedOnce() {
        Result result = run("-np", "3", "-cp", folder.toString(), "no.such.Program");
        assertEquals(1, result.exitCode());
        assertEquals(1, result.reports().size(), result.err());
        assertTrue(result.reports().getFirst().contains("class no.such.Program was not found; class path: "),
            result.err());
        assertTrue(result.reports().getFirst().endsWith(folder.toString()), result.err());
    }

    @Test
    void intendedFileIsNamed() throws IOException {
        Files.writeString(folder.resolve("Solver.java"), "class Solver { }");
        Result noClass = run("-np", "1", "--wdir", folder.toString(), "Solver");
        assertTrue(noClass.reports().getFirst().contains("class Solver was not found"), noClass.err());
        assertTrue(noClass.reports().getFirst().endsWith(
            "; there is Solver.java: mpjrun Solver.java compiles and runs it"), noClass.err());
        assertEquals(List.of("mpjrun: Solver.class is a file; name the class, as java does: mpjrun Solver"),
            run("-np", "1", "Solver.class").reports());
        assertEquals(List.of("mpjrun: mpjrun itself starts java: name the program, as in mpjrun -np 2 Hello.java;"
            + " options of the JVM have -J before them"), run("-np", "1", "java", "Solver").reports());
    }

    @Test
    void classPathEntryThatDoesNotExistIsAWarningUntilTheProgramIsNotFound() {
        String classes = MpjrunProcess.location(Ranks.class).toString();
        String gone = folder.resolve("gone.jar").toString();
        Result runs = run("-np", "2", "-cp", gone + ":" + classes, name(Ranks.PrintArguments.class), "runs");
        assertEquals("runs\nruns\n", runs.out(), runs.err());
        assertEquals(List.of("mpjrun: warning: the class path names " + gone + ", which does not exist"),
            runs.reports());
        Result fails = run("-np", "2", "-cp", gone + ":" + classes, "no.such.Program");
        assertEquals(1, fails.exitCode());
        assertTrue(fails.reports().getLast().contains("class no.such.Program was not found"), fails.err());
        assertTrue(fails.reports().getLast().endsWith("; the class path also names " + gone
            + ", which does not exist"), fails.err());
    }

    @Test
    void classPathOfOtherHostsHasWhatManifestsName() throws IOException {
        Path lib = Files.createDirectories(folder.resolve("lib"));
        jar(lib.resolve("deep.jar"), "../program.jar");
        jar(lib.resolve("a b.jar"), "deep.jar");
        Path jar = jar(folder.resolve("program.jar"), "lib/a%20b.jar lib/ lib/missing.jar http://host/x.jar");
        Path other = jar(folder.resolve("other.jar"), "");
        assertEquals(List.of(jar, lib.resolve("a b.jar"), lib.resolve("deep.jar"), lib, other).stream()
            .map(Path::toString).toList(), Manifests.followed(List.of(jar.toString(), other.toString())));
    }

    private static Path jar(Path file, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            out.finish();
        }
        return file;
    }

    @Test
    void fileWhosePathHasTheSeparatorOfClassPathsIsRefused() throws IOException {
        Path jar = folder.resolve("a:b.jar");
        assertEquals(0, ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create",
            "--file", jar.toString(), "--main-class", name(Ranks.PrintArguments.class),
            "-C", MpjrunProcess.location(Ranks.class).toString(), "."));
        Result result = run(jar.toString());
        assertEquals(2, result.exitCode(), result.err());
        assertTrue(result.reports().getFirst().contains(jar + " has a ':'"), result.err());
    }

    @Test
    void optionsOfTheJvmThatConcernCompilingReachTheCompiler() throws IOException {
        Path source = write("Export.java", """
            class Export {
                public static void main(String[] a) {
                    System.out.println(jdk.internal.misc.VM.isBooted());
                }
            }
            """);
        Result result = run("-J--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", source.toString());
        assertEquals("true\n", result.out(), result.err());
        result = run("-J--add-exports", "-Jjava.base/jdk.internal.misc=ALL-UNNAMED", source.toString());
        assertEquals("true\n", result.out(), result.err());
        result = run(source.toString());
        assertEquals(2, result.exitCode(), "compiled without the option it needs");
    }

    @Test
    void previewIsEnabledForTheCompilerToo() throws IOException {
        // Primitive types in patterns, a preview feature since Java 23.
        Path source = write("Preview.java", """
            class Preview {
                public static void main(String[] a) {
                    if ((Object) a.length instanceof int length) {
                        System.out.println(length);
                    }
                }
            }
            """);
        Result result = run("-J--enable-preview", source.toString(), "x");
        assertEquals("1\n", result.out(), result.err());
    }

    @Test
    void classWithoutMainIsNamed() {
        Result result = run(name(Ranks.NoMain.class));
        assertEquals(1, result.exitCode());
        assertTrue(result.err().contains("class " + name(Ranks.NoMain.class) + " has no main method"), result.err());
    }

    @Test
    @SecondTier
    void damagedArchiveCostsNothingButTime() throws IOException {
        Path archives = folder.resolve("archives");
        ProcessBuilder command = withArchivesIn(archives, "-np", "2", name(Ranks.PrintArguments.class), "runs");
        Path rank = copyArchive(archives);
        byte[] archive = Files.readAllBytes(rank);
        for (int i = 0; i < 4_096; i++) {
            archive[i] ^= 0x55;
        }
        Files.write(rank, archive);
        Result result = MpjrunProcess.start(command).await();
        assertEquals("runs\nruns\n", result.out(), result.err());
        assertEquals("", result.err());

        Files.write(rank, new byte[10]);
        assertEquals("runs\nruns\n", MpjrunProcess.start(command).await().out());
        assertTrue(Files.size(rank) > 10, "an archive cut short is made again");
    }

    private static ProcessBuilder withArchivesIn(Path archives, String... arguments) {
        ProcessBuilder command = MpjrunProcess.command(arguments);
        command.command().replaceAll(word -> word.startsWith("-Dmpj.archive=") ? "-Dmpj.archive=" + archives : word);
        return command;
    }

    /** Gives a test an archive of its own, and answers where that of the ranks is. To make one takes long. */
    private static synchronized Path copyArchive(Path archives) throws IOException {
        Path made = makeArchive();
        Files.createDirectories(archives, PosixFilePermissions.asFileAttribute(
            PosixFilePermissions.fromString("rwx------"))); // mpjrun distrusts a folder in which others may write
        try (DirectoryStream<Path> files = Files.newDirectoryStream(madeArchives, Files::isRegularFile)) {
            for (Path file : files) {
                Files.copy(file, archives.resolve(file.getFileName()));
            }
        }
        return archives.resolve(made.getFileName());
    }

    /**
     * The archive of the ranks. On a busy machine the launcher may give up before the archive is made. It then leaves a
     * note that keeps it from trying again for ten minutes.
     */
    private static Path makeArchive() throws IOException {
        String err = "";
        for (int tries = 0; ; tries++) {
            for (String name : List.of("mpijava.rank.aot", "mpijava.rank.archive")) { // the first from JDK 25 on
                if (Files.exists(madeArchives.resolve(name))) {
                    return madeArchives.resolve(name);
                }
            }
            assertTrue(tries < 6, err);
            Files.deleteIfExists(madeArchives.resolve("no-time"));
            err = MpjrunProcess.start(withArchivesIn(madeArchives, "-np", "2", name(Ranks.PrintArguments.class)))
                .await().err();
        }
    }

    /** The archive is the test's own: while another launcher makes an archive, ranks start without it. */
    @Test
    void verboseShowsTheFlagsButNotTheSecret() throws IOException {
        Path archives = folder.resolve("archives");
        ProcessBuilder command = withArchivesIn(archives, "-v", name(Ranks.PrintArguments.class));
        copyArchive(archives);
        Result result = MpjrunProcess.start(command).await();
        assertTrue(result.err().contains("-XX:+UseSerialGC"), result.err());
        assertTrue(result.err().matches("(?s).*rank\\.(archive|aot).*"), result.err());
        assertFalse(result.err().matches("(?s).*[0-9a-f]{64}.*"), result.err());
    }

    @Test
    void programsCompileAgainstThePrintedClassPath() {
        Result result = run("--print-class-path");
        for (String entry : result.out().strip().split(File.pathSeparator)) {
            assertTrue(Files.exists(Path.of(entry)), entry);
        }
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static Path compiledClasses(Result result) {
        for (String word : result.err().split("[ :]")) {
            if (word.contains("/compiled/")) {
                return Path.of(word);
            }
        }
        throw new AssertionError("no compiled classes on the class path: " + result.err());
    }
}
