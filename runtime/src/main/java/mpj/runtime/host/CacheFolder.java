package mpj.runtime.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * The user's folder for files that can be made again: XDG_CACHE_HOME/mpj, or ~/.cache/mpj. Only the user can read it.
 */
public record CacheFolder(Path path) {
    private static final String WORK_PREFIX = "new";
    private static final Duration ABANDONED_AFTER = Duration.ofHours(1);
    private static final Path SELF = Path.of("/proc/self");
    /** In a folder with this bit, only the owner of a file can replace it. */
    private static final int STICKY = 0_1000;

    /** Permissions for the user only, where files have permissions. Elsewhere, files get what their folder has. */
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

    /**
     * Why the cache must not be used: whoever can write to it could put classes there, which would run as this user.
     * Empty when only the user can write to the cache, or there is no cache yet. The message says what to do.
     */
    public Optional<String> distrust() {
        return distrust(path).or(() -> distrust(path.getParent(), true));
    }

    /** The same for a folder within the cache. */
    static Optional<String> distrust(Path folder) {
        return distrust(folder, false);
    }

    /**
     * @param above true for a folder above the cache, which may belong to the system, and in which others may make
     *     folders
     */
    private static Optional<String> distrust(Path folder, boolean above) {
        try {
            if (!hasPermissions() || !Files.exists(folder)) {
                return Optional.empty();
            }
            PosixFileAttributes attributes = Files.readAttributes(folder, PosixFileAttributes.class);
            if (!above && !isOwn(folder, attributes)) {
                return Optional.of("it is " + folder + ", which belongs to " + attributes.owner().getName()
                    + "; set XDG_CACHE_HOME to a folder of your own");
            }
            // A group with the user's own name has no other members.
            boolean ofGroup = attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
                && !attributes.group().getName().equals(attributes.owner().getName());
            if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE) || ofGroup) {
                if (above) {
                    return isSticky(folder) ? Optional.empty() : Optional.of("others can write to " + folder
                        + ", and so replace what is in it; chmod go-w " + folder
                        + ", or set XDG_CACHE_HOME to a folder of your own");
                }
                return Optional.of("others can write to " + folder + " ("
                    + PosixFilePermissions.toString(attributes.permissions()) + "); delete it, because it may have"
                    + " files of theirs: rm -r " + folder);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(folder + " cannot be looked at: " + e);
        }
    }

    private static boolean isOwn(Path folder, PosixFileAttributes attributes) throws IOException {
        if (Files.exists(SELF)) {
            return Files.getAttribute(folder, "unix:uid").equals(Files.getAttribute(SELF, "unix:uid"));
        }
        return attributes.owner().getName().equals(System.getProperty("user.name"));
    }

    private static boolean isSticky(Path folder) throws IOException {
        return ((Integer) Files.getAttribute(folder, "unix:mode") & STICKY) != 0;
    }

    /**
     * A folder within the cache, which is made if necessary; empty when it cannot be made or written, or others can
     * write to it.
     */
    public Optional<Path> writable(String name) {
        Path folder = path.resolve(name);
        if (distrust().or(() -> distrust(folder)).isPresent()) {
            return Optional.empty();
        }
        try {
            Files.createDirectories(folder, PRIVATE);
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
        return Files.isWritable(folder) ? Optional.of(folder) : Optional.empty();
    }

    /**
     * Makes a folder within a folder of the cache, for work that a rename completes. First deletes what killed
     * processes have left.
     */
    public static Path workFolder(Path within) throws IOException {
        Instant longAgo = Instant.now().minus(ABANDONED_AFTER);
        try (var folders = Files.newDirectoryStream(within, WORK_PREFIX + "*")) {
            for (Path folder : folders) {
                deleteIfOlder(folder, longAgo);
            }
        }
        return Files.createTempDirectory(within, WORK_PREFIX);
    }

    private static void deleteIfOlder(Path folder, Instant limit) throws IOException {
        try {
            if (Files.getLastModifiedTime(folder).toInstant().isBefore(limit)) {
                delete(folder);
            }
        } catch (NoSuchFileException e) {
            // Its process has completed the work, or another process deletes it. The folder is gone in both cases.
        }
    }

    /**
     * Deletes a folder and everything in it. It is no error when the folder does not exist, or another process deletes
     * it at the same time.
     */
    public static void delete(Path folder) throws IOException {
        while (Files.exists(folder)) {
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (NoSuchFileException e) {
                return;
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof NoSuchFileException)) {
                    throw e.getCause();
                }
            }
        }
    }
}
