package mpj.runtime.host;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.rank.RankMain;
import mpj.runtime.threads.ThreadsMain;

/**
 * The command line of a rank's JVM, which is the same for every rank of a program on a host. If the ranks are threads,
 * it is the command line of their one JVM.
 *
 * @param java the JDK's command
 * @param first flags of rank 0 only, which records for an archive or a cache, or reports about the cache
 * @param words the rest of the command line
 * @param environment variables for the process
 * @param together whether the ranks are threads of one JVM
 * @param debug the debugger's agent, or null
 */
public record RankCommand(String java, List<String> first, List<String> words, Map<String, String> environment,
                          boolean together, DebugAgent debug) {

    /**
     * The default of java.security. Because it is set here, the first use of the network need not read that file, which
     * takes as long as a tenth of a start. A property of the user follows later, and so overrides this one.
     */
    static final String HOSTS_IN_EXCEPTIONS = "-Djdk.includeInExceptions=hostInfoExclSocket";

    /**
     * Makes the command line on this host.
     *
     * @param environment variables for the process
     * @param ranks the number of ranks on this host, with those of the launcher's other jobs
     * @param classPath of the program, as it is on this host
     * @param library with all APIs
     * @param severalHosts whether ranks also run on other hosts
     * @param archive of the library
     * @param cache of the program, in place of the archive
     */
    static RankCommand of(RankProgram program, Map<String, String> environment, int ranks,
                          List<String> classPath, boolean severalHosts, LibraryFiles library, Jdk jdk,
                          ClassDataArchive archive, ProgramCache cache, Map<String, String> ownEnvironment) {
        LibraryFiles own = library.of(program.api());
        boolean together = program.asThreads();
        boolean network = severalHosts || program.usesNetwork();
        if (program.module() != null) {
            return ofModule(program, environment, ranks, classPath, own, jdk, ownEnvironment);
        }
        boolean asModules = !together && archive.holdsModules(program.jvmOptions(), network, cache)
            && !LibraryModules.areChosenBy(List.of(fromEnvironment(ownEnvironment).split("\\s+")))
            && !SplitPackages.areIn(program.mainClass(), classPath);
        LibraryModules modules = asModules ? LibraryModules.of(own) : null;
        List<String> words = new ArrayList<>();
        words.addAll(defaultFlags(program, ownEnvironment));
        if (!cache.isRecorded() && !ArchiveRecording.isRehearsal()) {
            // A recording is to have profiles of all that is compiled.
            words.addAll(thresholds(program, ranks, ownEnvironment));
        }
        words.addAll(modules == null ? List.of(JavaOptions.NATIVE_ACCESS) : modules.flags());
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

    /** Uses no archive, because each archive holds for only one module path, which is that of the library alone. */
    private static RankCommand ofModule(RankProgram program, Map<String, String> environment, int ranks,
                                        List<String> modulePath, LibraryFiles library, Jdk jdk,
                                        Map<String, String> ownEnvironment) {
        List<String> words = new ArrayList<>(defaultFlags(program, ownEnvironment));
        words.addAll(thresholds(program, ranks, ownEnvironment));
        words.addAll(LibraryModules.of(library).flags(program.mainClass(), modulePath));
        for (String property : program.properties()) {
            words.add("-D" + property);
        }
        words.addAll(program.jvmOptions());
        // The main class is named as a class of a module. Otherwise the working folder would be the class path.
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

    /** @param ranks the ranks that the JVM runs: several if they are threads */
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

    /**
     * The command that makes a cache from the recording of rank 0. It has the options and class path of that rank, and
     * no program.
     */
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

    /** The command line in the form for a shell. */
    @Override
    public String toString() {
        return ShellWords.quoted(of(List.of(0), Recording.NONE));
    }

    private static List<String> defaultFlags(RankProgram program, Map<String, String> ownEnvironment) {
        List<String> flags = new ArrayList<>();
        if (!choosesCollector(program.jvmOptions(), ownEnvironment)) {
            // Ranks fill the cores, so collector threads would only take cores from other ranks. But in one JVM, all
            // ranks stand still while their heap is collected.
            flags.add(program.asThreads() ? "-XX:+UseParallelGC" : "-XX:+UseSerialGC");
        }
        if (!program.isWatched()) {
            flags.add("-XX:-UsePerfData"); // jcmd, JConsole and Mission Control list the JVMs of a host by this data
        }
        flags.addAll(JavaOptions.ofCore());
        flags.add(HOSTS_IN_EXCEPTIONS);
        return flags;
    }

    private static List<String> thresholds(RankProgram program, int ranks, Map<String, String> ownEnvironment) {
        List<String> options = new ArrayList<>(List.of(fromEnvironment(ownEnvironment).split("\\s+")));
        options.addAll(program.jvmOptions());
        return CompileThresholds.flags(ranks, Runtime.getRuntime().availableProcessors(), program.asThreads(),
            options);
    }

    /** Whether the user has chosen a collector, because the JVM refuses to start when two are named. */
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
