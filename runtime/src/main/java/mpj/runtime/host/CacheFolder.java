package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** The user's folder for what can be made again: XDG_CACHE_HOME/mpj, or ~/.cache/mpj; readable by the user only. */
public record CacheFolder(Path path) {
    private static final String WORK_PREFIX = "new";
    private static final Duration ABANDONED_AFTER = Duration.ofHours(1);

    /** For the user only, where files have permissions; elsewhere the user's folder has what it has. */
    public static final FileAttribute<?>[] PRIVATE = hasPermissions()
        ? new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))}
        : new FileAttribute<?>[0];

    public static CacheFolder of(Map<String, String> environment) {
        String cacheHome = environment.get("XDG_CACHE_HOME");
        Path base = cacheHome == null || cacheHome.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cacheHome);
        return new CacheFolder(base.toAbsolutePath().resolve("mpj"));
    }

    private static boolean hasPermissions() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    /** A folder within, made if need be; empty when it cannot be made or written. */
    public Optional<Path> writable(String name) {
        Path folder = path.resolve(name);
        try {
            Files.createDirectories(folder, PRIVATE);
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
        return Files.isWritable(folder) ? Optional.of(folder) : Optional.empty();
    }

    /** A new folder within one of the cache, to work in until a rename; first clears what killed processes left. */
    public static Path workFolder(Path within) throws IOException {
        Instant longAgo = Instant.now().minus(ABANDONED_AFTER);
        try (var folders = Files.newDirectoryStream(within, WORK_PREFIX + "*")) {
            for (Path folder : folders) {
                if (Files.getLastModifiedTime(folder).toInstant().isBefore(longAgo)) {
                    delete(folder);
                }
            }
        }
        return Files.createTempDirectory(within, WORK_PREFIX);
    }

    /** Deletes a folder with all that is in it; no error when it is gone. */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
