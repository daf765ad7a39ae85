package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.Application;
import mpj.runtime.host.ArchiveUse;
import mpj.runtime.host.ClassDataArchive;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.RankCommands;
import mpj.runtime.host.RankProgram;
import mpj.runtime.program.OtherVersion;
import mpj.runtime.program.Program;

/**
 * A job that is ready to start: what the user asked for, with the program found and compiled.
 *
 * @param job what the user asked for, with what is the first program's
 * @param size the number of ranks, of all programs
 * @param placement which rank runs where
 * @param applications what ranks run, as other hosts are told
 * @param shipped the class path that the applications refer to, as far as other hosts need it
 * @param commands of the ranks, on this host
 * @param library this library
 * @param jdk this launcher's
 * @param trace of the job
 * @param training of an AOT cache by the job
 */
record Launch(JobSpecification job, int size, Placement placement, List<Application> applications,
              List<String> shipped, RankCommands commands, LibraryFiles library, Jdk jdk, JobTrace trace,
              Training training) {

    /**
     * Makes a job ready.
     *
     * @param jobs what the user asked for, for each program
     * @param programs what was found of each
     */
    static Launch prepare(List<JobSpecification> jobs, List<Program> programs, LibraryFiles library, Jdk jdk,
                          Map<String, String> environment) throws InterruptedException {
        JobSpecification job = jobs.getFirst();
        int size = jobs.stream().mapToInt(JobSpecification::size).sum();
        programs.forEach(program -> OtherVersion.check(program.classPath(), LibraryFiles.version()));
        HostOptions hosts = job.hosts();
        List<Host> available = hosts.hosts().isEmpty() ? List.of(new Host(Host.LOCAL, size)) : hosts.hosts();
        Placement placement = Placement.of(available, size, hosts.mapping(), hosts.oversubscribe());
        JobTrace trace = JobTrace.of(RankProgram.trace(job.properties()), size, placement);
        if (program(job, programs.getFirst(), trace).asThreads()) {
            OneProcess.check(jobs);
        }
        boolean severalHosts = !placement.isOnThisHost();
        ClassDataArchive archive = ClassDataArchive.prepare(jdk, library, programs.getFirst().api(),
            severalHosts ? ArchiveUse.SEVERAL_HOSTS : ArchiveUse.ONE_HOST, true);
        if (job.verbose()) {
            archive.failedRehearsal().ifPresent(log -> System.err.println("mpjrun: ranks start without a class-data"
                + " archive, which could not be made; why is in " + log));
        }
        if (job.cache() != null) {
            job.cache().check(program(job, programs.getFirst(), trace), programs.getFirst(), placement, jdk,
                environment);
        }
        Training training = Training.of(job.cache(), () -> origin(jdk, programs.getFirst(), library));
        JobClassPath own = new JobClassPath();
        JobClassPath shipped = new JobClassPath();
        List<Application> here = new ArrayList<>();
        List<Application> there = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            JobSpecification each = jobs.get(i);
            RankProgram program = program(each, programs.get(i), trace);
            here.add(new Application(each.size(), program, own.add(programs.get(i).classPath())));
            there.add(new Application(each.size(), program, shipped.add(
                hosts.hosts().isEmpty() ? List.of() : ShippedClassPath.of(each, programs.get(i)))));
        }
        return new Launch(job, size, placement, there, shipped.entries(),
            RankCommands.of(here, own.entries(), severalHosts, library, jdk, archive, training.cache(), environment),
            library, jdk, trace, training);
    }

    /** Of a cache that would be made now. */
    private static CacheOrigin origin(Jdk jdk, Program program, LibraryFiles library) {
        List<String> jars = new ArrayList<>(program.classPath());
        jars.addAll(library.of(program.api()).entries());
        return CacheOrigin.of(jdk, jars);
    }

    private static RankProgram program(JobSpecification job, Program program, JobTrace trace) {
        List<String> properties = new ArrayList<>(trace.properties(job.properties()));
        if (job.verbose()) {
            properties.add(RuntimeProperties.VERBOSE.definition(true));
        }
        if (job.profile()) {
            properties.add(RuntimeProperties.PROFILE.definition(true));
        }
        return new RankProgram(program.api(), program.mainClass(), job.arguments(), properties, job.jvmOptions(),
            job.environment());
    }

    /** The main classes, for the user. */
    String name() {
        return String.join(" : ", applications.stream().map(each -> each.program().mainClass()).toList());
    }
}
