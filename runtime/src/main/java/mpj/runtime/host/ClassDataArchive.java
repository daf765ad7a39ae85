package mpj.runtime.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The library's classes as the JVM keeps them in memory, ready to map: one archive for the launcher and one for the
 * ranks, made on first use by a rehearsal, that is a small job whose JVMs record what they load. From JDK 25 on it is
 * an AOT cache, before that a dynamic class-data archive.
 *
 * <p>An archive can only save time. The JVM passes over one that does not fit it or is damaged, and is told to say
 * nothing about it; where none can be written, ranks start without.
 */
public final class ClassDataArchive {
    /** Names the folder of the archives; set by bin/mpjrun, which takes the launcher's archive from there. */
    static final String FOLDER_PROPERTY = "mpj.archive";
    /** Names the file that rank 0 of a rehearsal writes. */
    static final String REHEARSAL_PROPERTY = "mpj.rehearsal";

    /** By name: the launcher is above this package. */
    private static final String LAUNCHER = "mpj.runtime.launcher.Mpjrun";
    private static final int FIRST_WITH_AOT_CACHE = 25;
    private static final long REHEARSAL_SECONDS = 30;
    private static final String KEY = "key";
    private static final String LAUNCHER_FLAGS = "launcher.flags";
    /** What a rehearsal printed that failed, and how it ended. */
    private static final String FAILED_REHEARSAL = "rehearsal.log";

    private final Path folder;
    private final Jdk jdk;
    private final Library library;

    private ClassDataArchive(Path folder, Jdk jdk, Library library) {
        this.folder = folder;
        this.jdk = jdk;
        this.library = library;
    }

    /**
     * The archive in the folder that the property names, made now if it is not there or of another library or JDK.
     *
     * @param announce whether to tell the user what takes so long
     */
    public static ClassDataArchive prepare(Jdk jdk, Library library, boolean announce) throws InterruptedException {
        String name = System.getProperty(FOLDER_PROPERTY, "");
        if (name.isEmpty() || !library.isJars()) {
            return new ClassDataArchive(null, jdk, library);
        }
        ClassDataArchive archive = new ClassDataArchive(Path.of(name), jdk, library);
        if (!archive.isSettled()) {
            archive.create(announce);
        }
        return archive;
    }

    /**
     * Whether ranks take the library as modules: if the archive has the graph of modules, which it can have from that
     * JDK on; else the JVM would build the graph at each start.
     */
    boolean holdsModules(List<String> jvmOptions) {
        return jdk.feature() >= FIRST_WITH_AOT_CACHE && !LibraryModules.areChosenBy(jvmOptions)
            && (isRehearsal() || !flags(jvmOptions, true).isEmpty());
    }

    /** Whether this launcher runs only for its ranks to record the archive. */
    static boolean isRehearsal() {
        return System.getProperty(REHEARSAL_PROPERTY) != null;
    }

    /**
     * What makes a rank's JVM use the archive; nothing when the user's own options would clash with it. Nor when the
     * rank does not take the library in the way in which the archive was made: its JVM would use no archive at all.
     */
    List<String> flags(List<String> jvmOptions, boolean asModules) {
        if (asModules != (jdk.feature() >= FIRST_WITH_AOT_CACHE)) {
            return List.of();
        }
        for (String option : jvmOptions) {
            if (option.startsWith("-XX:AOT") || option.startsWith("-XX:SharedArchiveFile")
                || option.startsWith("-Xshare") || option.startsWith("-XX:ArchiveClassesAtExit")) {
                return List.of();
            }
        }
        return folder != null && Files.exists(rankArchive()) ? usingFlags(rankArchive()) : List.of();
    }

    /** Where to read why there is no archive; empty if there is one, or none was tried to make. */
    public Optional<Path> failedRehearsal() {
        return folder == null ? Optional.empty()
            : Optional.of(folder.resolve(FAILED_REHEARSAL)).filter(Files::exists);
    }

    /** What makes rank 0 of a rehearsal record the archive; none when this is no rehearsal. */
    static List<String> rehearsalFlags(Jdk jdk) {
        String archive = System.getProperty(REHEARSAL_PROPERTY);
        return archive == null ? List.of() : recordingFlags(jdk, Path.of(archive));
    }

    /** Whether what is there was made by this JDK for this library, or could not be made and need not be tried. */
    private boolean isSettled() {
        try {
            return Files.readString(folder.resolve(KEY)).equals(key());
        } catch (IOException e) {
            return false;
        }
    }

    /** Of the archives' origin and their lengths, 0 where there is none: one cut short is made again. */
    private String key() {
        return jdk.home() + "\n" + jdk.identity() + "\n" + library.identity()
            + launcherArchive().toFile().length() + " " + rankArchive().toFile().length() + "\n";
    }

