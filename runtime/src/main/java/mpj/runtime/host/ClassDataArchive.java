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
 * The library's classes in the form in which the JVM keeps them in memory, ready to be mapped. There is an archive for
 * the launcher, and one for the ranks of each API. They are made at first use ({@link ArchiveRecording}).
 *
 * <p>An archive can only save time. The JVM ignores an archive that does not fit it or is damaged, and is told to print
 * nothing about it. Where no archive can be written, ranks start without one.
 */
public final class ClassDataArchive {
    /** From this version on, the JVM also logs about archives under this name. */
    private static final int FIRST_WITH_AOT_LOG = 25;
    /**
     * When does the JVM compile a method? If the method has a profile, at the first notification from the interpreter,
     * which by default comes after 128 calls, or after 1024 rounds of a loop. Other methods are compiled after 256
     * calls or 60,000 rounds. With these flags the interpreter notifies the compiler only after those numbers, or
     * nearly. Otherwise a program that ends in a tenth of a second would compile half as many methods again, for
     * nothing.
     */
    private static final List<String> AS_LATE_AS_WITHOUT_PROFILES = List.of("-XX:Tier0InvokeNotifyFreqLog=8",
        "-XX:Tier0BackedgeNotifyFreqLog=14");
    private static final List<String> AT_ITS_ADDRESS = List.of("-XX:+UnlockDiagnosticVMOptions",
        "-XX:ArchiveRelocationMode=0");
    private static final String KEY = "key";
    private static final String LAUNCHER_FLAGS = "launcher.flags";
    private static final String AGENT_FLAGS = "agent.flags";
    /** The output of a failed rehearsal, and how it ended. */
    private static final String FAILED_REHEARSAL = "rehearsal.log";

    private static final long MIB = 1 << 20;
    /** Room for the recordings of a rehearsal and the archives for two uses, with some to spare. */
    private static final long NEEDED_BYTES = 128 * MIB;
    private static final String NO_ROOM = "no-room";
    private static final String NOT_WRITTEN = "not-written";
    /** The time that a job waits for the archives. On a quiet machine they take a few seconds. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    /**
     * The limit of an agent is shorter: ranks of other hosts wait as well, and the user's time limit for the job is
     * running.
     */
    private static final long AGENT_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final String NO_TIME = "no-time";
    private static final Duration UNTIL_THERE_IS_ROOM = Duration.ofDays(1);
    /** Each attempt delays its job, and a machine that has other work has less of it later. */
    private static final Duration UNTIL_THERE_IS_TIME = Duration.ofMinutes(10);

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
     * Finds the archive in the folder that the property names. Makes the archive if it is missing or belongs to another
     * library or JDK.
     *
     * @param library with all APIs
     * @param api the API of the ranks
     * @param use what the archive is needed for
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

    /** Whether only this user could have put an archive there. The launcher itself reports problems of the cache. */
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
     * Whether ranks take the library as modules. They do if the archive has the graph of modules, which is possible
     * from that JDK on. Otherwise the JVM would have to build the graph at each start.
     *
     * @param cache of the program, which has or will have the graph
     */
    boolean holdsModules(List<String> jvmOptions, boolean network, ProgramCache cache) {
        return LibraryModules.areArchived(jdk) && !LibraryModules.areChosenBy(jvmOptions)
            && (cache.isOn() || ArchiveRecording.isRehearsal() || !flags(jvmOptions, true, network).isEmpty());
    }

    /**
     * The flags with which a rank's JVM uses the archive. There are none if the user's own options would conflict with
     * them, or if the rank does not take the library in the same way as the archive: its JVM would then use no archive
     * at all.
     *
     * @param network whether ranks use a network
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

    /** The file that says why there is no archive; empty if there is an archive, or none was attempted. */
    public Optional<Path> failedRehearsal() {
        return folder == null ? Optional.empty()
            : Optional.of(folder.resolve(FAILED_REHEARSAL)).filter(Files::exists);
    }

    /**
     * Whether the present archives belong to this JDK and this library, or their making failed and need not be tried
     * again.
     */
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

    /**
     * The files that the archives were made from, and the lengths of the archives. An archive that was cut short is
     * made again.
     */
    private String key() {
        return jdk.home() + "\n" + jdk.identity() + "\n" + library.identity() + Archives.lengths(folder) + "\n";
    }

