package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * Makes the archives by rehearsals. A rehearsal is a small job whose launcher and rank 0 record the classes that they
 * load.
 *
 * <p>Where ranks take the library as modules, JVMs record, and archives are made from the recordings. Such an archive
 * holds the graph of modules. Because its classes are linked, it also holds lambdas and other results of invokedynamic.
 *
 * <p>For a rank, the archive is an AOT cache. A cache also holds the profiles from which the rehearsal's methods were
 * compiled. With profiles, the compiler need not count calls first, and its first result is nearly as good as its last.
 * If the JVM cannot make a cache, a static archive takes its place. Launchers and agents always have static archives,
 * because profiles do not help them.
 *
 * <p>The classes of an archive are loaded at each start, even if they are not needed. So there is one archive for ranks
 * that share a host, and one for ranks that use a network.
 *
 * <p>Where ranks take the library from the class path, a JVM archives at its exit the classes that it has loaded.
 */
final class ArchiveRecording {
    /** Named by a text, because the launcher is in a layer above this package. */
    private static final String LAUNCHER = "mpj.runtime.launcher.Mpjrun";
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(30);
    /**
     * The option in the form of bin/mpjrun: a JVM uses an archive with linked classes only if this option is the same.
     */
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    /** The variable with additional options for the JVMs of the agent and of its ranks. */
    private static final String AGENT_OPTIONS = "MPJ_REHEARSAL_OPTIONS";
    private static final String AGENT_NAMES = "-of-agent.names";
    private static final String AGENT = "mpj/runtime/agent/AgentJob ";
    private static final String CONFIGURATION = ".configuration";
    private static final String COMMENT = "#";
    private static final String NOT_A_CLASS = "@";
    /** A mark in the line of a class that comes neither from a module nor from the class path. */
    private static final String FROM_A_LOADER = " source:";

    private final Jdk jdk;
    private final LibraryFiles library;
    private final Api api;
    private final Path folder;
    private final Path log;
    private final long deadline;

    /**
     * @param library with all APIs
     * @param api the API of the ranks
     * @param folder to work in
     * @param log receives the output of all processes; its last line says how the last one ended
     * @param limitNanos for all steps together, because a job waits for them
     */
    ArchiveRecording(Jdk jdk, LibraryFiles library, Api api, Path folder, Path log, long limitNanos) {
        deadline = System.nanoTime() + limitNanos;
        this.jdk = jdk;
        this.library = library;
        this.api = api;
        this.folder = folder;
        this.log = log;
    }

    /** Whether this launcher only runs so that its ranks record. */
    static boolean isRehearsal() {
        return RuntimeProperties.REHEARSAL.isSet();
    }

    /** The flags with which rank 0 of a rehearsal records; none when this is no rehearsal. */
    static List<String> rankFlags(Jdk jdk) {
        return isRehearsal() ? recordingFlags(jdk, Path.of(RuntimeProperties.REHEARSAL.value())) : List.of();
    }

