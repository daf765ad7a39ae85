package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.CacheUse;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.RankProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class KeptCacheTest {
    private static final CacheOrigin ORIGIN = new CacheOrigin(List.of("/jdk VM 25", "/a.jar 1 2"));
    private static final RankProgram PROGRAM = program(Api.MPIJAVA, "App", List.of());
    private static final Duration SHORT = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private Path home;
    private CacheFolder folder;
    private CacheUse use;

    @BeforeEach
    void begin() {
        folder = CacheFolder.of(Map.of("XDG_CACHE_HOME", home.toString()));
        use = CacheUse.begin(folder);
    }

    private static RankProgram program(Api api, String mainClass, List<String> jvmOptions) {
        return new RankProgram(api, mainClass, List.of("argument"), List.of("a=b"), jvmOptions, Map.of());
    }

    private KeptCache cache(String name) {
        return KeptCache.in(folder, name, use).orElseThrow();
    }

    private String name(RankProgram program) {
        return name(ORIGIN, program, 2, false, Map.of());
    }

    private String name(CacheOrigin origin, RankProgram program, int size, boolean network,
                        Map<String, String> environment) {
        return KeptCache.name(origin, new Jdk(home, 25, "VM 25"), program, size, network, environment);
    }

    @Test
    void nameDependsOnAllThatDecidesWhetherACacheFits() throws IOException {
        Set<String> names = new HashSet<>();
        names.add(name(PROGRAM));
        names.add(name(new CacheOrigin(List.of("/jdk VM 26", "/a.jar 1 2")), PROGRAM, 2, false, Map.of()));
        names.add(name(new CacheOrigin(List.of("/jdk VM 25", "/a.jar 1 3")), PROGRAM, 2, false, Map.of()));
        names.add(name(program(Api.OPENMPI, "App", List.of())));
        names.add(name(program(Api.MPIJAVA, "Other", List.of())));
        names.add(name(program(Api.MPIJAVA, "App", List.of("-XX:+UseZGC"))));
        names.add(name(ORIGIN, PROGRAM, 1, false, Map.of()));
        names.add(name(ORIGIN, PROGRAM, 2, true, Map.of()));
        names.add(name(new RankProgram(Api.MPIJAVA, "App", List.of(), List.of("mpj.transport=shm"), List.of(),
            Map.of())));
        for (String variable : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")) {
            names.add(name(ORIGIN, PROGRAM, 2, false, Map.of(variable, "-XX:+UseZGC")));
        }
        assertEquals(12, names.size());
        RankProgram other = new RankProgram(Api.MPIJAVA, "App", List.of("other"), List.of(), List.of("-Xlog:aot"),
            Map.of("A", "b"));
        assertTrue(names.contains(name(ORIGIN, other, 4, false, Map.of("HOME", "/"))));
        RankProgram ofVariable = new RankProgram(Api.MPIJAVA, "App", List.of(), List.of(), List.of(),
            Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseZGC"));
        assertTrue(names.contains(name(ORIGIN, ofVariable, 2, false, Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g"))));
        Files.createDirectory(home.resolve("lib"));
        Files.writeString(home.resolve("lib").resolve("modules"), "built again");
        assertFalse(names.contains(name(PROGRAM)));
    }

    @Test
    void aCacheOfAShortRunIsUsedUntilARunTakesMuchLonger() throws IOException {
        KeptCache cache = cache("app");
        assertNull(cache.find());
        Path ofShort = Files.createFile(cache.trainedBy(SHORT));
        assertEquals(ofShort, cache.find());
        assertFalse(cache.outgrown(ofShort, SHORT));
        assertTrue(cache.outgrown(ofShort, LONG));
        assertNull(cache.find());
        Path ofLong = Files.createFile(cache.trainedBy(LONG));
        assertFalse(cache.outgrown(ofLong, LONG));
        assertEquals(ofLong, cache.find());
        Files.createFile(ofShort);
        assertEquals(ofLong, cache.find());
    }

    @Test
    void afterwardsOnlyALongerRunTrainsAnother() throws IOException {
        KeptCache cache = cache("app");
        assertFalse(cache.isTooShort(SHORT));
        assertTrue(cache.outgrown(Files.createFile(cache.trainedBy(SHORT)), LONG));
        assertTrue(cache.isTooShort(SHORT));
        assertFalse(cache.isTooShort(LONG));
        cache.succeeded();
        assertFalse(cache.isTooShort(SHORT));
    }

    @Test
    void aCacheThatAnotherProcessUsesStays() throws IOException {
        KeptCache cache = cache("app");
        Path ofShort = Files.createFile(cache.trainedBy(SHORT));
        CacheUse other = CacheUse.begin(folder);
        other.only(List.of(ofShort));
        assertFalse(cache.outgrown(ofShort, LONG));
        assertEquals(ofShort, cache.find());
        other.only(List.of(folder.path().resolve("other")));
        assertTrue(cache.outgrown(ofShort, LONG));
    }

    @Test
    void aFailedAttemptIsRepeatedADayLater() throws IOException {
        KeptCache cache = cache("app");
        assertNull(cache.failure());
        cache.failed("exit code 1:\nsecond line");
        assertEquals("an earlier run could not make one (exit code 1); mpjrun tries again a day after that run, or"
            + " after mpjrun --clean", cache.failure());
        assertNull(cache("other").failure());
        cache.succeeded();
        assertNull(cache.failure());
        cache.failed("");
        assertNull(cache.failure());
        cache.failed("exit code 1");
        try (Stream<Path> files = Files.list(cache.trainedBy(LONG).getParent())) {
            Files.setLastModifiedTime(files.findFirst().orElseThrow(),
                FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        }
        assertNull(cache.failure());
    }

    @Test
    void theMostRecentlyUsedOnesAreKept() throws IOException {
        for (int i = 0; i <= KeptCache.MOST; i++) {
            Path file = Files.createFile(cache("app" + i).trainedBy(LONG));
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(i)));
        }
        cache("app0").find();
        cache("app" + KeptCache.MOST).makeRoom();
        assertFalse(Files.exists(cache("app1").trainedBy(LONG)));
        for (int i : new int[] {0, 2, KeptCache.MOST}) {
            assertTrue(Files.exists(cache("app" + i).trainedBy(LONG)), "app" + i);
        }
    }

    @Test
    void failedAttemptsOfADayStayBesideTheCaches() throws IOException {
        for (int i = 0; i < KeptCache.MOST; i++) {
            Files.createFile(cache("app" + i).trainedBy(LONG));
        }
        KeptCache failed = cache("failed");
        failed.failed("exit code 1");
        failed.makeRoom();
        assertNotNull(failed.failure());
        for (int i = 0; i < KeptCache.MOST; i++) {
            assertTrue(Files.exists(cache("app" + i).trainedBy(LONG)), "app" + i);
        }
    }

    @Test
    void aFolderThatOthersCanWriteToHasNone() throws IOException {
        Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertTrue(KeptCache.in(folder, "app", use).isEmpty());
    }
}
