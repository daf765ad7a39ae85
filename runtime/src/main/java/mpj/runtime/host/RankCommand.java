package mpj.runtime.host;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.rank.RankMain;
import mpj.runtime.threads.ThreadsMain;

/**
 * The command line of a rank's JVM, the same for every rank of a program on a host; or of the one JVM whose threads
 * they are.
 *
 * @param java the JDK's command
 * @param first flags of rank 0 only: it records what an archive or a cache is made from, or tells of the cache
 * @param words all that follows
 * @param environment variables that its process gets
 * @param together whether the ranks are threads of one JVM
 * @param debug the debugger's agent, or null
 */
public record RankCommand(String java, List<String> first, List<String> words, Map<String, String> environment,
                          boolean together, DebugAgent debug) {

    /**
     * What java.security says by default. Said here, the first use of the network need not read that file, which takes
     * as long as a tenth of a start. A property that the user gives comes later.
     */
    static final String HOSTS_IN_EXCEPTIONS = "-Djdk.includeInExceptions=hostInfoExclSocket";

    /**
     * What is inlined and what is not, so that a message allocates nothing.
     * <ul>
     * <li>A blocking receive makes a status. The compiler removes it where it inlines Recv into a program that drops
     * it. Whether it does that depends on how much there is in Recv, and on how large Recv was when it was last
     * compiled. So there is only the status in Recv: the receive itself is a call. Nor does the release of the engine's
     * lock after a wait take room from a method that sends and then receives.
     * <li>A copy of a long message makes slices of memory. The compiler removes them in the copying method, but not
     * always in a method that this is inlined into. And it does so only if it inlines all that makes a slice and all
     * that takes it. By its profiles some of that may look too rare: a message of 64 KiB has a slice in three of four
     * packets, and one packet without.
     * </ul>
     */
    private static final List<String> INLINING = List.of("-XX:CompileCommand=quiet",
        "-XX:CompileCommand=inline,mpi.Comm::Recv",
        "-XX:CompileCommand=inline,mpi.Comm::recv",
        "-XX:CompileCommand=inline,mpi.Status::of",
        "-XX:CompileCommand=dontinline,mpj.core.comm.PointToPoint::receive",
        "-XX:CompileCommand=dontinline,mpj.engine.wait.Progress::endAndRelease",
        "-XX:CompileCommand=dontinline,mpj.bindings.Memcpy::copy*",
        "-XX:CompileCommand=inline,mpj.bindings.CMemcpy::*",
        "-XX:CompileCommand=inline,jdk.internal.foreign.AbstractMemorySegmentImpl::asSlice*",
        "-XX:CompileCommand=inline,jdk.internal.foreign.HeapMemorySegmentImpl*::dup");

    /**
     * The command line on this host.
     *
     * @param environment variables for its process
     * @param classPath of the program, as it is on this host
     * @param library with all APIs
     * @param severalHosts whether ranks run on others, too
     * @param archive of the library
     * @param cache of the program, in place of it
     */
    static RankCommand of(RankProgram program, Map<String, String> environment, List<String> classPath,
                          boolean severalHosts, LibraryFiles library, Jdk jdk, ClassDataArchive archive,
                          ProgramCache cache, Map<String, String> ownEnvironment) {
        LibraryFiles own = library.of(program.api());
        boolean together = program.asThreads();
        boolean network = severalHosts || program.usesNetwork();
        if (program.module() != null) {
            return ofModule(program, environment, classPath, own, jdk, ownEnvironment);
        }
        boolean asModules = !together && archive.holdsModules(program.jvmOptions(), network, cache)
            && !LibraryModules.areChosenBy(List.of(fromEnvironment(ownEnvironment).split("\\s+")))
            && !SplitPackages.areIn(program.mainClass(), classPath);
        LibraryModules modules = asModules ? LibraryModules.of(own) : null;
        List<String> words = new ArrayList<>();
        words.addAll(defaultFlags(program, ownEnvironment));
        words.addAll(modules == null ? List.of("--enable-native-access=ALL-UNNAMED") : modules.flags());
        words.addAll(cache.isOn() ? cache.flags() : archive.flags(program.jvmOptions(), modules != null, network));
        for (String property : program.properties()) {
            words.add("-D" + property);
        }
        words.addAll(program.jvmOptions());
        words.add("-cp");
        words.add(String.join(File.pathSeparator, entries(classPath, own, modules)));
        words.add(together ? ThreadsMain.class.getName() : RankMain.class.getName());
        words.add(program.mainClass());
        words.addAll(program.arguments());
        List<String> first = cache.isOn() ? cache.flagsOfFirst() : ArchiveRecording.rankFlags(jdk);
        return new RankCommand(jdk.java(), first, words, environment, together,
            DebugAgent.of(program.properties()));
    }

    /** Without an archive: each holds for one module path, that of the library alone. */
    private static RankCommand ofModule(RankProgram program, Map<String, String> environment, List<String> modulePath,
                                        LibraryFiles library, Jdk jdk, Map<String, String> ownEnvironment) {
        List<String> words = new ArrayList<>(defaultFlags(program, ownEnvironment));
        words.addAll(LibraryModules.of(library).flags(program.mainClass(), modulePath));
        for (String property : program.properties()) {
            words.add("-D" + property);
        }
        words.addAll(program.jvmOptions());
        // As a module's class: else the working folder would be the class path.
        words.add("-m");
        words.add("mpj.runtime/" + RankMain.class.getName());
        words.add(program.mainClass());
        words.addAll(program.arguments());
        return new RankCommand(jdk.java(), List.of(), words, environment, false, DebugAgent.of(program.properties()));
    }

    private static List<String> entries(List<String> classPath, LibraryFiles library, LibraryModules modules) {
        List<String> entries = new ArrayList<>();
        if (modules == null) {
            entries.addAll(library.entries());
        }
        entries.addAll(classPath);
        return entries;
    }

    /** @param ranks that the JVM runs: more than one if they are threads */
    List<String> of(List<Integer> ranks, Recording recording) {
        List<String> line = new ArrayList<>();
        line.add(java);
        if (ranks.contains(0)) {
            line.addAll(first);
        }
        if (debug != null) {
            line.add(debug.option(ranks));
        }
        line.addAll(recording.flags(ranks.getFirst()));
        line.addAll(words);
        return line;
    }

    /** What makes a cache of what rank 0 has recorded: its JVM with its options and class path, and no program. */
    List<String> cacheCreation(Path record, Path cache) {
        List<String> line = new ArrayList<>(List.of(java, "-XX:AOTMode=create", "-XX:AOTConfiguration=" + record,
            "-XX:AOTCache=" + cache));
        line.addAll(words.subList(0, words.indexOf(RankMain.class.getName())));
        return line;
    }

    /** @throws HostException when the port for a debugger cannot be used */
    void checkDebug(List<Integer> ranks, String host) {
        if (debug != null) {
            debug.check(ranks, host);
        }
    }

    /** As a shell would take it. */
    @Override
    public String toString() {
        return ShellWords.quoted(of(List.of(0), Recording.NONE));
    }

    private static List<String> defaultFlags(RankProgram program, Map<String, String> ownEnvironment) {
        List<String> flags = new ArrayList<>();
        if (!choosesCollector(program.jvmOptions(), ownEnvironment)) {
            // Ranks fill the cores: collector threads would only take them from other ranks. But in one JVM all ranks
            // stand still while their heap is collected.
            flags.add(program.asThreads() ? "-XX:+UseParallelGC" : "-XX:+UseSerialGC");
        }
        if (!program.isWatched()) {
            flags.add("-XX:-UsePerfData"); // by which jcmd, JConsole and Mission Control list the JVMs of a host
        }
        flags.addAll(INLINING);
        flags.add(HOSTS_IN_EXCEPTIONS);
        return flags;
    }

    /** The JVM refuses to start with two collectors named. */
    private static boolean choosesCollector(List<String> jvmOptions, Map<String, String> ownEnvironment) {
        for (String option : jvmOptions) {
            if (option.startsWith("-XX:+Use") && option.endsWith("GC")) {
                return true;
            }
        }
        return fromEnvironment(ownEnvironment).contains("GC");
    }

    /** The options that a JVM takes from its environment. */
    private static String fromEnvironment(Map<String, String> environment) {
        return environment.getOrDefault("JDK_JAVA_OPTIONS", "") + " "
            + environment.getOrDefault("JAVA_TOOL_OPTIONS", "");
    }
}
