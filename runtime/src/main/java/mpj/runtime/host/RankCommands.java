package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.wire.Programs;

/**
 * The command lines of a job's ranks on a host. There is one for each program, or one for all programs if ranks are
 * threads.
 *
 * @param commands in the order of the programs
 * @param programs which rank runs which program
 * @param perJvm how many ranks share a JVM
 * @param numaFolder the folder in which the kernel describes the NUMA nodes
 */
public record RankCommands(List<RankCommand> commands, Programs programs, RanksPerJvm perJvm, Path numaFolder) {

    /**
     * Makes the command lines on this host.
     *
     * @param ranks the number of ranks on this host, with those of the launcher's other jobs
     * @param classPath of the job, as it is on this host
     * @param library with all APIs
     * @param severalHosts whether ranks also run on other hosts
     * @param archive of the library
     * @param cache of the program, in place of the archive
     */
    public static RankCommands of(List<Application> applications, int ranks, List<String> classPath,
                                  boolean severalHosts, LibraryFiles library, Jdk jdk,
                                  ClassDataArchive archive, ProgramCache cache, Map<String, String> ownEnvironment) {
        Programs programs = Application.programs(applications);
        RankProgram first = applications.getFirst().program();
        boolean together = first.asThreads();
        List<RankCommand> commands = new ArrayList<>();
        for (Application each : together ? List.of(merged(applications, classPath.size())) : applications) {
            Map<String, String> environment = new HashMap<>(each.program().environment());
            programs.write(environment);
            commands.add(RankCommand.of(each.program(), environment, ranks, each.entries(classPath), severalHosts,
                library, jdk, archive, cache, ownEnvironment));
        }
        return new RankCommands(commands, programs, first.perJvm(), first.numaFolder());
    }

    /** Puts all programs on one command line. The words of the others follow the arguments of the first. */
    private static Application merged(List<Application> applications, int entries) {
        RankProgram first = applications.getFirst().program();
        if (applications.size() == 1) {
            return applications.getFirst();
        }
        List<String> words = new ArrayList<>(first.arguments());
        for (Application other : applications.subList(1, applications.size())) {
            words.add(other.program().mainClass());
            words.addAll(other.program().arguments());
        }
        List<Integer> all = new ArrayList<>();
        for (int entry = 0; entry < entries; entry++) {
            all.add(entry);
        }
        return new Application(0, new RankProgram(first.api(), first.mainClass(), words, first.properties(),
            first.jvmOptions(), first.environment()), all);
    }

    /** Whether the ranks are threads. */
    boolean together() {
        return perJvm.areThreads();
    }

    /** The JVMs for these ranks of this host. */
    List<RankJvm> jvms(List<Integer> ranks, CoreBinding binding) {
        return together() ? RankJvm.ofThreads(ranks, perJvm, binding, numaFolder) : RankJvm.ofEach(ranks, binding);
    }

    RankCommand of(int rank) {
        return together() ? commands.getFirst() : commands.get(programs.of(rank));
    }

    /** Begins to make a cache from the recording of rank 0. The output goes to a file. */
    public Process makeCache(Path record, Path cache, Path log) throws IOException {
        RankCommand first = of(0);
        ProcessBuilder builder = new ProcessBuilder(first.cacheCreation(record, cache));
        builder.environment().putAll(first.environment());
        return builder.redirectInput(NoInput.REDIRECT).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    }

    /** The command lines in the form for a shell, with colons between them. */
    @Override
    public String toString() {
        return String.join(" : ", commands.stream().map(RankCommand::toString).toList());
    }
}
