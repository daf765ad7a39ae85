package mpj.runtime.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What this process uses of the cache, which {@code mpjrun --clean} leaves there: a file that this process has locked
 * as long as it lives, with the paths in it. The kernel gives the lock back when the process ends, however it does.
 *
 * <p>A file without paths means the whole cache. So a process begins, until it knows what it uses. After it has locked
 * its file it waits for whoever cleans at that moment; who cleans later sees the file.
 *
 * <p>Where nothing can be written, or locked, jobs run all the same.
 */
public final class CacheUse {
    static final String FOLDER = "in-use";
    static final String CLEANING = "cleaning";
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long NAP_NANOS = 5_000_000;

    private final Path file;
    /** Open as long as the process lives; null when there is no file. */
    private final FileChannel channel;

    private CacheUse(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** From now on the whole cache is in use. */
    public static CacheUse begin(CacheFolder cache) {
        try {
            Path folder = cache.writable(FOLDER).orElse(null);
            if (folder == null) {
                return new CacheUse(null, null);
            }
            Path file = newFile(folder);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            // Closing any channel of the file would give the lock back, so there is one only.
            if (channel.tryLock() == null) {
                return new CacheUse(null, null);
            }
            CacheUse use = new CacheUse(file, channel);
            use.write(List.of());
            Runtime.getRuntime().addShutdownHook(new Thread(use::end, "mpj-cache"));
            awaitCleaning(cache.path().resolve(CLEANING));
            return use;
        } catch (IOException | OverlappingFileLockException e) {
            // A file system without room or locks: then nobody can be told.
            return new CacheUse(null, null);
        }
    }

    private static Path newFile(Path folder) throws IOException {
        try {
            return Files.createTempFile(folder, "process", "");
        } catch (NoSuchFileException e) {
            Files.createDirectories(folder, CacheFolder.PRIVATE); // it was cleaned in between
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
            return; // it is done
        }
    }

    /** From now on these only, as far as they are in the cache. */
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

    /** Others may share the cache. Nobody asks the network for a name here. */
    private static String host() {
        try {
            return Files.exists(HOST_NAME) ? " on " + Files.readString(HOST_NAME).strip() : "";
        } catch (IOException e) {
            return "";
        }
    }

    private void end() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            return; // who cleans finds it unlocked
        }
    }
}
