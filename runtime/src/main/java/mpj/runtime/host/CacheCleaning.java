package mpj.runtime.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

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
     * @param spared other files that stay, and do not count
     * @param own what this process uses, which is not asked: looking at its file would give up its lock
     */
    public static void keepNewest(CacheFolder cache, Path folder, String ending, int number, Predicate<Path> spared,
                                  CacheUse own) throws IOException {
        try (FileChannel cleaning = lockFile(cache); FileLock lock = cleaning.tryLock()) {
            if (lock == null) {
                return;
            }
            CacheCleaning all = new CacheCleaning(cache.path());
            all.findUsers(own);
            int kept = 0;
            for (Path each : newestFirst(folder)) {
                if (each.toString().endsWith(ending) && kept < number) {
                    kept++;
                } else if (!spared.test(each) && !all.isUsed(each)) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    /**
     * Deletes a file of the cache if no other process uses it.
     *
     * @param own what this process uses
     * @return whether this call has deleted it; false also if another process is deleting
     */
    public static boolean deleteUnused(CacheFolder cache, Path file, CacheUse own) throws IOException {
        try (FileChannel cleaning = lockFile(cache); FileLock lock = cleaning.tryLock()) {
            if (lock == null) {
                return false;
            }
            CacheCleaning all = new CacheCleaning(cache.path());
            all.findUsers(own);
            return !all.isUsed(file) && Files.deleteIfExists(file);
        }
    }

    /**
     * Opens the file whose lock lets one process delete at a time. Only {@code --clean} deletes this file: a process
     * that has opened it before could lock the deleted file while a third one locks a new file.
     */
    private static FileChannel lockFile(CacheFolder cache) throws IOException {
        return FileChannel.open(cache.path().resolve(CacheUse.CLEANING), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    }

    /** Reads each time once, because other processes change the times meanwhile. */
    private static List<Path> newestFirst(Path folder) throws IOException {
        Map<Path, FileTime> times = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            files.forEach(file -> times.put(file, time(file)));
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return times.entrySet().stream().sorted(Map.Entry.<Path, FileTime>comparingByValue().reversed())
            .map(Map.Entry::getKey).toList();
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
                if (own == null || !own.isAt(file)) {
                    findUser(file);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private void findUser(Path file) throws IOException {
        try {
            if (CacheUse.isLocked(file)) {
                List<String> lines = Files.readAllLines(file);
                users.add(lines.isEmpty() ? "a process that starts" : lines.getFirst());
                used.add(file);
                used.addAll(lines.size() <= 1 ? List.of(cache) : paths(lines.subList(1, lines.size())));
            }
        } catch (NoSuchFileException e) {
            return; // this process has ended meanwhile
        }
    }

    /** The paths in these lines; the whole cache if the locale of this process has not all of their characters. */
    private List<Path> paths(List<String> lines) {
        try {
            return lines.stream().map(Path::of).toList();
        } catch (InvalidPathException e) {
            return List.of(cache);
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
