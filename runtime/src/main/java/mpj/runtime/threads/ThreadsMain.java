package mpj.runtime.threads;

import java.io.IOException;
import java.util.List;
import mpj.runtime.rank.Lifeline;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.JobTag;
import mpj.runtime.wire.Programs;

/**
 * The main class of a JVM whose threads are ranks: all ranks of a job, or all of its ranks on this host. A rank that is
 * a process gets certain things from the process. Here each rank gets them separately: classes ({@link RankLoader}),
 * standard streams ({@link RankStreams}), and an end ({@link RankThread}). All ranks share one lifeline.
 */
public final class ThreadsMain {
    private ThreadsMain() {
    }

    /**
     * Runs {@code args[0]}, a class name, in every rank, with the arguments that follow it. If the job has several
     * programs, each rank runs its own.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        JobEnvironment first = JobEnvironment.read(System.getenv());
        Lifeline.start(first);
        List<Integer> numbers = JobEnvironment.threads(System.getenv());
        CommonPool.share(numbers.size());
        RankStreams streams = new RankStreams(JobTag.read(System.getenv(JobEnvironment.TAG_OUTPUT)));
        ProcessRanks ranks = new ProcessRanks(first, numbers, streams);
        if (first.size() > 1) {
            streams.install();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(ranks::nameLeaving, "mpj-leaving"));
        ranks.start(args, Programs.read(System.getenv()), JobEnvironment.cores(System.getenv()));
        if (ranks.awaitEnd()) {
            System.exit(0);
        }
    }
}
