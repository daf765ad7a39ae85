package mpj.runtime.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** Deletes the contents of the cache, except for what running processes use ({@link CacheUse}). */
public final class CacheCleaning {
    private final Path cache;
    private final List<Path> used = new ArrayList<>();
    private final TreeSet<String> users = new TreeSet<>();

    private CacheCleaning(Path cache) {
        this.cache = cache;
    }

    /**
     * Deletes everything that is not in use.
     *
     * @return the result, for the user
     * @throws IOException when something cannot be deleted
     */
    public static String clean(CacheFolder folder) throws IOException {
        Path cache = folder.path();
        if (!Files.exists(cache)) {
            return "deleted " + cache;
        }
        Path file = cache.resolve(CacheUse.CLEANING);
        try (FileChannel cleaning = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = cleaning.tryLock()) {
            if (lock == null) {
                throw new IOException("another mpjrun --clean is deleting " + cache);
            }
            CacheCleaning all = new CacheCleaning(cache);
            all.findUsers(null);
            all.delete();
            return all.users.isEmpty() ? "deleted " + cache
                : "deleted what no job uses of " + cache + "; the rest is in use by " + String.join(", ", all.users);
        }
    }

    /**
     * Deletes the files of a folder of the cache that no running process uses, except for the newest. Does nothing if
     * another process is deleting.
     *
     * @param folder within the cache, without folders in it
     * @param ending of the names of files that may be kept
     * @param number how many are kept at most
     * @param own what this process uses, which is not asked: looking at its file would give up its lock
     */
    public static void keepNewest(CacheFolder cache, Path folder, String ending, int number, CacheUse own)
        throws IOException {
        Path file = cache.path().resolve(CacheUse.CLEANING);
        try (FileChannel cleaning = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = cleaning.tryLock(); var files = Files.list(folder)) {
            if (lock == null) {
                return;
            }
            CacheCleaning all = new CacheCleaning(cache.path());
            all.findUsers(own);
            List<Path> newestFirst = files.sorted(Comparator.comparing(CacheCleaning::time).reversed()).toList();
            int kept = 0;
            for (Path each : newestFirst) {
                if (each.toString().endsWith(ending) && kept < number) {
                    kept++;
                } else if (!all.isUsed(each)) {
                    Files.deleteIfExists(each);
                }
            }
            Files.deleteIfExists(file);
        }
    }

    private static FileTime time(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            return FileTime.fromMillis(0); // another process has deleted it
        }
    }

    /** @param own what this process uses; null if it uses nothing */
    private void findUsers(CacheUse own) throws IOException {
        Path folder = cache.resolve(CacheUse.FOLDER);
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if ((own == null || !own.isAt(file)) && CacheUse.isLocked(file)) {
                    List<String> lines = Files.readAllLines(file);
                    users.add(lines.isEmpty() ? "a process that starts" : lines.getFirst());
                    used.add(file);
                    used.addAll(lines.size() <= 1 ? List.of(cache)
                        : lines.subList(1, lines.size()).stream().map(Path::of).toList());
                }
            }
        }
    }

    private boolean isUsed(Path file) {
        return used.stream().anyMatch(path -> path.startsWith(file) || file.startsWith(path));
    }

    private void delete() throws IOException {
        try (var files = Files.walk(cache)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!isUsed(file)) {
                    try {
                        Files.deleteIfExists(file);
                    } catch (DirectoryNotEmptyException e) {
                        continue; // another process has begun to use the cache
                    }
                }
            }
        }
    }
}
