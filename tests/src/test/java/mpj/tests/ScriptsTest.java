package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts in bin/, in a checkout of two modules, where the second module depends on the first. Tests what they
 * build and what they start. The build of this checkout makes empty jars, and its Java prints its arguments.
 */
@Timeout(600)
class ScriptsTest {
    private static final Path HOME = Path.of(System.getProperty("tests.lib")).getParent().getParent();
    private static final Path STARTER = HOME.resolve("target/starter/starter.jar");
    /** The version of Java 8 in a class file. */
    private static final int JAVA_8 = 52;
    private static final long LIMIT_SECONDS = 120;
    private static final String NOBODY = "65534";
    /** The line that a build prints before it waits. */
    private static final String HOLDS = "[ERROR] holds";
    /** The tools that the scripts, and the build of these tests, take from PATH. */
    private static final List<String> TOOLS = List.of("basename", "cat", "dirname", "find", "flock", "grep", "id", "ls",
        "mkdir", "mv", "readlink", "rm", "sed", "sh", "touch", "tr");
    private static final String BUILDING = "mpjrun: building the library";
    /** The times of sources lie in the past. The times of the files that a build makes lie after them. */
    private static final Instant LONG_AGO = Instant.now().minusSeconds(3_600);

    @TempDir
    Path folder;

    private Path home;
    private Path jdk;

