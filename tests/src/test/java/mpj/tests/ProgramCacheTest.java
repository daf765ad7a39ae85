package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AOT caches of programs. mpjrun --train writes a cache, and --aot uses it. With --aot auto, mpjrun does both. */
@MostlyWaits
class ProgramCacheTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int FIRST_WITH_CACHES = 25;
    private static final String CLASS = Neighbours.class.getName();
    private static final int WRONG_USE = 2;
    private static final int HEADER = 64;
    private static final String TRAINS = "mpjrun: --aot auto: this run also trains an AOT cache of the program";

    @TempDir
    private Path folder;
    private Path jar;
    private Path cache;

    @BeforeEach
    void makeJar() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_CACHES);
        cache = folder.resolve("app.aot");
        jar = folder.resolve("app.jar");
        String name = CLASS.replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
            var in = Neighbours.class.getResourceAsStream("/" + name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
        }
    }

    private Job.Result run(String... words) throws IOException {
        return run(jar.toString(), List.of(words), List.of());
    }

    private Job.Result run(String classPath, List<String> options, List<String> arguments) throws IOException {
        List<String> words = new ArrayList<>(Job.launcher(Path.of(System.getProperty("tests.folder"), "archive")));
        words.addAll(List.of("-np", "2"));
        words.addAll(options);
        words.addAll(List.of("-cp", classPath, CLASS));
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("home").toString());
        return Job.of(builder).await(LIMIT);
    }

    /** Runs the program and lets mpjrun keep its cache. Returns what mpjrun has reported. */
    private List<String> automatic(String... words) throws IOException {
        List<String> options = new ArrayList<>(List.of("--aot", "auto"));
        options.addAll(List.of(words));
        Job.Result result = run(options.toArray(new String[0]));
        assertRan(result);
        assertEquals(List.of(), result.errorsOfRanks(), result::toString);
        return result.reports();
    }

    private List<Path> kept() throws IOException {
        Path programs = folder.resolve("home").resolve("mpj").resolve("programs");
        if (!Files.exists(programs)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(programs)) {
            return files.toList();
        }
    }

    private void assertRanksLoadTheProgramFromACache(Path log) throws IOException {
        try (Stream<Path> logs = Files.list(folder)) {
            List<Path> ofRanks = logs.filter(file -> file.toString().startsWith(log.toString())).toList();
            assertEquals(2, ofRanks.size());
            for (Path each : ofRanks) {
                assertTrue(Files.readAllLines(each).stream()
                    .anyMatch(line -> line.contains(CLASS + " source: shared objects file")), Files.readString(each));
            }
        }
    }

    private void train() throws IOException {
        Job.Result trained = run("--train", cache.toString());
        assertEquals(0, trained.exitCode(), trained::toString);
        assertTrue(trained.reports().getFirst().startsWith("mpjrun: wrote the AOT cache " + cache), trained::toString);
        assertRan(trained);
    }

    private static void assertRan(Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0 of 2 heard 1, sum 1", "rank 1 of 2 heard 0, sum 1"),
            result.out().stream().sorted().toList(), result::toString);
    }

    @Test
    void aCacheHasTheProgramsClassesAndNothingElseIsLeft() throws IOException {
        train();
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(cache, jar), withoutHome(files));
        }
        Path log = folder.resolve("classes");
        Job.Result used = run("--aot", cache.toString(), "-J-Xlog:class+load:file=" + log + "-%p");
        assertRan(used);
        assertEquals(List.of(), used.reports(), used::toString);
        assertRanksLoadTheProgramFromACache(log);
    }

    private List<Path> withoutHome(Stream<Path> files) {
        return files.filter(file -> !file.endsWith("home")).sorted().toList();
    }

    @Test
    void mpjrunTrainsACacheInTheFirstRunAndUsesItFromThenOn() throws IOException {
        List<String> first = automatic();
        assertTrue(first.size() == 1 && first.getFirst().startsWith(TRAINS), first::toString);
        assertEquals(1, kept().size(), () -> "the first run has left " + first);
        Path any = kept().getFirst();
        // On a slow machine the first run may be short, and a later one so long that it deletes the cache of a short
        // run. The cache is therefore renamed as if a longer run had trained it.
        Files.move(any, any.resolveSibling(any.getFileName().toString().replace("-short", "")),
            StandardCopyOption.REPLACE_EXISTING);
        List<Path> trained = kept();
        Path log = folder.resolve("classes");
        assertEquals(List.of(), automatic("-J-Xlog:class+load:file=" + log + "-%p"));
        assertRanksLoadTheProgramFromACache(log);
        assertEquals(trained, kept());

        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        assertTrue(automatic().getFirst().startsWith(TRAINS));
        assertEquals(2, kept().size());
        assertEquals(List.of(), automatic("--aot", "off"));
    }

    @Test
    void withoutAJarTheJobRunsAndMpjrunSaysWhyThereIsNoCache() throws IOException {
        Path classes = Path.of(Job.testClassPath().split(":")[0]);
        Job.Result result = run(classes.toString(), List.of("--aot", "auto"), List.of());
        assertRan(result);
        assertTrue(result.reports().getFirst().contains("the class path has the folder " + classes), result::toString);
        assertEquals(List.of(), kept());
    }

    @Test
    void mpjrunKeepsNoCacheOfAJobThatFails() throws IOException {
        Job.Result failed = run(jar.toString(), List.of("--aot", "auto"), List.of("code"));
        assertEquals(3, failed.exitCode(), failed::toString);
        assertTrue(failed.reports().contains("mpjrun: no AOT cache was written: the job failed"), failed::toString);
        assertEquals(List.of(), kept());
        assertTrue(automatic().getFirst().startsWith(TRAINS));
    }

    @Test
    void aCacheOfAJarThatHasChangedIsNotUsed() throws IOException {
        train();
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        Job.Result used = run("--aot", cache.toString());
        assertRan(used);
        assertTrue(used.reports().getFirst().contains(jar + " has changed since"), used::toString);
    }

    @Test
    void aJvmThatCannotUseItStillRunsTheJob() throws IOException {
        train();
        assertRan(run("--aot", cache.toString(), "-J-XX:+UseZGC"));
        byte[] bytes = Files.readAllBytes(cache);
        // The file is as if another JVM had written it.
        Arrays.fill(bytes, 0, HEADER, (byte) 0);
        Files.write(cache, bytes);
        assertRan(run("--aot", cache.toString()));
    }

    @Test
    void aJobThatFailsWritesNone() throws IOException {
        Job.Result failed = run(jar.toString(), List.of("--train", cache.toString()), List.of("code"));
        assertEquals(3, failed.exitCode(), failed::toString);
        assertTrue(failed.reports().contains("mpjrun: no AOT cache was written: the job failed"), failed::toString);
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(jar), withoutHome(files));
        }
    }

    @Test
    void fileThatIsNoCacheIsRefused() throws IOException {
        refused(run("--aot", cache.toString()), "there is no such file; a run with --train " + cache + " writes it");
        Files.writeString(cache, "none");
        refused(run("--aot", cache.toString()), "this is no AOT cache");
        assertFalse(run("--aot", folder.toString()).err().isEmpty());
    }

    @Test
    void aClassPathWithAFolderIsRefused() throws IOException {
        refused(run(folder.toString(), List.of("--train", cache.toString(), "--api", "mpijava"), List.of()),
            "the class path has the folder " + folder);
    }

    private static void refused(Job.Result result, String why) {
        assertEquals(WRONG_USE, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains(why), result::toString);
    }
}
