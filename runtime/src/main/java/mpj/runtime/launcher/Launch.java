package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.Application;
import mpj.runtime.host.ArchiveUse;
import mpj.runtime.host.CacheUse;
import mpj.runtime.host.ClassDataArchive;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.RankCommands;
import mpj.runtime.host.RankProgram;
import mpj.runtime.program.OtherVersion;
import mpj.runtime.program.Program;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.JobTag;

/**
 * A job that is ready to start: the user's request, and the program, which was found and compiled.
 *
 * @param job the user's request, with the settings of the first program
 * @param size the number of ranks, of all programs
 * @param placement which rank runs where
 * @param applications the programs that ranks run, in the form for other hosts
 * @param shipped the class path that the applications refer to, as far as other hosts need it
 * @param commands of the ranks, on this host
 * @param library this library
 * @param jdk this launcher's
 * @param trace of the job
 * @param training of an AOT cache by the job
 * @param tag which of the launcher's jobs this is, and how the lines of its ranks begin
 */
record Launch(JobSpecification job, int size, Placement placement, List<Application> applications,
              List<String> shipped, RankCommands commands, LibraryFiles library, Jdk jdk, JobTrace trace,
              Training training, JobTag tag) {

    /**
     * Makes the first job of a launcher ready.
     *
     * @param jobs the user's request for each program
     * @param programs the programs that were found
     * @param use what this process uses of the cache folder; null if a program starts the job
     */
    static Launch prepare(List<JobSpecification> jobs, List<Program> programs, LibraryFiles library, Jdk jdk,
                          Map<String, String> environment, CacheUse use) throws InterruptedException {
        JobSpecification job = jobs.getFirst();
        int size = jobs.stream().mapToInt(JobSpecification::size).sum();
        HostOptions hosts = job.hosts();
        List<Host> available = hosts.hosts().isEmpty() ? List.of(new Host(Host.LOCAL, size)) : hosts.hosts();
        // Without named hosts nothing limits the ranks of this host. It has at least a slot for each core.
        int universe = hosts.hosts().isEmpty() ? Math.max(size, Runtime.getRuntime().availableProcessors())
            : Placement.slots(hosts.hosts());
        Map<String, String> variables = new LinkedHashMap<>(Map.of(JobEnvironment.UNIVERSE,
            Integer.toString(universe)));
        if (job.respawn() > 0) {
            variables.put(JobEnvironment.RESPAWN, "true");
        }
        return prepare(jobs, programs, Placement.of(available, size, hosts.mapping(), hosts.oversubscribe()),
            new JobTag(0, job.tagOutput()), variables, library, jdk, environment, use);
    }

    /**
     * Makes a job ready.
     *
     * @param jobs the request for each program
     * @param programs the programs that were found
     * @param variables that this library sets in the environment of the ranks
     * @param use what this process uses of the cache folder; null if a program starts the job
     */
    static Launch prepare(List<JobSpecification> jobs, List<Program> programs, Placement placement, JobTag tag,
                          Map<String, String> variables, LibraryFiles library, Jdk jdk,
                          Map<String, String> environment, CacheUse use) throws InterruptedException {
        JobSpecification job = jobs.getFirst();
        int size = jobs.stream().mapToInt(JobSpecification::size).sum();
        programs.forEach(program -> OtherVersion.check(program.classPath(), LibraryFiles.version()));
        HostOptions hosts = job.hosts();
        JobTrace trace = JobTrace.of(RankProgram.trace(job.properties()), size, placement);
        RankProgram ranks = program(job, programs.getFirst(), trace, Map.of());
        if (ranks.asThreads()) {
            OneProcess.check(jobs);
        }
        Replacements.check(job, jobs.size(), ranks.perJvm(), placement);
        SharedJvms.check(job, ranks.perJvm(), tag.isSpawned() ? Integer.MAX_VALUE : size, placement);
        boolean severalHosts = !placement.isOnThisHost();
        ClassDataArchive archive = ClassDataArchive.prepare(jdk, library, programs.getFirst().api(),
            severalHosts ? ArchiveUse.SEVERAL_HOSTS : ArchiveUse.ONE_HOST, true);
        if (job.verbose()) {
            archive.failedRehearsal().ifPresent(log -> System.err.println("mpjrun: ranks start without a class-data"
                + " archive, which could not be made; the reason is in " + log));
        }
        Training training = new CacheChoice(jobs, programs.getFirst(), ranks, placement, library, jdk, environment, use)
            .training();
        JobClassPath own = new JobClassPath();
        JobClassPath shipped = new JobClassPath();
        List<Application> here = new ArrayList<>();
        List<Application> there = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            JobSpecification each = jobs.get(i);
            RankProgram program = program(each, programs.get(i), trace, variables);
            here.add(new Application(each.size(), program, own.add(programs.get(i).classPath())));
            there.add(new Application(each.size(), program, shipped.add(
                hosts.hosts().isEmpty() ? List.of() : ShippedClassPath.of(each, programs.get(i)))));
        }
        return new Launch(job, size, placement, there, shipped.entries(),
            RankCommands.of(here, placement.ranksOfThisHost(), own.entries(), severalHosts, library, jdk, archive,
                training.cache(), environment),
            library, jdk, trace, training, tag);
    }

    private static RankProgram program(JobSpecification job, Program program, JobTrace trace,
                                       Map<String, String> variables) {
        List<String> properties = new ArrayList<>(trace.properties(job.properties()));
        if (job.verbose()) {
            properties.add(RuntimeProperties.VERBOSE.definition(true));
        }
        if (job.profile()) {
            properties.add(RuntimeProperties.PROFILE.definition(true));
        }
        Map<String, String> all = new LinkedHashMap<>(job.environment());
        all.putAll(variables);
        return new RankProgram(program.api(), program.mainClass(), job.arguments(), properties, job.jvmOptions(), all);
    }

    /** The main classes, for the user. */
    String name() {
        return String.join(" : ", applications.stream().map(each -> each.program().mainClass()).toList());
    }
}
