package mpj.runtime.launcher;

import java.util.List;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.ModuleProgram;
import mpj.runtime.threads.SharedPackages;

/** Finds requests that are impossible when ranks are threads of one JVM. */
final class OneProcess {
    private static final String SHARE = RuntimeProperties.SHARE.definition("");

    private OneProcess() {
    }

    /** @throws UsageException when the job needs a JVM for each rank, or names packages that cannot be shared */
    static void check(List<JobSpecification> jobs) {
        JobSpecification job = jobs.getFirst();
        for (JobSpecification other : jobs) {
            if (!other.properties().equals(job.properties()) || !other.jvmOptions().equals(job.jvmOptions())
                || !other.environment().equals(job.environment())) {
                throw refusal(job, "-D, -J or -x after a ':'", "a program's own settings need a JVM for each rank");
            }
            if (ModuleProgram.isNamedBy(other.program())) {
                throw refusal(job, "-m " + other.program(), "a module is loaded once, and each rank needs classes of"
                    + " its own");
            }
        }
        for (String property : job.properties()) {
            if (property.startsWith(SHARE)) {
                try {
                    SharedPackages.prefixes(property.substring(SHARE.length()));
                } catch (IllegalArgumentException e) {
                    throw new UsageException(e.getMessage());
                }
            }
        }
        if (job.coresOfRank() > 1) {
            throw refusal(job, "--map-by pe=" + job.coresOfRank(), "a thread is bound to one core only");
        }
    }

    private static UsageException refusal(JobSpecification job, String option, String reason) {
        String given = job.ranksPerJvm();
        return new UsageException(option + ": " + reason + (given == null ? ", and with -Dmpj.transport=threads (or"
            + " -dev multicore) the ranks are threads of one; choose another transport, such as -Dmpj.transport=shm"
            : ", and with --ranks-per-jvm " + given + " ranks are threads of one; leave --ranks-per-jvm out"));
    }
}
