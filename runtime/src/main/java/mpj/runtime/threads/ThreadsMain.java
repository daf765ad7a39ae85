package mpj.runtime.threads;

import java.io.IOException;
import java.util.List;
import mpj.runtime.rank.Lifeline;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.Programs;

/**
 * The main class of a JVM whose threads are ranks: all of a job's, or all of them on this host. What a process gives a
 * rank, each gets here by itself: classes ({@link RankLoader}), standard streams ({@link RankStreams}), and an end
 * ({@link RankThread}). There is one lifeline for all.
 */
public final class ThreadsMain {
    private ThreadsMain() {
    }

    /** Runs {@code args[0]}, a class name, in every rank, with the arguments behind it; or each rank its program. */
    public static void main(String[] args) throws IOException, InterruptedException {
        JobEnvironment first = JobEnvironment.read(System.getenv());
        Lifeline.start(first);
        List<Integer> numbers = JobEnvironment.threads(System.getenv());
        CommonPool.share(numbers.size());
        RankStreams streams = new RankStreams(Boolean.parseBoolean(System.getenv(JobEnvironment.TAG_OUTPUT)));
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
