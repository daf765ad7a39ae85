package mpj.runtime.launcher;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import mpj.runtime.host.Counted;
import mpj.runtime.host.RanksPerJvm;
import mpj.runtime.host.UsageException;

/**
 * The ranks that a launcher starts in place of lost ones, up to the number of --respawn. The first job and the
 * replacements belong together: if any of them is lost, it may be replaced. Thread-safe.
 */
final class Replacements {
    /** Survivors often learn of a loss before the launcher, which waits so long for the end of the processes. */
    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(20);

    /** The transports that lead to ranks of other jobs. */
    private static final Set<String> BETWEEN_JOBS = Set.of("auto", "shm", "nio", "libfabric", "verbs");

    private final int most;
    private int started;
    /** The ranks that have left in order to be replaced elsewhere. */
    private int moved;
    private int lost;
    /** The lost ranks that have moved, or have ended with an exit code other than 0. */
    private int failed;
    /** The exit code of the first rank that was lost; 0 if none was. */
    private int firstCode;

    /** @param most how many ranks may be replaced */
    Replacements(int most) {
        this.most = most;
    }

    /**
     * Finds a job whose ranks cannot be replaced, so that the user learns this before a rank is lost.
     *
     * @param job the first program of the job
     * @param programs how many programs the job has
     */
    static void check(JobSpecification job, int programs, RanksPerJvm perJvm, Placement placement) {
        if (job.respawn() == 0) {
            return;
        }
        String option = "--respawn " + job.respawn() + ": ";
        if (programs > 1) {
            throw new UsageException(option + "the ranks of a job of " + programs + " programs cannot be replaced;"
                + " start one program, or leave --respawn out");
        }
        String obstacle = obstacle(job, perJvm, placement);
        if (!obstacle.isEmpty()) {
            throw new UsageException(option + obstacle + ", or leave --respawn out");
        }
    }

    /** Why no rank of a job can be replaced, and what would change that. It is empty if ranks can be replaced. */
    static String obstacle(JobSpecification job, RanksPerJvm perJvm, Placement placement) {
        String over = "over -Dmpj.transport=" + String.join(",", job.transports());
        String remedy = "choose another transport, such as -Dmpj.transport=shm";
        if (job.transports().stream().noneMatch(BETWEEN_JOBS::contains)) {
            return over + " a lost rank cannot be replaced; " + remedy;
        }
        // How many NUMA nodes another host has is not known here.
        boolean together = perJvm.areThreads() && !perJvm.ofNode() && placement.hosts().size() == 1
            && placement.hosts().getFirst().ranks().size() <= perJvm.most();
        if (!together) {
            return "";
        }
        return (job.ranksPerJvm() == null ? over : "with " + perJvm) + " all ranks of this job are in one JVM, and if"
            + " one is lost, all are; " + (job.ranksPerJvm() == null ? remedy : "leave --ranks-per-jvm out");
    }

    boolean areAllowed() {
        return most > 0;
    }

    /** Notes the loss of a rank. */
    synchronized void lost(int exitCode) {
        lost++;
        failed += exitCode == 0 ? 0 : 1;
        firstCode = firstCode == 0 ? exitCode : firstCode;
        notifyAll();
    }

    /** A rank has left in order to be replaced elsewhere. Its replacement does not count among those of --respawn. */
    synchronized void moved() {
        moved++;
        lost++;
        failed++;
        notifyAll();
    }

    /**
     * Allows the start of some replacements, as soon as so many ranks are lost that have no replacement yet. Until
     * then, requests that wait at the same time take nothing from each other.
     *
     * @return an empty text, or the reason why they cannot be started
     */
    synchronized String begin(int count) throws InterruptedException {
        if (most == 0) {
            return "lost ranks are replaced only if the job is started with mpjrun --respawn N";
        }
        long deadline = System.nanoTime() + LONGEST_WAIT;
        while (count >= 1 && count <= most + moved - started) {
            if (count <= lost - started) {
                started += count;
                return "";
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (millis <= 0) {
                return Counted.of(count, "rank", "is", "are") + " to be replaced, and the launcher knows of "
                    + (lost - started) + " only";
            }
            wait(millis);
        }
        return "--respawn " + most + (moved == 0 ? "" : ", and " + moved + " moved") + ": "
            + Counted.of(started, "rank", "was", "were") + " replaced already, so " + count + " more "
            + (count == 1 ? "is" : "are") + " too many; start the job with a larger number";
    }

    /** Replacements could not be started. */
    synchronized void giveUp(int count) {
        started -= count;
        notifyAll();
    }

    /** 0 if every rank that has failed was replaced; otherwise the exit code of the first of them. */
    synchronized int exitCode() {
        return areAllowed() && failed > started ? firstCode : 0;
    }
}
