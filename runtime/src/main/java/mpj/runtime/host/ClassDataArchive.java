package mpj.runtime.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * The library's classes as the JVM keeps them in memory, ready to map: one archive for the launcher and one for the
 * ranks of each API, made on first use ({@link ArchiveRecording}).
 *
 * <p>An archive can only save time. The JVM passes over one that does not fit it or is damaged, and is told to say
 * nothing about it; where none can be written, ranks start without.
 */
public final class ClassDataArchive {
    /** From then on the JVM speaks of archives under this name, too. */
    private static final int FIRST_WITH_AOT_LOG = 25;
    /**
     * A method that has a profile is compiled as soon as the interpreter says that it was called, which by default is
     * after 128 calls, or as soon as it says that it loops, after 1024 rounds. Other methods are after 256 and 60,000.
     * With these flags it says so when these numbers are reached, or nearly: else a program that ends in a tenth of a
     * second would have half as many methods again to compile, for nothing.
     */
    private static final List<String> AS_LATE_AS_WITHOUT_PROFILES = List.of("-XX:Tier0InvokeNotifyFreqLog=8",
        "-XX:Tier0BackedgeNotifyFreqLog=14");
    private static final List<String> AT_ITS_ADDRESS = List.of("-XX:+UnlockDiagnosticVMOptions",
        "-XX:ArchiveRelocationMode=0");
    private static final String KEY = "key";
    private static final String LAUNCHER_FLAGS = "launcher.flags";
    private static final String AGENT_FLAGS = "agent.flags";
    /** What a rehearsal printed that failed, and how it ended. */
    private static final String FAILED_REHEARSAL = "rehearsal.log";

    private static final long MIB = 1 << 20;
    /** The recordings of a rehearsal, and the archives for two uses, with some to spare. */
    private static final long NEEDED_BYTES = 128 * MIB;
    private static final String NO_ROOM = "no-room";
    private static final String NOT_MADE = "not-made";
    /** A job waits for so long; on a quiet machine it takes a few seconds. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    /** Ranks of other hosts wait as well, and a limit that the user has set for the job runs. */
    private static final long AGENT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final Duration UNTIL_NEXT_ATTEMPT = Duration.ofDays(1);

    private final Path folder;
    private final Jdk jdk;
    private final LibraryFiles library;
    private final Api api;

    private ClassDataArchive(Path folder, Jdk jdk, LibraryFiles library, Api api) {
        this.folder = folder;
        this.jdk = jdk;
        this.library = library;
        this.api = api;
    }

    /**
     * The archive in the folder that the property names, made now if it is not there or of another library or JDK.
     *
     * @param library with all APIs
     * @param api that of the ranks
     * @param use what it is needed for
     * @param announce whether to tell the user what takes so long
     */
    public static ClassDataArchive prepare(Jdk jdk, LibraryFiles library, Api api, ArchiveUse use,
                                           boolean announce) throws InterruptedException {
        String name = RuntimeProperties.ARCHIVE.value();
        if (name.isEmpty() || !library.isJars()) {
            return new ClassDataArchive(null, jdk, library, api);
        }
        ClassDataArchive archive = new ClassDataArchive(Path.of(name), jdk, library, api);
        if (!archive.isTrusted(announce)) {
            return new ClassDataArchive(null, jdk, library, api);
        }
        if (!archive.isSettled(use)) {
            archive.create(use, announce);
        }
        return archive;
    }

    /** Whether nobody else could have put an archive there. What is wrong with the cache, the launcher says itself. */
    private boolean isTrusted(boolean announce) {
        CacheFolder cache = CacheFolder.of(System.getenv());
        if (folder.startsWith(cache.path()) && cache.distrust().isPresent()) {
            return false;
        }
        Optional<String> reason = CacheFolder.distrust(folder);
        if (announce && reason.isPresent()) {
            System.err.println("mpjrun: the class-data archive is not used: " + reason.get());
        }
        return reason.isEmpty();
    }

