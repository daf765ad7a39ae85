package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A folder of the cache that keeps its newest files only. */
@DisabledOnOs(OS.WINDOWS)
class CacheCleaningTest {
    @TempDir
    private Path home;
    private CacheFolder cache;
    private Path folder;

    @BeforeEach
    void fill() throws IOException {
        cache = CacheFolder.of(Map.of("XDG_CACHE_HOME", home.toString()));
        folder = cache.writable("folder").orElseThrow();
        for (String name : List.of("1.aot", "2.aot", "3.aot", "4.aot", "5.aot.recording")) {
            Path file = Files.createFile(folder.resolve(name));
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(name.charAt(0))));
        }
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void keepTwo(CacheUse own) throws IOException {
        CacheCleaning.keepNewest(cache, folder, ".aot", 2, file -> file.endsWith("spared"), own);
    }

    @Test
    void theNewestFilesStay() throws IOException {
        keepTwo(CacheUse.begin(cache));
        assertEquals(List.of("1.aot", "2.aot"), left());
    }

    @Test
    void soDoFilesThatAnotherProcessUses() throws IOException {
        CacheUse other = CacheUse.begin(cache);
        other.only(List.of(folder.resolve("4.aot"), folder.resolve("5.aot.recording")));
        CacheUse own = CacheUse.begin(cache);
        own.only(List.of());
        keepTwo(own);
        assertEquals(List.of("1.aot", "2.aot", "4.aot", "5.aot.recording"), left());
        other.end();
        keepTwo(own);
        assertEquals(List.of("1.aot", "2.aot"), left());
    }

    @Test
    void sparedFilesStayAndDoNotCount() throws IOException {
        Files.createFile(folder.resolve("spared"));
        keepTwo(CacheUse.begin(cache));
        assertEquals(List.of("1.aot", "2.aot", "spared"), left());
    }

    @Test
    void theFileThatOneCleaningProcessLocksStaysForTheNext() throws IOException {
        keepTwo(CacheUse.begin(cache));
        assertTrue(Files.exists(cache.path().resolve(CacheUse.CLEANING)));
    }

    @Test
    void aFileIsDeletedUnlessAnotherProcessUsesIt() throws IOException {
        Path file = folder.resolve("1.aot");
        CacheUse own = CacheUse.begin(cache);
        own.only(List.of(file));
        CacheUse other = CacheUse.begin(cache);
        other.only(List.of(file));
        assertFalse(CacheCleaning.deleteUnused(cache, file, own));
        other.end();
        assertTrue(CacheCleaning.deleteUnused(cache, file, own));
        assertFalse(Files.exists(file));
    }

    @Test
    void aPathThatThisProcessCannotReadStandsForTheWholeCache() throws IOException {
        CacheUse other = CacheUse.begin(cache);
        other.only(List.of(folder.resolve("4.aot")));
        try (Stream<Path> marks = Files.list(cache.path().resolve(CacheUse.FOLDER))) {
            Files.writeString(marks.findFirst().orElseThrow(), "/no\0path\n", StandardOpenOption.APPEND);
        }
        keepTwo(CacheUse.begin(cache));
        assertEquals(5, left().size());
        other.end();
    }

    @Test
    void nothingIsDeletedWhileAnotherProcessStarts() throws IOException {
        CacheUse starting = CacheUse.begin(cache);
        CacheUse own = CacheUse.begin(cache);
        keepTwo(own);
        assertEquals(5, left().size());
        starting.end();
        own.end();
    }
}