    private record Result(int exitCode, String out, String err) {
        boolean built() {
            return err.contains(BUILDING);
        }
    }

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout(folder.resolve("home"));
        jdk = folder.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        script(jdk.resolve("bin/java"), "for word; do echo \"$word\"; done");
        script(jdk.resolve("bin/javac"), "exit 1");
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
        // Other users must be able to read the folder.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void checkout(Path path) throws IOException {
        home = path;
        for (String name : List.of("bin/mpjrun", "bin/bench", "bin/find-jdk")) {
            Path file = home.resolve(name);
            Files.createDirectories(file.getParent());
            Files.copy(HOME.resolve(name), file, StandardCopyOption.COPY_ATTRIBUTES);
        }
        old("pom.xml", "<module>low</module>\n<module>part/high</module>\n");
        for (String module : List.of("low", "part/high")) {
            old(module + "/pom.xml", "");
            old(module + "/src/main/java/module-info.java", "");
        }
        script(home.resolve("mvnw"), """
            cd "$(dirname "$0")" || exit
            lib=$PWD/target/lib
            built=$PWD/target/built
            [ -z "$HOLD" ] || { echo '[ERROR] holds'; read -r line <"$HOLD/fifo"; }
            mkdir -p "$lib" "$built"
            all=$(sed -n 's/.*<module>\\(.*\\)<.module>.*/\\1/p' pom.xml)
            without=
            while [ $# -gt 0 ]; do
              if [ "$1" = -pl ]; then without=,$2,; fi
              shift
            done
            # As .mvn/stamp.xml does.
            for module in ${MODULES:-$all}; do
              case $without in *",!$module,"*) continue ;; esac
              touch begun
              jar=$(basename "$module").jar
              [ "$lib/$jar" -nt "$module/src/main/java/module-info.java" ] || echo classes >"$lib/$jar"
              [ "$module" = low ] || echo low.jar >>begun.jars
              touch -r begun begun.jars
              mv begun.jars "$built/$(echo "$module" | tr / +)"
            done
            [ -z "$FAIL" ] || { echo '[ERROR] it does not compile'; exit 1; }
            """);
    }

    /** Writes a file with an old time, in folders with old times. */
    private void old(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        for (Path each = file; !each.equals(home); each = each.getParent()) {
            Files.setLastModifiedTime(each, FileTime.from(LONG_AGO));
        }
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private ProcessBuilder command(String... words) {
        List<String> command = new ArrayList<>(Arrays.asList(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        return builder;
    }

    private Result run(String script, String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(home.resolve("bin").resolve(script).toString()));
        words.addAll(Arrays.asList(arguments));
        return end(command(words.toArray(String[]::new)));
    }

    /**
     * Runs as a user who may only read the checkout. This is another user, or the owner of the checkout, because only
     * root can become another user.
     */
    private Result asReader(String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(home.resolve("bin/mpjrun").toString()));
        words.addAll(Arrays.asList(arguments));
        if ("root".equals(System.getProperty("user.name"))) {
            words.addAll(0, List.of("setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"));
            return end(command(words.toArray(String[]::new)));
        }
        permit("a-w");
        try {
            return end(command(words.toArray(String[]::new)));
        } finally {
            // Afterwards the folder is deleted.
            permit("u+w");
        }
    }

    private void permit(String mode) throws Exception {
        assertEquals(0, end(command("chmod", "-R", mode, home.toString())).exitCode());
    }

    /** Waits for the end of a command. Its output is short enough for the pipes. */
    private static Result end(ProcessBuilder command) throws Exception {
        Process process = command.start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> command.command() + " does not end");
            return new Result(process.exitValue(),
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8),
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** The value of the variable that decides how the JVM reads names. The script runs with these definitions. */
    private String localeOfJava(String... definitions) throws Exception {
        script(jdk.resolve("bin/java"), "echo \"${LC_ALL:-${LC_CTYPE:-$LANG}}\"");
        List<String> words = new ArrayList<>(List.of("env", "-u", "LC_ALL", "-u", "LC_CTYPE", "-u", "LANG"));
        words.addAll(Arrays.asList(definitions));
        words.addAll(List.of(home.resolve("bin/mpjrun").toString(), "App"));
        return end(command(words.toArray(String[]::new))).out().strip();
    }

    private void maven(String modules) throws Exception {
        ProcessBuilder build = command(home.resolve("mvnw").toString());
        build.environment().put("MODULES", modules);
        Result result = end(build);
        assertEquals(0, result.exitCode(), result.err());
    }

    /**
     * Files that are written after this call are newer. The clock of the file system ticks only every few milliseconds.
     */
    private void touch(String name) throws IOException {
        Instant now = Instant.now();
        Files.setLastModifiedTime(home.resolve(name), FileTime.from(now));
        Path later = home.resolve("later");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        do {
            assertTrue(System.nanoTime() < deadline, "the file system's clock stands still");
            Files.writeString(later, "");
        } while (!Files.getLastModifiedTime(later).toInstant().isAfter(now));
        Files.delete(later);
    }

    @Test
    void namesAreUtf8WithoutALocale() throws Exception {
        for (String locale : List.of("LANG=", "LANG=C", "LC_CTYPE=POSIX", "LC_ALL=C", "LC_ALL=POSIX")) {
            assertEquals("C.UTF-8", localeOfJava(locale), locale);
        }
        assertEquals("de_DE.ISO-8859-1", localeOfJava("LANG=de_DE.ISO-8859-1"));
        assertEquals("de_DE.UTF-8", localeOfJava("LANG=C", "LC_ALL=de_DE.UTF-8"));
    }

    @Test
    void checkoutIsBuiltOnceAndAgainWhenASourceChanges() throws Exception {
        assertTrue(run("mpjrun", "x").built());
        Result second = run("mpjrun", "x");
        assertEquals("", second.err());
        assertTrue(second.out().endsWith("mpj.runtime.launcher.Mpjrun\nx\n"), second.out());
        for (String source : List.of("part/high/src/main/java/module-info.java", "low/pom.xml", "pom.xml")) {
            touch(source);
            assertTrue(run("mpjrun", "x").built(), source);
            assertFalse(run("mpjrun", "x").built(), source);
        }
    }

    @Test
    void modulesThatMavenBuiltAreNotBuiltAgain() throws Exception {
        maven("low part/high");
        assertEquals("", run("mpjrun", "x").err());
    }

    @Test
    void buildOfAPartCountsUnlessItChangedAJarThatOthersWereCompiledAgainst() throws Exception {
        maven("low part/high");
        touch("part/high/src/main/java/module-info.java");
        maven("part/high");
        assertEquals("", run("mpjrun", "x").err());
        touch("low/src/main/java/module-info.java");
        maven("low");
        assertTrue(run("mpjrun", "x").built(), "part/high was compiled against what low was before");
    }

    @Test
    void moduleInTheFolderOfAnotherIsNoPartOfIt() throws Exception {
        old("pom.xml", "<module>low</module>\n<module>low/inner</module>\n<module>part/high</module>\n");
        old("low/inner/pom.xml", "");
        old("low/inner/src/main/java/module-info.java", "");
        maven("low low/inner part/high");
        touch("low/inner/src/main/java/module-info.java");
        maven("low/inner");
        assertEquals("", run("mpjrun", "x").err());
        touch("low/inner/src/main/java/module-info.java");
        assertTrue(run("mpjrun", "x").built());
    }

    @Test
    void buildOfAPartIsNotOneOfTheWhole() throws Exception {
        maven("low");
        assertTrue(run("mpjrun", "x").built());
    }

    /** A newcomer's first job does not wait until tests, benchmarks and what they need are fetched and compiled. */
    @Test
    void programNeedsTheLibraryOnly() throws Exception {
        old("pom.xml", "<module>low</module>\n<module>part/high</module>\n<module>bench</module>\n"
            + "<module>bench/npb</module>\n<module>tycho</module>\n<module>tests</module>\n");
        for (String module : List.of("bench", "bench/npb", "tycho", "tests")) {
            old(module + "/pom.xml", "");
            old(module + "/src/main/java/module-info.java", "");
        }
        assertTrue(run("mpjrun", "x").built());
        assertEquals(Set.of("low", "part+high"), modulesBuilt());
        assertEquals("", run("mpjrun", "x").err());
        assertTrue(run("bench", "imb").built());
        assertEquals(Set.of("low", "part+high", "bench", "bench+npb"), modulesBuilt());
        touch("bench/src/main/java/module-info.java");
        assertEquals("", run("mpjrun", "x").err());
        assertTrue(run("bench", "imb").built());
        Files.copy(HOME.resolve("bin/mediator"), home.resolve("bin/mediator"), StandardCopyOption.COPY_ATTRIBUTES);
        assertTrue(run("mediator").built());
        assertEquals(Set.of("low", "part+high", "bench", "bench+npb", "tycho"), modulesBuilt());
    }

    private Set<String> modulesBuilt() throws IOException {
        try (var files = Files.list(home.resolve("target/built"))) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    /** Uses real modules and stamps. The build that made the jars of these tests is up to date. */
    @Test
    void libraryUnderTestCountsAsBuilt() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("links/bin"));
        home = bin.getParent();
        List<Path> links = new ArrayList<>();
        try {
            link(HOME, home, List.of("bin", "target", "mvnw"), links);
            link(HOME.resolve("target"), home.resolve("target"), List.of("lib"), links);
            link(HOME.resolve("target/lib"), home.resolve("target/lib"), List.of(".jdk"), links);
            for (String name : List.of("mpjrun", "find-jdk")) {
                Files.copy(HOME.resolve("bin").resolve(name), bin.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
            }
            script(home.resolve("mvnw"), "exit 1");
            Result result = run("mpjrun", "x");
            assertEquals("", result.err());
            assertTrue(result.out().contains("mpj.jar"), result.out());
            // A program does not have jars that are no part of the library.
            assertFalse(Pattern.compile("/mpj-(bench|npb|apps)|picocli").matcher(result.out()).find(), result.out());
        } finally {
            for (Path link : links) {
                Files.delete(link);
            }
        }
    }

    @Test
    void buildSaysWhichJarsAModuleWasCompiledAgainst() throws IOException {
        Path built = HOME.resolve("target/built");
        assertEquals("", Files.readString(built.resolve("settings")));
        List<String> ofCore = Files.readAllLines(built.resolve("core"));
        assertTrue(ofCore.containsAll(List.of("mpj-buffers.jar", "mpj-settings.jar")), ofCore::toString);
        assertTrue(Files.exists(built.resolve("transports+nio")));
    }

    /** On Windows there is no shell. */
    @Test
    void buildStartsNoProgramButThoseOfTheJdk() throws IOException {
        Pattern started = Pattern.compile("<executable>(.*?)</executable>");
        int poms = 0;
        try (var files = Files.find(HOME, 3, (file, _) -> file.endsWith("pom.xml"))) {
            for (Path pom : (Iterable<Path>) files::iterator) {
                poms++;
                assertEquals(Set.of(), started.matcher(Files.readString(pom)).results().map(found -> found.group(1))
                    .filter(program -> !program.matches("\\$\\{java\\.home}/bin/(java|jlink)"))
                    .collect(Collectors.toSet()),
                    pom::toString);
            }
        }
        assertTrue(poms > 20, "only " + poms + " poms were found below " + HOME);
    }

    private static void link(Path from, Path to, List<String> without, List<Path> links) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (!without.contains(file.getFileName().toString())) {
                    links.add(Files.createSymbolicLink(to.resolve(file.getFileName()), file));
                }
            }
        }
    }

    /**
     * Lets find-jdk look for Java in a folder of the test instead of this machine's places. Only the JDKs that are made
     * below {@code usr/lib/jvm} in this folder are installed.
     */
    private ProcessBuilder onAnotherMachine(String javaHome, String... words) throws IOException {
        Path script = home.resolve("bin/find-jdk");
        String text = Files.readString(HOME.resolve("bin/find-jdk"));
        for (String place : List.of("/usr/", "/opt/", "/Library/")) {
            assertTrue(text.contains(" " + place), place);
            text = text.replace(" " + place, " \"$machine\"" + place);
        }
        Files.writeString(script, text);
        Path tools = folder.resolve("tools");
        if (!Files.exists(tools)) {
            Files.createDirectory(tools);
            for (String tool : TOOLS) {
                Path real = Path.of("/usr/bin", tool);
                script(tools.resolve(tool), "exec " + (Files.exists(real) ? real : "/bin/" + tool) + " \"$@\"");
            }
        }
        ProcessBuilder builder = command(words);
        builder.environment().keySet().removeAll(List.of("JAVA_HOME", "JDK_HOME"));
        if (!javaHome.isEmpty()) {
            builder.environment().put("JAVA_HOME", javaHome);
        }
        builder.environment().put("machine", folder.resolve("machine").toString());
        builder.environment().put("HOME", folder.resolve("nobody").toString());
        builder.environment().put("PATH", tools.toString());
        return builder;
    }

    private Result onAnotherMachine(List<String> arguments, String javaHome) throws Exception {
        List<String> words = new ArrayList<>(List.of(home.resolve("bin/mpjrun").toString()));
        words.addAll(arguments);
        return end(onAnotherMachine(javaHome, words.toArray(String[]::new)));
    }

    /** Makes a Java whose command prints its own place. */
    private Path java(String name, String version, boolean compiles) throws IOException {
        Path java = folder.resolve(name);
        Files.createDirectories(java.resolve("bin"));
        script(java.resolve("bin/java"), "echo \"$0\"; for word; do echo \"$word\"; done");
        if (compiles) {
            script(java.resolve("bin/javac"), "exit 1");
        }
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return java;
    }

    private void assertRunsWith(Path java, List<String> arguments, String javaHome) throws Exception {
        Result result = onAnotherMachine(arguments, javaHome);
        assertEquals("", result.err());
        assertTrue(result.out().startsWith(java.resolve("bin/java") + "\n"), result.out());
    }

    @Test
    void jreRunsCompiledPrograms() throws Exception {
        maven("low part/high");
        Path jre = java("machine/usr/lib/jvm/jre-25", "25.0.1", false);
        assertRunsWith(jre, List.of("App"), "");
        assertRunsWith(jre, List.of("App.jar"), "");
        // The launcher then says that it needs a JDK.
        assertRunsWith(jre, List.of("App.java"), "");
    }

    @Test
    void jdkIsPreferredToAJreUnlessJavaHomeNamesThat() throws Exception {
        maven("low part/high");
        Path jre = java("machine/usr/lib/jvm/a-jre-26", "26", false);
        Path other = java("elsewhere", "25", false);
        assertRunsWith(jre, List.of("App"), "");
        Path compiles = java("machine/usr/lib/jvm/z-jdk-25", "25", true);
        assertRunsWith(other, List.of("App"), other.toString());
        assertRunsWith(compiles, List.of("App"), folder.resolve("none").toString());
        assertRunsWith(compiles, List.of("App"), java("old", "21", false).toString());
    }

    @Test
    void javaOfTheInstallationComesBeforeAllOthers() throws Exception {
        maven("low part/high");
        Path other = java("elsewhere", "25", true);
        assertRunsWith(other, List.of("App"), other.toString());
        Path own = java(folder.relativize(home) + "/java", "25", false);
        assertRunsWith(own, List.of("App"), other.toString());
        String find = home.resolve("bin/find-jdk").toString();
        assertEquals(own + "\n", end(onAnotherMachine(other.toString(), find, "--jre")).out());
        assertEquals(other + "\n", end(onAnotherMachine(other.toString(), find)).out());
    }

    /** This holds whether or not an earlier command took the JRE and remembered it. */
    @Test
    void sourceIsCompiledByAJdkBesideTheJre() throws Exception {
        maven("low part/high");
        Path jre = java("elsewhere", "25", false);
        Path compiles = java("machine/usr/lib/jvm/jdk-25", "25", true);
        assertRunsWith(jre, List.of("App"), jre.toString());
        assertRunsWith(compiles, List.of("-np", "2", "folder/App.java", "x"), jre.toString());
        assertRunsWith(jre, List.of("App"), jre.toString());
    }

    @Test
    void buildTakesAJdk() throws Exception {
        java("machine/usr/lib/jvm/jre-25", "25", false);
        Result result = onAnotherMachine(List.of("App"), "");
        assertEquals(1, result.exitCode(), result.err());
        assertFalse(result.built(), result.err());
        assertTrue(result.err().contains("jre-25 (JRE 25: it has no javac)\n"), result.err());
        assertTrue(result.err().contains("mpjrun: the library in " + home + " is to be built, "), result.err());
        Path compiles = java("machine/usr/lib/jvm/jdk-25", "25", true);
        assertEquals(0, onAnotherMachine(List.of("App"), "").exitCode());
        assertRunsWith(compiles, List.of("App.java"), "");
    }

    @Test
    void unsuitableJavaIsNamedWithTheReason() throws Exception {
        Path old = java("machine/usr/lib/jvm/jdk-17", "17.0.9", true);
        Path oldJre = java("machine/usr/lib/jvm/jre-21", "21.0.1", false);
        Path jre = java("machine/opt/jre-25", "25", false);
        Result result = end(onAnotherMachine("/nowhere", home.resolve("bin/find-jdk").toString()));
        assertEquals(1, result.exitCode());
        assertEquals("", result.out());
        assertTrue(result.err().startsWith("No JDK 22 or later was found."), result.err());
        assertTrue(result.err().contains("\n  /nowhere (JAVA_HOME: there is no bin/java)\n  " + old
            + " (JDK 17: too old)\n  " + oldJre + " (JRE 21: too old)\n  " + jre + " (JRE 25: it has no javac)\n"),
            result.err());
        Files.delete(jre.resolve("release"));
        result = onAnotherMachine(List.of("App"), "");
        assertEquals(1, result.exitCode());
        assertTrue(result.err().startsWith("No Java 22 or later was found."), result.err());
        assertTrue(result.err().contains(old + " (JDK 17: too old)\n  " + oldJre + " (JRE 21: too old)\n"),
            result.err());
    }

    @Test
    void failedBuildIsAnErrorWithMavensReason() throws Exception {
        ProcessBuilder build = command(home.resolve("bin/mpjrun").toString(), "x");
        build.environment().put("FAIL", "yes");
        Result result = end(build);
        assertEquals(1, result.exitCode(), result.err());
        assertTrue(result.err().contains("[ERROR] it does not compile\nmpjrun: the build failed; "), result.err());
        assertEquals("", result.out());
    }

    /** With a real JVM, which knows all options of the script itself. */
    @Test
    void misspeltJvmOptionOfAMediatorIsAnError() throws Exception {
        Files.copy(HOME.resolve("bin/mediator"), home.resolve("bin/mediator"), StandardCopyOption.COPY_ATTRIBUTES);
        old("tycho/mediator.jar", "");
        Result known = mediator("-version");
        assertEquals(0, known.exitCode(), known.err());
        Result misspelt = mediator("-XX:+UseSerialCG -version");
        assertEquals(1, misspelt.exitCode(), misspelt.err());
        assertTrue((misspelt.out() + misspelt.err()).contains("Unrecognized VM option 'UseSerialCG'"), misspelt.err());
    }

    @Test
    void mediatorHasCompactHeadersWhereTheJvmKnowsThem() throws Exception {
        Files.copy(HOME.resolve("bin/mediator"), home.resolve("bin/mediator"), StandardCopyOption.COPY_ATTRIBUTES);
        old("tycho/mediator.jar", "");
        assertTrue(run("mediator").out().contains("-XX:+UseCompactObjectHeaders\n"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"23.0.2\"\n");
        assertFalse(run("mediator").out().contains("CompactObjectHeaders"));
    }

    private Result mediator(String options) throws Exception {
        ProcessBuilder command = command(home.resolve("bin/mediator").toString());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().put("MEDIATOR_JVM_OPTIONS", options);
        return end(command);
    }

    @Test
    void userWhoCannotWriteIsToldSo() throws Exception {
        Result result = asReader("x");
        assertEquals(1, result.exitCode(), result.err());
        assertTrue(result.err().contains("cannot write " + home.resolve("target")), result.err());
        assertTrue(result.err().contains("have " + System.getProperty("user.name") + " run ./mvnw"), result.err());
        assertEquals("", result.out());
    }

    @Test
    void builtCheckoutRunsForUsersWhoCannotWriteThere() throws Exception {
        maven("low part/high");
        Result result = asReader("x");
        assertEquals("", result.err());
        assertEquals(0, result.exitCode());
        assertTrue(result.out().endsWith("Mpjrun\nx\n"), result.out());
    }

    @Test
    void buildUnderWayIsWaitedForAndNamed() throws Exception {
        Path hold = Files.createDirectory(folder.resolve("hold"));
        assertEquals(0, end(command("mkfifo", hold.resolve("fifo").toString())).exitCode());
        ProcessBuilder holding = command(home.resolve("bin/mpjrun").toString(), "first");
        holding.environment().put("HOLD", hold.toString());
        Process first = holding.start();
        Process second = null;
        try (BufferedReader errors = reader(first)) {
            assertTrue(errors.readLine().startsWith(BUILDING));
            assertEquals(HOLDS, errors.readLine());
            second = command(home.resolve("bin/mpjrun").toString(), "second").start();
            try (BufferedReader words = reader(second)) {
                assertEquals("mpjrun: process " + first.pid() + " is building the library; waiting for it",
                    words.readLine());
                Files.writeString(hold.resolve("fifo"), "go on\n");
                assertTrue(first.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
                assertTrue(second.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
                assertEquals(null, words.readLine(), "said more than once, or built once more");
            }
            assertEquals(0, first.exitValue());
            assertEquals(0, second.exitValue());
        } finally {
            end(first);
            end(second);
        }
    }

    /** The lock of a killed build delays nobody. */
    @Test
    void killedBuildIsNotWaitedFor() throws Exception {
        Path hold = Files.createDirectory(folder.resolve("hold"));
        assertEquals(0, end(command("mkfifo", hold.resolve("fifo").toString())).exitCode());
        ProcessBuilder holding = command(home.resolve("bin/mpjrun").toString(), "first");
        holding.environment().put("HOLD", hold.toString());
        Process first = holding.start();
        try (BufferedReader errors = reader(first)) {
            assertTrue(errors.readLine().startsWith(BUILDING));
            assertEquals(HOLDS, errors.readLine());
        } finally {
            end(first);
        }
        Result second = run("mpjrun", "x");
        assertEquals(0, second.exitCode(), second.err());
        assertTrue(second.err().startsWith(BUILDING), second.err());
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    }

    private static void end(Process process) throws InterruptedException {
        if (process != null) {
            List<ProcessHandle> started = process.descendants().toList();
            process.destroyForcibly().waitFor();
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void pathWithTheSeparatorOfClassPathsIsRefused() throws Exception {
        checkout(folder.resolve("a:b"));
        Result result = run("mpjrun", "x");
        assertEquals(1, result.exitCode());
        assertTrue(result.err().startsWith("mpjrun: the library is in " + home + ", "), result.err());
        assertTrue(result.err().contains("move the library"), result.err());
        assertEquals("", result.out());
    }

    @Test
    void pathWithSpacesIsNone() throws Exception {
        checkout(folder.resolve("a [b] * c"));
        assertTrue(run("mpjrun", "x").built());
        Result result = run("mpjrun", "x");
        assertEquals("", result.err());
        assertTrue(result.out().contains(home + "/target/lib/high.jar:" + home + "/target/lib/low.jar"), result.out());
    }

    /** Unpacks an archive. Its Java prints its words, and ends with the status that the environment names. */
    private void unpack() throws IOException {
        home = folder.resolve("unpacked");
        Path bin = Files.createDirectories(home.resolve("bin"));
        Path lib = Files.createDirectories(home.resolve("lib"));
        for (String name : List.of("mpjrun", "mpjrun.sh", "mpjd", "mpjnamed", "find-jdk")) {
            Files.copy(HOME.resolve("bin").resolve(name), bin.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
        for (String name : List.of("high.jar", "low.jar")) {
            Files.writeString(lib.resolve(name), "classes");
        }
        Files.copy(STARTER, lib.resolve("starter.jar"));
        script(jdk.resolve("bin/java"), "for word; do echo \"$word\"; done\nexit ${STATUS:-0}");
    }

    private ProcessBuilder starter(Path jar, String... arguments) {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-jar", jar.toString()));
        words.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = command(words.toArray(String[]::new));
        builder.environment().remove("MPJ_HOME");
        return builder;
    }

    @Test
    void starterIsOnNoClassPath() throws Exception {
        unpack();
        for (String script : List.of("mpjrun", "mpjd")) {
            Result result = run(script, "x");
            assertTrue(result.out().contains("/lib/high.jar:"), result.out() + result.err());
            assertFalse(result.out().contains("starter.jar"), result.out());
        }
    }

    @Test
    void nameServerHasOneJar() throws Exception {
        unpack();
        Result result = run("mpjnamed", "--listen", "a b:0");
        assertEquals(0, result.exitCode(), result.err());
        assertTrue(result.out().endsWith("-cp\n" + home.resolve("bin/../lib/mpj-runtime.jar")
            + "\nmpj.runtime.names.Mpjnamed\n--listen\na b:0\n"), result.out());
    }

    @Test
    void startsOfMpjExpressAreStartsOfMpjrun() throws Exception {
        unpack();
        String words = "mpj.runtime.launcher.Mpjrun\n--mpj-express\n-np\n2\nHello\na b\n\n*\n";
        String[] arguments = {"-np", "2", "Hello", "a b", "", "*"};
        Result result = run("mpjrun.sh", arguments);
        assertTrue(result.out().endsWith(words), result.out() + result.err());
        ProcessBuilder builder = starter(home.resolve("lib/starter.jar"), arguments);
        builder.environment().put("STATUS", "7");
        result = end(builder);
        assertTrue(result.out().endsWith(words), result.out() + result.err());
        assertEquals(7, result.exitCode());
        Path copy = Files.copy(STARTER, folder.resolve("copy.jar"));
        builder = starter(copy, arguments);
        builder.environment().put("MPJ_HOME", home.toString());
        result = end(builder);
        assertTrue(result.out().endsWith(words), result.out() + result.err());
        result = end(starter(copy, arguments));
        assertEquals(1, result.exitCode());
        assertTrue(result.err().contains("leave starter.jar where it was unpacked, or set MPJ_HOME"), result.err());
    }

    @Test
    void starterRunsOnAnOldJava() throws IOException {
        try (ZipFile jar = new ZipFile(STARTER.toFile());
            InputStream classFile = jar.getInputStream(jar.getEntry("runtime/starter/MPJRun.class"))) {
            assertEquals(JAVA_8, ByteBuffer.wrap(classFile.readNBytes(8)).getShort(6));
        }
    }

    @Test
    void endingTheStarterEndsTheJob() throws Exception {
        unpack();
        script(jdk.resolve("bin/java"), "echo $$; exec sleep 1000");
        Process starter = starter(home.resolve("lib/starter.jar"), "Hello").start();
        try (BufferedReader out = new BufferedReader(new InputStreamReader(starter.getInputStream(),
            StandardCharsets.UTF_8))) {
            long pid = Long.parseLong(out.readLine());
            ProcessHandle job = ProcessHandle.of(pid).orElseThrow();
            starter.destroy();
            assertTrue(starter.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "the starter does not end");
            assertFalse(job.isAlive(), "the job goes on without its starter");
        } finally {
            end(starter);
        }
    }

    @Test
    void benchmarksTakeAllOptionsOfMpjrun() throws Exception {
        maven("low part/high");
        String jars = "Mpjrun\n-cp\n" + home + "/target/bench/*\n";
        Result result = run("bench", "imb", "--host", "a,b", "--map-by", "node", "PingPong", "-msglog", "0:22");
        assertTrue(result.out().endsWith(jars + "--main\nmpj.bench.imb.Imb\n--host\na,b\n--map-by\nnode\nPingPong\n"
            + "-msglog\n0:22\n"), result.out());
        assertTrue(run("bench", "imb-nbc").out().endsWith(jars + "--main\nmpj.bench.imb.ImbNbc\n"));
        assertTrue(run("bench", "imb-mt").out().endsWith(jars + "--main\nmpj.bench.imb.ImbMt\n"));
        assertTrue(run("bench", "imb-rma").out().endsWith(jars + "--api\nopenmpi\n--main\nmpj.bench.imb.ImbRma\n"));
        assertTrue(run("bench", "imb-io").out().endsWith(jars + "--api\nopenmpi\n--main\nmpj.bench.imb.ImbIo\n"));
        String pages = "-J-XX:+UseTransparentHugePages\n--main\nmpj.npb.Npb\n";
        assertTrue(run("bench", "npb", "CG.A").out().endsWith(jars + pages + "CG.A\n"));
        assertTrue(run("bench", "npb", "BT.A", "-io", "full").out().endsWith(jars + "-J-XX:LoopUnrollLimit=1000\n"
            + "-J-XX:+UseTransparentHugePages\n--api\nopenmpi\n--main\nmpj.bench.openmpi.npb.BtIo\nBT.A\n-io\n"
            + "full\n"));
        assertTrue(run("bench", "npb", "CG.A", "LU.A").out()
            .endsWith(jars + "-J-XX:LoopUnrollLimit=1000\n" + pages + "CG.A\nLU.A\n"));
        assertTrue(run("bench", "app", "heat", "-np", "2").out()
            .endsWith(jars + "--main\nmpj.apps.heat.Heat\n-np\n2\n"));
        assertTrue(run("bench", "tune", "-np", "2").out().endsWith(jars + "-np\n2\nmpj.bench.tune.Tune\n"));
        assertTrue(run("bench", "tune", "--predict").out().endsWith(jars + "mpj.bench.tune.Predict\n"));
    }

    /** Runs in a separate JVM, with the library and the benchmarks. */
    @Test
    void comparisonsStartJobsThemselves() throws Exception {
        maven("low part/high");
        Result result = run("bench", "compare", "imb", "PingPong", "--peer", "mpj=-np 4");
        assertTrue(result.out().contains("-Dmpj.home=" + home + "\n-cp\n"), result.out());
        assertTrue(result.out().endsWith("/target/bench/*\nmpj.bench.compare.ImbCompare\nPingPong\n--peer\n"
            + "mpj=-np 4\n"), result.out());
        for (String name : List.of("Npb", "Heat", "First")) {
            result = run("bench", "compare", name.toLowerCase(Locale.ROOT));
            assertTrue(result.out().endsWith("mpj.bench.compare." + name + "Compare\n"), result.out());
        }
    }

    @Test
    void unpackedBenchmarksHaveTheirJarsBesideTheLibrary() throws Exception {
        unpack();
        Files.copy(HOME.resolve("bin/bench"), home.resolve("bin/bench"), StandardCopyOption.COPY_ATTRIBUTES);
        Result result = run("bench", "imb");
        assertTrue(result.out().endsWith("-cp\n" + home + "/bench/*\n--main\nmpj.bench.imb.Imb\n"), result.out());
    }

    @Test
    void benchRefusesUnknownWordsAndNamesTheKnownOnes() throws Exception {
        for (List<String> words : List.of(List.of("bench", "imp", "bench --help"), List.of("bench", "bench --help"),
            List.of("bench", "app", "nbody, heat"),
            List.of("bench", "compare", "mpi4py", "imb, npb, heat, first, files"))) {
            Result result = run("bench", words.subList(1, words.size() - 1).toArray(String[]::new));
            assertEquals(2, result.exitCode(), words::toString);
            assertTrue(result.err().startsWith("bench: '") && result.err().contains(words.getLast()), result.err());
            assertEquals("", result.out());
        }
        Result help = run("bench", "--help");
        assertEquals(0, help.exitCode());
        for (String command
                : List.of("imb", "imb-nbc", "imb-mt", "imb-rma", "imb-io", "npb", "app", "tune", "compare")) {
            assertTrue(help.out().contains("\n  " + command + " "), help.out());
        }
    }
}