    private Path rankArchive() {
        return folder.resolve("rank.archive");
    }

    private Path launcherArchive() {
        return folder.resolve("launcher.archive");
    }

    /** Without profiles: a JVM that has them starts the compiler so early that it costs 15 ms of a 50 ms start. */
    private static List<String> recordingFlags(Jdk jdk, Path archive) {
        return jdk.feature() >= FIRST_WITH_AOT_CACHE
            ? List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining",
                "-XX:AOTCacheOutput=" + archive)
            : List.of("-XX:ArchiveClassesAtExit=" + archive);
    }

    /** Mapped where it was made for, since to move it takes as long as a tenth of a start, and pages of its own. */
    private List<String> usingFlags(Path archive) {
        List<String> flags = new ArrayList<>(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0"));
        flags.addAll(jdk.feature() >= FIRST_WITH_AOT_CACHE
            ? List.of("-XX:AOTCache=" + archive, "-Xlog:aot*=off", "-Xlog:cds*=off")
            : List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off"));
        return flags;
    }

    /**
     * One at a time, as two would each put half of theirs in place; hosts may share the folder. Who comes second starts
     * ranks without an archive. What a rename puts in place is complete.
     */
    private void create(boolean announce) throws InterruptedException {
        try {
            Files.createDirectories(folder, CacheFolder.PRIVATE);
        } catch (IOException e) {
            return;
        }
        try (FileChannel file = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE); FileLock lock = file.tryLock()) {
            if (lock == null || isSettled()) {
                return;
            }
            Path fresh = CacheFolder.workFolder(folder);
            try {
                if (announce) {
                    System.err.println("mpjrun: preparing the class-data archive (once per JDK and library)");
                }
                create(fresh);
            } finally {
                CacheFolder.delete(fresh);
            }
        } catch (IOException e) {
            // Nothing can be written there: ranks start without an archive, or with the one that there is.
            return;
        }
    }

    private void create(Path fresh) throws IOException, InterruptedException {
        Path launcher = fresh.resolve("launcher");
        Path rank = fresh.resolve("rank");
        Files.deleteIfExists(folder.resolve(KEY));
        Path log = fresh.resolve(FAILED_REHEARSAL);
        if (rehearse(launcher, rank, log)) {
            Files.deleteIfExists(folder.resolve(FAILED_REHEARSAL));
            Files.move(launcher, launcherArchive(), StandardCopyOption.ATOMIC_MOVE);
            Files.move(rank, rankArchive(), StandardCopyOption.ATOMIC_MOVE);
            place(fresh, LAUNCHER_FLAGS, launcherFlags());
        } else {
            Files.deleteIfExists(folder.resolve(LAUNCHER_FLAGS));
            Files.deleteIfExists(launcherArchive());
            Files.deleteIfExists(rankArchive());
            Files.move(log, folder.resolve(FAILED_REHEARSAL), StandardCopyOption.ATOMIC_MOVE);
        }
        place(fresh, KEY, key());
    }

    private void place(Path fresh, String name, String content) throws IOException {
        Path file = Files.writeString(fresh.resolve(name), content);
        Files.move(file, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** An argument file of the java command: quoted, since paths may have spaces. */
    private String launcherFlags() {
        StringBuilder flags = new StringBuilder();
        for (String flag : usingFlags(launcherArchive())) {
            flags.append('"').append(flag.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
        }
        return flags.toString();
    }

    /** Returns whether it has made both archives; if not, the log's last line says how it ended. */
    private boolean rehearse(Path launcher, Path rank, Path log) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(jdk.java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "-D" + REHEARSAL_PROPERTY + "=" + rank));
        words.addAll(recordingFlags(jdk, launcher));
        // The user's class path is empty: ranks can use the archive if the class path it was made with begins theirs.
        words.addAll(List.of("-cp", library.classPath(), LAUNCHER, "-np", "2", "-cp", ""));
        if (CoreBinding.isSupported()) {
            words.addAll(List.of("--bind-to", "core"));
        }
        words.add(Rehearsal.class.getName());
        Process process = new ProcessBuilder(words)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
        try {
            String end = !process.waitFor(REHEARSAL_SECONDS, TimeUnit.SECONDS) ? "took too long"
                : process.exitValue() != 0 ? "ended with exit code " + process.exitValue()
                : Files.exists(launcher) && Files.exists(rank) ? "" : "made no archive";
            Files.writeString(log, end.isEmpty() ? "" : "the rehearsal " + end + "\n", StandardOpenOption.APPEND);
            return end.isEmpty();
        } finally {
            // Its ranks end with it.
            process.destroyForcibly();
        }
    }
}
