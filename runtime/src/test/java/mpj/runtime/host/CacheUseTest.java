package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The files of processes that use the cache. */
@DisabledOnOs(OS.WINDOWS)
class CacheUseTest {
    @TempDir
    private Path folder;

    @Test
    void processThatEndsDeletesTheOldFilesOfProcessesThatWereKilled() throws IOException {
        CacheUse use = CacheUse.begin(CacheFolder.of(Map.of("XDG_CACHE_HOME", folder.toString())));
        Path files = folder.resolve("mpj").resolve(CacheUse.FOLDER);
        Path old = Files.createFile(files.resolve("old"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        Path young = Files.createFile(files.resolve("young"));
        use.end();
        try (Stream<Path> left = Files.list(files)) {
            assertEquals(List.of(young), left.toList());
        }
    }
}
