package mpj.runtime.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The part of the cache that this process uses, which {@code mpjrun --clean} must not delete. A file lists the paths,
 * and this process keeps it locked as long as it lives. The kernel gives the lock back when the process ends, for
 * whatever reason.
 *
 * <p>A file without paths stands for the whole cache. A process begins with such a file, until it knows what it uses.
 * After it has locked its file, it waits for any process that is cleaning at that moment. A process that cleans later
 * sees the file.
 *
 * <p>Where no file can be written or locked, jobs run all the same.
 */
public final class CacheUse {
    static final String FOLDER = "in-use";
    static final String CLEANING = "cleaning";
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long NAP_NANOS = 5_000_000;
    /** A younger file may belong to a process that has not locked it yet. */
    private static final Duration OLD = Duration.ofDays(1);

    private final Path file;
    /** Open as long as the process lives; null when there is no file. */
    private final FileChannel channel;

    private CacheUse(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Marks the whole cache as used. */
    public static CacheUse begin(CacheFolder cache) {
        try {
            Path folder = cache.writable(FOLDER).orElse(null);
            if (folder == null) {
                return new CacheUse(null, null);
            }
            Path file = newFile(folder);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            // Closing any channel of the file would give the lock back, so there is only one.
            if (channel.tryLock() == null) {
                return new CacheUse(null, null);
            }
            CacheUse use = new CacheUse(file, channel);
            use.write(List.of());
            Runtime.getRuntime().addShutdownHook(new Thread(use::end, "mpj-cache"));
            awaitCleaning(cache.path().resolve(CLEANING));
            return use;
        } catch (IOException | OverlappingFileLockException e) {
            // The file system has no room or no locks, so other processes cannot be told.
            return new CacheUse(null, null);
        }
    }

    private static Path newFile(Path folder) throws IOException {
        try {
            return Files.createTempFile(folder, "process", "");
        } catch (NoSuchFileException e) {
            Files.createDirectories(folder, CacheFolder.PRIVATE); // the cache was cleaned in the meantime
            return Files.createTempFile(folder, "process", "");
        }
    }

    private static void awaitCleaning(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel cleaning = FileChannel.open(file, StandardOpenOption.READ)) {
            long deadline = System.nanoTime() + LIMIT_NANOS;
            while (System.nanoTime() < deadline) {
                try (FileLock lock = cleaning.tryLock(0, Long.MAX_VALUE, true)) {
                    if (lock != null) {
                        return;
                    }
                }
                LockSupport.parkNanos(NAP_NANOS);
            }
        } catch (NoSuchFileException e) {
            return; // the cleaning process has finished
        }
    }

    /** Marks only these paths as used, as far as they are in the cache. */
    public void only(List<Path> paths) {
        try {
            write(paths);
        } catch (IOException e) {
            return; // the whole cache stays in use
        }
    }

    private void write(List<Path> paths) throws IOException {
        if (channel == null) {
            return;
        }
        List<String> lines = new ArrayList<>(List.of("process " + ProcessHandle.current().pid() + host()));
        paths.forEach(path -> lines.add(path.toAbsolutePath().normalize().toString()));
        ByteBuffer text = StandardCharsets.UTF_8.encode(String.join("\n", lines) + "\n");
        channel.truncate(0);
        channel.position(0);
        while (text.hasRemaining()) {
            channel.write(text);
        }
    }

    /** The name of this host, because other hosts may share the cache. It is not looked up on the network. */
    public static String host() {
        try {
            return Files.exists(HOST_NAME) ? " on " + Files.readString(HOST_NAME).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether this is the file of this process. */
    boolean isAt(Path other) {
        return other.equals(file);
    }

    void end() {
        try {
            Files.deleteIfExists(file);
            deleteOldFiles();
        } catch (IOException | DirectoryIteratorException | OverlappingFileLockException e) {
            return; // a process that cleans will find the files unlocked
        }
    }

    /** Deletes the old files of processes that were killed. */
    private void deleteOldFiles() throws IOException {
        Instant time = Instant.now().minus(OLD);
        try (DirectoryStream<Path> old = Files.newDirectoryStream(file.getParent(),
            each -> Files.getLastModifiedTime(each).toInstant().isBefore(time))) {
            for (Path each : old) {
                if (!isLocked(each)) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    /** Whether the process to which this file belongs is alive. */
    static boolean isLocked(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true; // by another use of this process
        }
    }
}
