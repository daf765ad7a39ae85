package mpj.runtime.launcher;

import java.util.List;
import mpj.runtime.host.RanksPerJvm;
import mpj.runtime.host.UsageException;

/** Finds out whether the ranks of a job can reach each other when several of them share a JVM. */
final class SharedJvms {
    private static final String AUTO = "auto";
    private static final String THREADS = "threads";
    private static final String LIBRARY = "mpi";

    private SharedJvms() {
    }

    /**
     * Checks the user's choice, if there is any.
     *
     * @param size the number of the job's ranks
     * @throws UsageException when the job has fewer ranks, or its transports cannot connect them
     */
    static void check(JobSpecification job, RanksPerJvm perJvm, int size, Placement placement) {
        if (job.ranksPerJvm() == null) {
            return;
        }
        List<String> transports = job.transports();
        String option = "-Dmpj.transport=" + String.join(",", transports);
        boolean threads = transports.contains(THREADS);
        if (!perJvm.areThreads() && threads) {
            throw new UsageException(option + ": transport threads leads to ranks of the same JVM only, and with "
                + perJvm + " each rank has a JVM of its own; leave one of the two out");
        }
        if (!perJvm.areThreads()) {
            return;
        }
        if (!perJvm.isHost() && !perJvm.ofNode() && perJvm.most() > size) {
            throw new UsageException(perJvm + ": the job has only " + size + (size == 1 ? " rank" : " ranks")
                + "; write --ranks-per-jvm host for one JVM on each host");
        }
        if (transports.contains(LIBRARY)) {
            throw new UsageException(perJvm + ": over transport mpi each rank needs a process of its own; leave"
                + " --ranks-per-jvm out, or choose another transport");
        }
        if (!transports.getFirst().equals(THREADS) && !transports.getFirst().equals(AUTO)) {
            throw new UsageException(option + ": with " + perJvm + " ranks are threads of one JVM, and transport "
                + "threads connects these; put it first, as in -Dmpj.transport=" + withThreadsFirst(transports)
                + ", or leave -Dmpj.transport out");
        }
        boolean several = perJvm.ofNode()
            || placement.hosts().stream().anyMatch(host -> host.ranks().size() > perJvm.most());
        if (transports.equals(List.of(THREADS)) && several) {
            throw new UsageException(option + ": transport threads leads to ranks of the same JVM only, and with "
                + perJvm + " a host has several JVMs; name a transport between them as well, as in"
                + " -Dmpj.transport=threads,shm, or leave -Dmpj.transport out");
        }
    }

    private static String withThreadsFirst(List<String> transports) {
        StringBuilder words = new StringBuilder(THREADS);
        transports.stream().filter(each -> !each.equals(THREADS)).forEach(each -> words.append(',').append(each));
        return words.toString();
    }
}
