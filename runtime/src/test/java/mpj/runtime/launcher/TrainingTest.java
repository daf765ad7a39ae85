package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.CacheUse;
import mpj.runtime.host.RankCommand;
import mpj.runtime.host.RankCommands;
import mpj.runtime.host.RanksPerJvm;
import mpj.runtime.rank.RankMain;
import mpj.runtime.wire.Programs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a job that trains a kept cache leaves. A script stands for the JVM that makes the cache. */
@DisabledOnOs(OS.WINDOWS)
class TrainingTest {
    private static final CacheOrigin ORIGIN = new CacheOrigin(List.of("/jdk VM 25"));
    private static final Duration SHORT = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final String MAKES_IT = "for a; do case $a in -XX:AOTCache=*) echo > \"${a#*=}\";; esac; done";

    @TempDir
    private Path home;
    private KeptCache kept;

    @BeforeEach
    void begin() {
        CacheFolder folder = CacheFolder.of(Map.of("XDG_CACHE_HOME", home.toString()));
        CacheUse use = CacheUse.begin(folder);
        use.only(List.of());
        kept = KeptCache.in(folder, "app", use).orElseThrow();
    }

    private void train(String obstacle, Duration run, String script) throws IOException, InterruptedException {
        Path java = home.resolve("java");
        Files.writeString(java, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        RankCommand command = new RankCommand(java.toString(), List.of(), List.of(RankMain.class.getName()), Map.of(),
            false, null);
        Training training = Training.automatic(kept, ORIGIN);
        Files.createFile(training.cache().record());
        training.finish(obstacle, run, new RankCommands(List.of(command), new Programs(List.of()), RanksPerJvm.ONE,
            home));
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(kept.trainedBy(LONG).getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aJvmThatCannotMakeTheCacheIsRemembered() throws Exception {
        train(null, LONG, "exit 1");
        assertNotNull(kept.failure());
        assertEquals(1, left().size());
    }

    @Test
    void aSignalIsNot() throws Exception {
        train(null, LONG, "exit 130");
        train(null, LONG, "kill -9 $$");
        assertNull(kept.failure());
        assertEquals(List.of(), left());
    }

    @Test
    void norIsAJobThatHasFailed() throws Exception {
        train("the job failed", LONG, MAKES_IT);
        assertNull(kept.failure());
        assertEquals(List.of(), left());
    }

    @Test
    void theCacheTakesThePlaceOfEarlierFailures() throws Exception {
        kept.failed("exit code 1");
        train(null, LONG, MAKES_IT);
        assertEquals(List.of("app.aot"), left());
    }

    @Test
    void aShortRunTrainsNoneOnceALongRunHasFoundSuchACacheTooSmall() throws Exception {
        train(null, SHORT, MAKES_IT);
        assertEquals(List.of("app-short.aot"), left());
        assertTrue(kept.outgrown(kept.find(), LONG));
        train(null, SHORT, MAKES_IT);
        assertNull(kept.find());
        assertNull(kept.failure());
        train(null, LONG, MAKES_IT);
        assertEquals(List.of("app.aot"), left());
    }

    @Test
    void aJobThatIsInterruptedLeavesNoRecording() throws Exception {
        Training training = Training.automatic(kept, ORIGIN);
        training.stop();
        Files.createFile(training.cache().record()); // rank 0 writes it when it is told to end
        training.stop();
        assertEquals(List.of(), left());
    }
}
