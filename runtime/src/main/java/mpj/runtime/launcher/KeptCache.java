package mpj.runtime.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import mpj.runtime.host.CacheCleaning;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.CacheUse;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.ProgramCache;
import mpj.runtime.host.RankProgram;

/**
 * The AOT cache of a program that mpjrun keeps in its cache folder ({@code --aot auto}). The name of the file is a hash
 * of all that decides whether a JVM can use the cache and runs the right classes with it. So a file that exists under
 * this name fits.
 *
 * <p>The first run of a program is often a short try. A cache from such a run knows little, and has a name of its own.
 * It is used until a run has taken much longer. Then it is deleted, and the next run that is not short trains again.
 */
final class KeptCache {
    /** A cache takes some 25 MB. */
    static final int MOST = 8;
    private static final String FOLDER = "programs";
    private static final String ENDING = ".aot";
    private static final String OF_SHORT_RUN = "-short" + ENDING;
    /** This file has the reason why no cache could be made. */
    private static final String FAILED = "-failed";
    /** With this file, a short run trains no cache, because the cache of another short run was deleted. */
    private static final String OUTGROWN = "-outgrown";
    /** A run that trains starts without an archive, and rank 0 writes its recording at the end. This counts as well. */
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final Duration MUCH_LONGER = Duration.ofSeconds(10);
    /** A run that trains starts later than others, so a failed attempt is not repeated at once. */
    private static final Duration UNTIL_NEXT_ATTEMPT = Duration.ofDays(1);
    private static final String LOGGING = "-Xlog";
    /** Options such as -XX:MaxRAMPercentage. */
    private static final Pattern OF_MEMORY = Pattern.compile("-XX:\\w*RAM");
    private static final int DIGITS = 32;

    private final CacheFolder cache;
    private final Path folder;
    private final String name;
    private final CacheUse use;

    private KeptCache(CacheFolder cache, Path folder, String name, CacheUse use) {
        this.cache = cache;
        this.folder = folder;
        this.name = name;
        this.use = use;
    }

    /**
     * Finds the place of a cache; empty if the cache folder cannot be written, or is not safe.
     *
     * @param name of the cache
     * @param use what this process uses of the cache folder
     */
    static Optional<KeptCache> in(CacheFolder cache, String name, CacheUse use) {
        return cache.writable(FOLDER).map(folder -> new KeptCache(cache, folder, name, use));
    }

    /**
     * Returns the name of the cache for a program. It depends on the class path, the library and the JDK, on the main
     * class, and on the options of the JVM, except for logging. It also depends on whether there are several ranks,
     * which transports the user names, and whether ranks use a network: a run without messages, or over one transport,
     * gives no profiles of the code of another, and a cache would hide those of the library's own cache.
     *
     * <p>The JVM refuses a cache of another JDK. A JDK that was built again has the same version, but another file of
     * modules. If the user gives the heap a part of the host's memory, the amount of memory decides whether references
     * are compressed, and the JVM refuses a cache that differs in this. Hosts may share the cache folder. Otherwise the
     * JVM takes no larger heap by itself than compressed references allow.
     *
     * @param size the number of ranks
     * @param network whether ranks use a network
     * @param environment of this process
     */
    static String name(CacheOrigin origin, Jdk jdk, RankProgram program, int size, boolean network,
                       Map<String, String> environment) {
        File modules = jdk.home().resolve("lib").resolve("modules").toFile();
        List<String> words = new ArrayList<>(origin.lines());
        words.addAll(List.of(modules.length() + " " + modules.lastModified(), program.api().word(),
            program.mainClass(), Boolean.toString(size > 1), program.transport(), Boolean.toString(network)));
        Map<String, String> ofRanks = program.environmentOver(environment);
        ProgramCache.VARIABLES.forEach(variable -> words.add(ofRanks.getOrDefault(variable, "")));
        program.jvmOptions().stream().filter(option -> !option.startsWith(LOGGING)).forEach(words::add);
        if (words.stream().anyMatch(options -> OF_MEMORY.matcher(options).find())) {
            words.add(CacheUse.host());
        }
        String text = String.join("\n", words);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** Finds the cache and marks it as recently used; null when there is none. */
    Path find() {
        for (Path file : new Path[] {file(ENDING), file(OF_SHORT_RUN)}) {
            try {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
                return file;
            } catch (IOException e) {
                continue; // there is no such file
            }
        }
        return null;
    }

    /** The file in which a run puts the cache that it has trained. */
    Path trainedBy(Duration run) {
        return file(run.compareTo(SHORT) < 0 ? OF_SHORT_RUN : ENDING);
    }

    /** Whether no cache is made from this run, because longer runs would not use it for long. */
    boolean isTooShort(Duration run) {
        return run.compareTo(SHORT) < 0 && counts(file(OUTGROWN));
    }

    /** Tells why an attempt to make this cache has failed not long ago, and when the next one is; null without one. */
    String failure() {
        Path failed = file(FAILED);
        try {
            // The reason is missing if the disk was full.
            String reason = counts(failed) ? Files.readString(failed) : "";
            return reason.isEmpty() ? null : "an earlier run could not make one (" + reason + "); mpjrun tries again a"
                + " day after that run, or after mpjrun --clean";
        } catch (IOException e) {
            return null; // another process has deleted the file
        }
    }

    void failed(String reason) throws IOException {
        Files.writeString(file(FAILED), reason.lines().findFirst().orElse("").replaceFirst(":$", ""));
    }

    /** Whether there is this file about runs of the last day. */
    private static boolean counts(Path marker) {
        try {
            return Files.getLastModifiedTime(marker).toInstant().isAfter(Instant.now().minus(UNTIL_NEXT_ATTEMPT));
        } catch (IOException e) {
            return false; // there is no such file
        }
    }

    /**
     * Deletes a cache that this run has used, if the run that trained it was short, this one was not, and no other
     * process uses it.
     *
     * @return whether the next run that is not short trains again
     */
    boolean outgrown(Path used, Duration run) throws IOException {
        if (run.compareTo(MUCH_LONGER) > 0 && used.equals(file(OF_SHORT_RUN))
            && CacheCleaning.deleteUnused(cache, used, use)) {
            Files.write(file(OUTGROWN), new byte[0]);
            return true;
        }
        return false;
    }

    /** Forgets earlier attempts, once the cache is made. */
    void succeeded() throws IOException {
        Files.deleteIfExists(file(FAILED));
        Files.deleteIfExists(file(OUTGROWN));
    }

    /** Deletes the caches that were not used for the longest time, and what killed jobs have left. */
    void makeRoom() throws IOException {
        CacheCleaning.keepNewest(cache, folder, ENDING, MOST, KeptCache::isMarkerThatCounts, use);
    }

    private static boolean isMarkerThatCounts(Path file) {
        String name = file.toString();
        return (name.endsWith(FAILED) || name.endsWith(OUTGROWN)) && counts(file);
    }

    private Path file(String ending) {
        return folder.resolve(name + ending);
    }
}