    private static List<String> recordingFlags(Jdk jdk, Path file) {
        if (!LibraryModules.areArchived(jdk)) {
            return List.of("-XX:ArchiveClassesAtExit=" + file);
        }
        return isConfiguration(file) ? List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + file)
            : List.of("-XX:DumpLoadedClassList=" + file);
    }

    /** Whether the file is made into an AOT cache, not into a static archive. */
    private static boolean isConfiguration(Path file) {
        return file.toString().endsWith(CONFIGURATION);
    }

    /** Makes the archives for a use. Returns whether all archives that the use needs are there. */
    boolean make(Archives archives, ArchiveUse use) throws IOException, InterruptedException {
        if (!LibraryModules.areArchived(jdk)) {
            return rehearse(archives.launcher(), archives.rank(), oneHost());
        }
        if (make(archives, use, CONFIGURATION)) {
            return true;
        }
        if (tookTooLong()) {
            return false;
        }
        for (Path unfinished : archives.all()) {
            Files.deleteIfExists(unfinished);
        }
        return make(archives, use, ".names");
    }

    /** Whether the limit was reached, as on a busy machine. A later attempt may succeed. */
    boolean tookTooLong() {
        return deadline - System.nanoTime() <= 0;
    }

    /** @param record the end of the names of the ranks' recordings */
    private boolean make(Archives archives, ArchiveUse use, String record) throws IOException, InterruptedException {
        Path launcher = folder.resolve("launcher.names");
        Path rank = folder.resolve("rank" + record);
        Path launcherOfHosts = folder.resolve("launcher-of-hosts.names");
        Path network = folder.resolve("network" + record);
        if (use == ArchiveUse.AGENT) {
            return rehearse(launcherOfHosts, network, twoHosts())
                && dump(List.of(ofLibrary(archives.agent(), agentNames()), ofNetwork(archives, network)));
        }
        if (!rehearse(launcher, rank, oneHost())) {
            return false;
        }
        Path launcherOfAll = launcher;
        if (use == ArchiveUse.SEVERAL_HOSTS && rehearse(launcherOfHosts, network, twoHosts())) {
            launcherOfAll = together(launcher, launcherOfHosts);
            dump(List.of(ofNetwork(archives, network)));
        }
        return dump(List.of(ofLibrary(archives.launcher(), launcherOfAll), ofRank(archives, rank)));
    }

    private Dump ofLibrary(Path archive, Path names) {
        return new Dump(archive, names, List.of(NATIVE_ACCESS), library.classPath());
    }

    private Dump ofRank(Archives archives, Path record) {
        return new Dump(isConfiguration(record) ? archives.rankCache() : archives.rank(), record,
            LibraryModules.of(library.of(api)).flags(), "");
    }

    private Dump ofNetwork(Archives archives, Path record) {
        return new Dump(isConfiguration(record) ? archives.networkCache() : archives.network(), record,
            LibraryModules.of(library.of(api)).flags(), "");
    }

    private static List<String> oneHost() {
        return CoreBinding.isSupported() ? List.of("-np", "2", "--bind-to", "core") : List.of("-np", "2");
    }

    /**
     * The options of a job on two hosts that are both this host. Its shared memory is split, so that ranks of different
     * "hosts" use the network. A script takes the place of ssh, and runs the command here.
     */
    private List<String> twoHosts() throws IOException {
        Path ssh = folder.resolve("ssh");
        Files.writeString(ssh, "_JAVA_OPTIONS=$" + AGENT_OPTIONS + "\nexport _JAVA_OPTIONS\nexec /bin/sh -c \"$2\"\n");
        return List.of("-np", "4", "--host", "localhost:2,rehearsal:2", "--ssh", "/bin/sh '" + ssh + "'",
            "-Dmpj.shm.split=2");
    }

    /**
     * The agent's list of names. The ranks that the agent has started inherit its options, and so write lists beside
     * it.
     */
    private Path agentNames() throws IOException {
        try (DirectoryStream<Path> lists = Files.newDirectoryStream(folder, "*" + AGENT_NAMES)) {
            for (Path list : lists) {
                if (Files.readString(list).contains(AGENT)) {
                    return list;
                }
            }
        }
        throw new IOException("the rehearsal's agent has recorded nothing");
    }

    /** Joins the lines of both lists, without the numbers that each JVM has given to the classes. */
    private Path together(Path one, Path other) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        for (Path file : List.of(one, other)) {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(NOT_A_CLASS)) {
                    names.add(line);
                } else if (!line.startsWith(COMMENT) && !line.contains(FROM_A_LOADER)) {
                    names.add(line.split(" ", 2)[0]);
                }
            }
        }
        return Files.write(other.resolveSibling(other.getFileName() + ".all"), names);
    }

    private boolean rehearse(Path launcher, Path rank, List<String> options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(jdk.java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData", NATIVE_ACCESS, RankCommand.HOSTS_IN_EXCEPTIONS));
        words.addAll(List.of("-D" + RuntimeProperties.REHEARSAL.definition(rank)));
        words.addAll(recordingFlags(jdk, launcher));
        words.addAll(List.of("-cp", library.classPath(), LAUNCHER));
        words.addAll(options);
        // The user's class path is empty here. Ranks can use an archive if their class path begins with the archive's
        // class path.
        words.addAll(List.of("--api", api.word(), "-cp", "", Rehearsal.class.getName()));
        return run("the rehearsal", words) && exist("the rehearsal", launcher, rank);
    }

    /** Makes them at the same time, because each takes one thread about a second. */
    private boolean dump(List<Dump> dumps) throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        try {
            for (Dump dump : dumps) {
                processes.add(start(dump.words(jdk)));
            }
            boolean all = true;
            for (int i = 0; i < dumps.size(); i++) {
                all &= ends("the dump", processes.get(i)) && exist("the dump", dumps.get(i).archive());
            }
            return all;
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    /**
     * An archive or cache to make.
     *
     * @param record the recording of its contents
     * @param flags for the library as modules; none if it is not
     */
    private record Dump(Path archive, Path record, List<String> flags, String classPath) {
        List<String> words(Jdk jdk) {
            List<String> words = new ArrayList<>(List.of(jdk.java(), "-XX:+UseSerialGC"));
            words.addAll(flags);
            words.addAll(isConfiguration(record)
                ? List.of("-XX:AOTMode=create", "-XX:AOTConfiguration=" + record, "-XX:AOTCache=" + archive)
                : List.of("-Xshare:dump", "-XX:+AOTClassLinking", "-XX:SharedClassListFile=" + record,
                    "-XX:SharedArchiveFile=" + archive));
            words.addAll(List.of("-cp", classPath));
            return words;
        }
    }

    private boolean run(String what, List<String> words) throws IOException, InterruptedException {
        Process process = start(words);
        try {
            return ends(what, process);
        } finally {
            // The ranks of the process end with it.
            process.destroyForcibly();
        }
    }

    private Process start(List<String> words) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        // A rehearsal can also run in an agent. The variables that sshd or a daemon set for that agent are not for the
        // rehearsal.
        builder.environment().keySet().removeIf(name -> name.startsWith("SSH_") || name.startsWith("MPJ_"));
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        builder.environment().put(AGENT_OPTIONS, "-Dmpj.archive= \"-XX:DumpLoadedClassList=" + folder.resolve("%p")
            + AGENT_NAMES + "\"");
        return builder
            .redirectInput(NoInput.REDIRECT)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    }

    private boolean ends(String what, Process process) throws IOException, InterruptedException {
        if (!process.waitFor(Math.min(STEP_NANOS, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            return failed(what + " took too long");
        }
        return process.exitValue() == 0 || failed(what + " ended with exit code " + process.exitValue());
    }

    private boolean exist(String what, Path... files) throws IOException {
        for (Path file : files) {
            if (!Files.exists(file)) {
                return failed(what + " made no " + file.getFileName());
            }
        }
        return true;
    }

    private boolean failed(String how) throws IOException {
        Files.writeString(log, how + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return false;
    }
}
