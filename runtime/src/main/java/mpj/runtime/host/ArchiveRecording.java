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
 * Makes the archives by rehearsals: small jobs whose launcher and rank 0 record what they load.
 *
 * <p>Where ranks take the library as modules, the JVMs record names, and archives are dumped from these. A static
 * archive holds the graph of modules, and with its classes linked also lambdas and what else is made by invokedynamic.
 * An AOT cache, which a JVM makes by itself, would hold the same and more; but a JVM that uses one has a thread that
 * contends with the program, for nothing, as there are no profiles: with these compilers would start so early that it
 * costs a third of a short program's time.
 *
 * <p>The classes of an archive are loaded at each start, needed or not. So there is one for ranks that share a host,
 * and one for those that use a network.
 *
 * <p>Where ranks take the library from the class path, a JVM archives at its exit what it has loaded.
 */
final class ArchiveRecording {
    /** By name: the launcher is above this package. */
    private static final String LAUNCHER = "mpj.runtime.launcher.Mpjrun";
    private static final long LIMIT_SECONDS = 30;
    /** The option as bin/mpjrun gives it: a JVM uses an archive with linked classes only if this option is the same. */
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    /** What the agent's JVM, and those of its ranks, take beside the command line. */
    private static final String AGENT_OPTIONS = "MPJ_REHEARSAL_OPTIONS";
    private static final String AGENT_NAMES = "-of-agent.names";
    private static final String AGENT = "mpj/runtime/agent/AgentJob ";
    private static final String COMMENT = "#";
    private static final String NOT_A_CLASS = "@";
    /** In the line of a class that is neither of a module nor of the class path. */
    private static final String FROM_A_LOADER = " source:";

    private final Jdk jdk;
    private final LibraryFiles library;
    private final Api api;
    private final Path folder;
    private final Path log;

    /**
     * @param library with all APIs
     * @param api that of the ranks
     * @param folder to work in
     * @param log what is run prints there; its last line says how that ended
     */
    ArchiveRecording(Jdk jdk, LibraryFiles library, Api api, Path folder, Path log) {
        this.jdk = jdk;
        this.library = library;
        this.api = api;
        this.folder = folder;
        this.log = log;
    }

    /** Whether this launcher runs only for its ranks to record. */
    static boolean isRehearsal() {
        return RuntimeProperties.REHEARSAL.isSet();
    }

    /** What makes rank 0 of a rehearsal record; none when this is no rehearsal. */
    static List<String> rankFlags(Jdk jdk) {
        return isRehearsal() ? List.of(recordingFlag(jdk, Path.of(RuntimeProperties.REHEARSAL.value()))) : List.of();
    }

    private static String recordingFlag(Jdk jdk, Path file) {
        return (LibraryModules.areArchived(jdk) ? "-XX:DumpLoadedClassList=" : "-XX:ArchiveClassesAtExit=") + file;
    }

    /** Makes the archives for this use; returns whether those are there that it needs. */
    boolean make(Archives archives, ArchiveUse use) throws IOException, InterruptedException {
        if (!LibraryModules.areArchived(jdk)) {
            return rehearse(archives.launcher(), archives.rank(), oneHost());
        }
        Path launcher = folder.resolve("launcher.names");
        Path rank = folder.resolve("rank.names");
        Path launcherOfHosts = folder.resolve("launcher-of-hosts.names");
        Path network = folder.resolve("network.names");
        List<String> modules = LibraryModules.of(library.of(api)).flags();
        if (use == ArchiveUse.AGENT) {
            return rehearse(launcherOfHosts, network, twoHosts())
                && dump(archives.agent(), agentNames(), List.of(NATIVE_ACCESS), library.classPath())
                && dump(archives.network(), network, modules, "");
        }
        if (!rehearse(launcher, rank, oneHost())) {
            return false;
        }
        Path launcherOfAll = launcher;
        if (use == ArchiveUse.SEVERAL_HOSTS && rehearse(launcherOfHosts, network, twoHosts())) {
            launcherOfAll = together(launcher, launcherOfHosts);
            dump(archives.network(), network, modules, "");
        }
        return dump(archives.launcher(), launcherOfAll, List.of(NATIVE_ACCESS), library.classPath())
            && dump(archives.rank(), rank, modules, "");
    }

    private static List<String> oneHost() {
        return CoreBinding.isSupported() ? List.of("-np", "2", "--bind-to", "core") : List.of("-np", "2");
    }

    /**
     * The options of a job on two hosts, both of which are this one. Its shared memory is split, so that ranks of
     * different "hosts" use the network. In place of ssh there is a script that runs the command here.
     */
    private List<String> twoHosts() throws IOException {
        Path ssh = folder.resolve("ssh");
        Files.writeString(ssh, "_JAVA_OPTIONS=$" + AGENT_OPTIONS + "\nexport _JAVA_OPTIONS\nexec /bin/sh -c \"$2\"\n");
        return List.of("-np", "4", "--host", "localhost:2,rehearsal:2", "--ssh", "/bin/sh '" + ssh + "'",
            "-Dmpj.shm.split=2");
    }

    /** The agent's list of names; the ranks that it has started inherit its options, and so write lists beside it. */
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

    /** The lines of both lists, without the numbers that each JVM has given to classes. */
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
        words.addAll(List.of("-D" + RuntimeProperties.REHEARSAL.definition(rank), recordingFlag(jdk, launcher), "-cp",
            library.classPath(), LAUNCHER));
        words.addAll(options);
        // The user's class path is empty: ranks can use the archive if the class path it was made with begins theirs.
        words.addAll(List.of("--api", api.word(), "-cp", "", Rehearsal.class.getName()));
        return run("the rehearsal", words) && exist("the rehearsal", launcher, rank);
    }

    private boolean dump(Path archive, Path names, List<String> flags, String classPath)
        throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(jdk.java(), "-XX:+UseSerialGC"));
        words.addAll(flags);
        words.addAll(List.of("-Xshare:dump", "-XX:+AOTClassLinking", "-XX:SharedClassListFile=" + names,
            "-XX:SharedArchiveFile=" + archive, "-cp", classPath));
        return run("the dump", words) && exist("the dump", archive);
    }

    private boolean run(String what, List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words);
        // An agent makes an archive, too. What sshd or a daemon told that agent is not for the rehearsal's.
        builder.environment().keySet().removeIf(name -> name.startsWith("SSH_") || name.startsWith("MPJ_"));
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        builder.environment().put(AGENT_OPTIONS, "-Dmpj.archive= \"-XX:DumpLoadedClassList=" + folder.resolve("%p")
            + AGENT_NAMES + "\"");
        Process process = builder
            .redirectInput(NoInput.REDIRECT)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return failed(what + " took too long");
            }
            return process.exitValue() == 0 || failed(what + " ended with exit code " + process.exitValue());
        } finally {
            // Its ranks end with it.
            process.destroyForcibly();
        }
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