    /**
     * The flags to use an archive. It is mapped at the address for which it was made. At another address the JVM would
     * have to rewrite its pointers, which takes a tenth of a start, and needs private copies of its pages.
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

    /** The flags to use an AOT cache. */
    static List<String> cacheFlags(Path cache) {
        List<String> flags = new ArrayList<>(AT_ITS_ADDRESS);
        flags.add("-XX:AOTCache=" + cache);
        flags.addAll(AS_LATE_AS_WITHOUT_PROFILES);
        flags.addAll(List.of("-Xlog:cds*=off", "-Xlog:aot*=off"));
        return flags;
    }

    /**
     * Makes archives, one process at a time: two processes would each put half of their files in place, and hosts may
     * share the folder. A process that comes second starts its ranks without an archive. A file that a rename has put
     * in place is complete.
     */
    private void create(ArchiveUse use, boolean announce) throws InterruptedException {
        try {
            Files.createDirectories(folder, CacheFolder.PRIVATE);
        } catch (IOException e) {
            return;
        }
        try (FileChannel file = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE); FileLock lock = file.tryLock()) {
            if (lock == null || isSettled(use) || !hasRoom(announce)
                    || isRecent(NOT_WRITTEN, UNTIL_THERE_IS_ROOM) || isRecent(NO_TIME, UNTIL_THERE_IS_TIME)) {
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
            // Ranks start without an archive, or with the existing one.
            sayOnce(NOT_WRITTEN, announce, "cannot be written (" + e
                + "); make room there, or set XDG_CACHE_HOME to a folder on another disk");
        }
    }

    /** Whether the disk has room for the files that are written in between. */
    private boolean hasRoom(boolean announce) throws IOException {
        long usable = Files.getFileStore(folder).getUsableSpace();
        if (usable < NEEDED_BYTES) {
            sayOnce(NO_ROOM, announce, "needs " + NEEDED_BYTES / MIB + " MiB while it is made, and its disk has "
                + usable / MIB + " MiB free; make room there, or set XDG_CACHE_HOME to a folder on another disk");
            return false;
        }
        return true;
    }

    /**
     * Whether an attempt has failed for this reason not long ago. The disk may have no room although there seems to be
     * some, as with a quota. Each attempt takes as long as making the archive.
     */
    private boolean isRecent(String marker, Duration time) throws IOException {
        Path failed = folder.resolve(marker);
        if (!Files.exists(failed)) {
            return false;
        }
        if (Files.getLastModifiedTime(failed).toInstant().isAfter(Instant.now().minus(time))) {
            return true;
        }
        Files.delete(failed);
        return false;
    }

    /**
     * Tells the user once. An empty file remembers that, if it can be made; that is possible even on many full disks.
     */
    private void sayOnce(String marker, boolean announce, String why) {
        try {
            Files.createFile(folder.resolve(marker));
        } catch (FileAlreadyExistsException e) {
            return;
        } catch (IOException e) {
            // The user is told again next time.
        }
        if (announce) {
            System.err.println("mpjrun: ranks start without the class-data archive, a little later than with it: "
                + folder + " " + why);
        }
    }

    /** Keeps the archives for other uses if they belong to the same library and JDK. */
    private void create(ArchiveUse use, Path fresh, boolean announce) throws IOException, InterruptedException {
        List<String> uses = new ArrayList<>(settledUses());
        Files.deleteIfExists(folder.resolve(KEY));
        Path log = fresh.resolve(FAILED_REHEARSAL);
        Archives made = Archives.in(fresh, api);
        Archives placed = Archives.in(folder, api);
        if (uses.isEmpty()) {
            // These belong to another library. A JVM that starts in the meantime would not notice.
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
            sayOnce(NO_TIME, announce, "could not be made in time, as this machine has other work; a later job tries"
                + " again");
        } else {
            uses.add(settled(use));
        }
        if (usable && use == ArchiveUse.SEVERAL_HOSTS) {
            uses.add(settled(ArchiveUse.ONE_HOST));
        }
        place(fresh, KEY, key() + String.join(" ", uses));
    }

    /** Writes an argument file of the java command. The path is quoted, because it may have spaces. */
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
