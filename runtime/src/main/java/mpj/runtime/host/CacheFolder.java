package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
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

/** The user's folder for what can be made again: XDG_CACHE_HOME/mpj, or ~/.cache/mpj; readable by the user only. */
public record CacheFolder(Path path) {
    private static final String WORK_PREFIX = "new";
    private static final Duration ABANDONED_AFTER = Duration.ofHours(1);
    private static final Path SELF = Path.of("/proc/self");
    /** In a folder with this bit each file is its owner's. */
    private static final int STICKY = 0_1000;

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

    /**
     * Why the cache is not to be used: whoever can write to it could plant classes, which then run as this user. Empty
     * when it is the user's alone, or not there yet. The message says what to do.
     */
    public Optional<String> distrust() {
        return distrust(path).or(() -> distrust(path.getParent(), true));
    }

    /** The same of a folder within. */
    static Optional<String> distrust(Path folder) {
        return distrust(folder, false);
    }

    /** @param above whether it is of the system's as well as of the user's, and others may make folders of their own */
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
            // A group of the user's own name has nobody else in it.
            boolean ofGroup = attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
                && !attributes.group().getName().equals(attributes.owner().getName());
            if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE) || ofGroup) {
                if (above) {
                    return isSticky(folder) ? Optional.empty() : Optional.of("others can write to " + folder
                        + ", and so replace what is in it; chmod go-w " + folder
                        + ", or set XDG_CACHE_HOME to a folder of your own");
                }
                return Optional.of("others can write to " + folder + " ("
                    + PosixFilePermissions.toString(attributes.permissions()) + "); delete it, as it may hold what is"
                    + " theirs: rm -r " + folder);
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

    /** A folder within, made if need be; empty when it cannot be made or written, or is not the user's alone. */
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