    /**
     * Whether ranks take the library as modules: if the archive has the graph of modules, which it can have from that
     * JDK on; else the JVM would build the graph at each start.
     *
     * @param cache of the program, which has the graph, or will have it
     */
    boolean holdsModules(List<String> jvmOptions, boolean network, ProgramCache cache) {
        return LibraryModules.areArchived(jdk) && !LibraryModules.areChosenBy(jvmOptions)
            && (cache.isOn() || ArchiveRecording.isRehearsal() || !flags(jvmOptions, true, network).isEmpty());
    }

    /**
     * What makes a rank's JVM use the archive; nothing when the user's own options would clash with it. Nor when the
     * rank does not take the library in the way in which the archive was made: its JVM would use no archive at all.
     *
     * @param network whether ranks use one
     */
    List<String> flags(List<String> jvmOptions, boolean asModules, boolean network) {
        if (asModules != LibraryModules.areArchived(jdk)) {
            return List.of();
        }
        for (String option : jvmOptions) {
            if (option.startsWith("-XX:AOT") || option.startsWith("-XX:SharedArchiveFile")
                || option.startsWith("-Xshare") || option.startsWith("-XX:ArchiveClassesAtExit")) {
                return List.of();
            }
        }
        if (folder == null) {
            return List.of();
        }
        for (Path file : Archives.in(folder, api).ofRanks(network)) {
            if (Files.exists(file)) {
                return usingFlags(file);
            }
        }
        return List.of();
    }

    /** Where to read why there is no archive; empty if there is one, or none was tried to make. */
    public Optional<Path> failedRehearsal() {
        return folder == null ? Optional.empty()
            : Optional.of(folder.resolve(FAILED_REHEARSAL)).filter(Files::exists);
    }

    /** Whether what is there was made by this JDK for this library, or could not be made and need not be tried. */
    private boolean isSettled(ArchiveUse use) {
        return settledUses().contains(settled(use));
    }

    private String settled(ArchiveUse use) {
        return api.word() + "/" + use;
    }

