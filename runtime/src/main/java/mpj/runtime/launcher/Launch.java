package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.ArchiveUse;
import mpj.runtime.host.ClassDataArchive;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.RankCommand;
import mpj.runtime.host.RankProgram;

/**
 * A job that is ready to start: what the user asked for, with the program found and compiled.
 *
 * @param job what the user asked for
 * @param placement which rank runs where
 * @param program what ranks run
 * @param shipped the program's class path, as far as other hosts need it
 * @param command a rank's, on this host
 * @param library this library
 * @param jdk this launcher's
 */
record Launch(JobSpecification job, Placement placement, RankProgram program, List<String> shipped,
              RankCommand command, LibraryFiles library, Jdk jdk) {

    static Launch prepare(JobSpecification job, Program program, LibraryFiles library, Jdk jdk,
                          Map<String, String> environment) throws InterruptedException {
        HostOptions hosts = job.hosts();
        List<Host> available = hosts.hosts().isEmpty() ? List.of(new Host(Host.LOCAL, job.size())) : hosts.hosts();
        Placement placement = Placement.of(available, job.size(), hosts.mapping(), hosts.oversubscribe());
        List<String> properties = new ArrayList<>(job.properties());
        if (job.verbose()) {
            properties.add(RuntimeProperties.VERBOSE.definition(true));
        }
        RankProgram ranks = new RankProgram(program.api(), program.mainClass(), job.arguments(), properties,
            job.jvmOptions(), job.environment());
        if (ranks.asThreads()) {
            OneProcess.check(job);
        }
        boolean severalHosts = !placement.isOnThisHost();
        ClassDataArchive archive = ClassDataArchive.prepare(jdk, library, program.api(),
            severalHosts ? ArchiveUse.SEVERAL_HOSTS : ArchiveUse.ONE_HOST, true);
        if (job.verbose()) {
            archive.failedRehearsal().ifPresent(log -> System.err.println("mpjrun: ranks start without a class-data"
                + " archive, which could not be made; why is in " + log));
        }
        List<String> shipped = hosts.hosts().isEmpty() ? List.of() : ClassPath.forOtherHosts(job, program);
        return new Launch(job, placement, ranks, shipped,
            RankCommand.of(ranks, program.classPath(), severalHosts, library, jdk, archive, environment), library, jdk);
    }
}
