package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The choice of the folder for the cache. */
@DisabledOnOs(OS.WINDOWS)
class CacheFolderTest {
    @TempDir
    private Path folder;
    private CacheFolder cache;

    @BeforeEach
    void name() {
        cache = CacheFolder.of(Map.of("XDG_CACHE_HOME", folder.toString()));
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private void assertDistrusted(String remedy) {
        assertTrue(cache.distrust().orElse("").contains(remedy), () -> cache.distrust().toString());
        assertEquals(Optional.empty(), cache.writable("compiled"));
    }

    @Test
    void newFolderIsTheUsersAlone() throws IOException {
        Path made = cache.writable("compiled").orElseThrow();
        for (Path each : new Path[] {made, made.getParent()}) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
        }
        assertEquals(Optional.empty(), cache.distrust());
    }

    @Test
    void folderThatOthersCanWriteToIsNotUsed() throws IOException {
        Files.createDirectory(cache.path());
        for (String mode : new String[] {"rwxrwxrwx", "rwx----w-"}) {
            mode(cache.path(), mode);
            assertDistrusted("rm -r " + cache.path());
        }
        mode(cache.path(), "rwxr-xr-x");
        assertTrue(cache.writable("compiled").isPresent());
    }

    @Test
    void folderWithinThatOthersCanWriteToIsNotUsed() throws IOException {
        mode(cache.writable("compiled").orElseThrow(), "rwxrwxrwx");
        assertEquals(Optional.empty(), cache.writable("compiled"));
    }

    @Test
    void folderThatOthersCanReplaceIsNotUsed() throws IOException {
        Files.createDirectory(cache.path());
        mode(folder, "rwxrwxrwx");
        assertDistrusted("chmod go-w " + folder);
        assertEquals(0, new ProcessBuilder("chmod", "1777", folder.toString()).start().onExit().join().exitValue());
        assertTrue(cache.writable("compiled").isPresent());
    }

    @Test
    void folderOfAnotherUserIsNotUsed() throws IOException {
        Files.createDirectory(cache.path());
        int uid = (Integer) Files.getAttribute(cache.path(), "unix:uid");
        assumeTrue(uid == 0, "only root can give a folder to another user");
        Files.setAttribute(cache.path(), "unix:uid", 1);
        assertDistrusted("set XDG_CACHE_HOME to a folder of your own");
    }

    @Test
    void processesMakeAndDeleteWorkFoldersAtOnce() throws Exception {
        Path within = cache.writable("compiled").orElseThrow();
        Callable<Void> process = () -> {
            for (int round = 0; round < 500; round++) {
                Path work = CacheFolder.workFolder(within);
                Files.writeString(work.resolve("file"), "text");
                if (round % 2 == 0) {
                    Files.setLastModifiedTime(work, FileTime.from(Instant.EPOCH)); // others delete it
                }
                CacheFolder.delete(work);
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Void> done : threads.invokeAll(Collections.nCopies(4, process))) {
                done.get(1, TimeUnit.MINUTES);
            }
        }
        try (var left = Files.list(within)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