    private List<String> settledUses() {
        try {
            String key = key();
            String settled = Files.readString(folder.resolve(KEY));
            return settled.startsWith(key) ? List.of(settled.substring(key.length()).split(" ")) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** What the archives were made from, and their lengths, so that one that was cut short is made again. */
    private String key() {
        return jdk.home() + "\n" + jdk.identity() + "\n" + library.identity() + Archives.lengths(folder) + "\n";
    }

    /**
     * The flags that use an archive. It is mapped at the address that it was made for: elsewhere the JVM would rewrite
     * its pointers, which takes as long as a tenth of a start, and private copies of its pages.
     */
    private List<String> usingFlags(Path archive) {
        if (Archives.isCache(archive)) {
            return cacheFlags(archive);
        }
        List<String> flags = new ArrayList<>(AT_ITS_ADDRESS);
        flags.add("-XX:SharedArchiveFile=" + archive);
        flags.add("-Xlog:cds*=off");
        if (jdk.feature() >= FIRST_WITH_AOT_LOG) {
            flags.add("-Xlog:aot*=off");
        }
        return flags;
    }

    /** The flags that use an AOT cache. */
    static List<String> cacheFlags(Path cache) {
        List<String> flags = new ArrayList<>(AT_ITS_ADDRESS);
        flags.add("-XX:AOTCache=" + cache);
        flags.addAll(AS_LATE_AS_WITHOUT_PROFILES);
        flags.addAll(List.of("-Xlog:cds*=off", "-Xlog:aot*=off"));
        return flags;
    }

    /**
     * One at a time, as two would each put half of theirs in place; hosts may share the folder. Who comes second starts
     * ranks without an archive. What a rename puts in place is complete.
     */
    private void create(ArchiveUse use, boolean announce) throws InterruptedException {
        try {
            Files.createDirectories(folder, CacheFolder.PRIVATE);
        } catch (IOException e) {
            return;
        }
        try (FileChannel file = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE); FileLock lock = file.tryLock()) {
            if (lock == null || isSettled(use) || !hasRoom(announce)) {
                return;
            }
            Path fresh = CacheFolder.workFolder(folder);
            try {
                if (announce) {
                    System.err.println("mpjrun: preparing the class-data archive (once per JDK and library)");
                }
                create(use, fresh, announce);
                Files.deleteIfExists(folder.resolve(NO_ROOM));
            } finally {
                CacheFolder.delete(fresh);
            }
        } catch (IOException e) {
            // Ranks start without an archive, or with the one that there is.
            sayOnce(NOT_MADE, announce, "cannot be written (" + e
                + "); make room there, or set XDG_CACHE_HOME to a folder on another disk");
        }
    }

    /**
     * Whether there is room for what is written meanwhile. Where an attempt has failed although there seemed to be, as
     * with a quota, none is made for a day: each takes as long as making the archive.
     */
    private boolean hasRoom(boolean announce) throws IOException {
        long usable = Files.getFileStore(folder).getUsableSpace();
        if (usable < NEEDED_BYTES) {
            sayOnce(NO_ROOM, announce, "needs " + NEEDED_BYTES / MIB + " MiB while it is made, and its disk has "
                + usable / MIB + " MiB free; make room there, or set XDG_CACHE_HOME to a folder on another disk");
            return false;
        }
        Path failed = folder.resolve(NOT_MADE);
        if (Files.exists(failed)) {
            if (Files.getLastModifiedTime(failed).toInstant().isAfter(Instant.now().minus(UNTIL_NEXT_ATTEMPT))) {
                return false;
            }
            Files.delete(failed);
        }
        return true;
    }

    /** A file remembers that it was said, as far as one can be made: an empty one can on many a full disk. */
    private void sayOnce(String marker, boolean announce, String why) {
        try {
            Files.createFile(folder.resolve(marker));
        } catch (FileAlreadyExistsException e) {
            return;
        } catch (IOException e) {
            // It is said again next time.
        }
        if (announce) {
            System.err.println("mpjrun: ranks start without the class-data archive, a little later than with it: "
                + folder + " " + why);
        }
    }

    /** Keeps what is there for other uses, if it is of the same library and JDK. */
    private void create(ArchiveUse use, Path fresh, boolean announce) throws IOException, InterruptedException {
        List<String> uses = new ArrayList<>(settledUses());
        Files.deleteIfExists(folder.resolve(KEY));
        Path log = fresh.resolve(FAILED_REHEARSAL);
        Archives made = Archives.in(fresh, api);
        Archives placed = Archives.in(folder, api);
        if (uses.isEmpty()) {
            // Of another library: a JVM that starts meanwhile would not notice it.
            Archives.delete(folder);
        }
        ArchiveRecording recording = new ArchiveRecording(jdk, library, api, fresh, log,
            use == ArchiveUse.AGENT ? AGENT_LIMIT_NANOS : LIMIT_NANOS);
        boolean usable = recording.make(made, use);
        for (int i = 0; i < placed.all().size(); i++) {
            if (usable && Files.exists(made.all().get(i))) {
                Files.move(made.all().get(i), placed.all().get(i), StandardCopyOption.ATOMIC_MOVE);
            }
        }
        placeFlags(fresh, LAUNCHER_FLAGS, placed.launcher());
        placeFlags(fresh, AGENT_FLAGS, placed.agent());
        if (usable) {
            Files.deleteIfExists(folder.resolve(FAILED_REHEARSAL));
        } else {
            Files.move(log, folder.resolve(FAILED_REHEARSAL), StandardCopyOption.ATOMIC_MOVE);
        }
        if (!usable && recording.tookTooLong()) {
            sayOnce(NOT_MADE, announce, "could not be made in time, as this machine has other work; a later job tries"
                + " again");
        } else {
            uses.add(settled(use));
        }
        if (usable && use == ArchiveUse.SEVERAL_HOSTS) {
            uses.add(settled(ArchiveUse.ONE_HOST));
        }
        place(fresh, KEY, key() + String.join(" ", uses));
    }

    /** An argument file of the java command: quoted, since paths may have spaces. */
    private void placeFlags(Path fresh, String name, Path archive) throws IOException {
        if (!Files.exists(archive)) {
            Files.deleteIfExists(folder.resolve(name));
            return;
        }
        StringBuilder flags = new StringBuilder();
        for (String flag : usingFlags(archive)) {
            flags.append('"').append(flag.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
        }
        place(fresh, name, flags.toString());
    }

    private void place(Path fresh, String name, String content) throws IOException {
        Path file = Files.writeString(fresh.resolve(name), content);
        Files.move(file, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
