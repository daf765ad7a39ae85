package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/** The user's folder for what can be made again: XDG_CACHE_HOME/mpj, or ~/.cache/mpj; readable by the user only. */
record CacheFolder(Path path) {
    /** For the user only. */
    static final FileAttribute<?> PRIVATE =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    static CacheFolder of(Map<String, String> environment) {
        String cacheHome = environment.get("XDG_CACHE_HOME");
        Path base = cacheHome == null || cacheHome.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cacheHome);
        return new CacheFolder(base.toAbsolutePath().resolve("mpj"));
    }

    /** A folder within, made if need be; empty when it cannot be made or written. */
    Optional<Path> writable(String name) {
        Path folder = path.resolve(name);
        try {
            Files.createDirectories(folder, PRIVATE);
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
        return Files.isWritable(folder) ? Optional.of(folder) : Optional.empty();
    }
}
