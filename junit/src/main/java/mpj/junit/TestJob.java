package mpj.junit;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpj.launch.Job;
import mpj.launch.RankOutput;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;

/** One run of a test: a job, and the verdicts of its ranks. */
final class TestJob {
    /** The time for JVMs to start on a busy machine, and for everything that comes before the test. */
    private static final Duration START = Duration.ofSeconds(60);
    /** The time after the first failure. By then other ranks have failed as well, or wait for the one that has. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int LAST_LINES = 20;

    /** An event that the test waits for: a verdict, or null for the end of the job. */
    private record News(Verdict verdict) {
    }

    private final MpiTest test;
    private final String transport;
    private final Class<?> inside;
    private final LinkedBlockingQueue<News> news = new LinkedBlockingQueue<>();
    private final Map<Integer, Verdict> verdicts = new TreeMap<>();

    TestJob(MpiTest test, String transport, Class<?> inside) {
        this.test = test;
        this.transport = transport;
        this.inside = inside;
    }

    /**
     * Runs the job to its end.
     *
     * @param id JUnit's identifier of the test
     * @throws Throwable the failure if the test fails, or the exception of an aborted test
     */
    void run(String id) throws Throwable {
        try (Verdicts taken = new Verdicts(test.ranks(), verdict -> news.add(new News(verdict)));
             Job job = builder(id).environment(Verdicts.ADDRESS, taken.address()).start()) {
            job.onExit().thenRun(() -> news.add(new News(null)));
            await(job);
        }
    }

    private Job.Builder builder(String id) {
        Job.Builder builder = Job.builder().ranks(test.ranks()).transport(transport).main(RankOfTest.class)
            .classPathOf(inside).args(id.substring(id.indexOf("[engine:" + RankOfTest.ENGINE)), transport)
            .output(TestJob::print);
        if (TestJob.class.desiredAssertionStatus()) {
            builder.jvmOption("-ea");
        }
        builder.jvmOption(test.jvmOptions());
        for (String property : test.properties()) {
            int equals = property.indexOf('=');
            builder.property(property.substring(0, equals), property.substring(equals + 1));
        }
        return builder;
    }

    private static void print(int rank, boolean error, String line) {
        PrintStream to = error ? System.err : System.out;
        to.println(rank == RankOutput.NOBODY ? line : "[" + rank + "] " + line);
    }

    private void await(Job job) throws Throwable {
        long until = System.nanoTime() + START.toNanos();
        int begun = 0;
        while (true) {
            News next = next(job, until);
            if (next == null) {
                judge();
                throw hung(job, begun);
            }
            if (next.verdict == null) {
                judge();
                checkEnd(job);
                return;
            }
            if (next.verdict.end() == Verdict.End.BEGUN) {
                if (++begun == test.ranks()) {
                    until = System.nanoTime() + TimeUnit.SECONDS.toNanos(test.timeout());
                }
                continue;
            }
            verdicts.put(next.verdict.rank(), next.verdict);
            if (next.verdict.end() != Verdict.End.PASSED) {
                until = Math.min(until, System.nanoTime() + GRACE.toNanos());
            }
            if (verdicts.size() == test.ranks()) {
                judge();
            }
        }
    }

    /**
     * The next event, or null if none comes in time. A thread that interrupts this, as JUnit's own timeout does, gets
     * the stacks of the ranks with the exception.
     */
    private News next(Job job, long until) throws InterruptedException {
        try {
            return news.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            job.stacks().forEach((rank, told) -> Standing.of(rank, told, inside).stacks().forEach(e::addSuppressed));
            throw e;
        }
    }

    /** Throws if the test has failed on some ranks, or was aborted on some. */
    private void judge() throws Throwable {
        List<Throwable> failures = new ArrayList<>();
        Verdict aborted = null;
        for (Verdict verdict : verdicts.values()) {
            if (verdict.end() == Verdict.End.FAILED) {
                failures.add(verdict.failure().asErrorOf(named(verdict.rank())));
            } else if (verdict.end() == Verdict.End.ABORTED) {
                aborted = verdict;
            }
        }
        if (failures.size() == 1) {
            throw failures.getFirst();
        }
        if (!failures.isEmpty()) {
            throw new MultipleFailuresError(failures.size() + " of " + test.ranks() + " ranks over " + transport
                + " failed", failures);
        }
        if (aborted != null) {
            throw new TestAbortedException(named(aborted.rank()) + ": " + aborted.failure().summary());
        }
    }

    /** Throws if the job has ended for another reason than the end of its ranks. */
    private void checkEnd(Job job) {
        List<Integer> silent = without();
        if (job.exitCode() == 0 && silent.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder("the job of " + test.ranks() + " ranks over " + transport + " ended with"
            + " exit code " + job.exitCode() + (silent.isEmpty() ? ", after the test had passed on all ranks"
            : ", before the test had ended on " + ranks(silent)));
        job.report().forEach(line -> text.append("\n  ").append(line));
        for (int rank : silent) {
            List<String> lines = job.errors(rank);
            for (String line : lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())) {
                text.append("\n  [").append(rank).append("] ").append(line);
            }
        }
        throw new AssertionFailedError(text.toString());
    }

    private AssertionFailedError hung(Job job, int begun) throws InterruptedException {
        List<Integer> silent = without();
        String limit = begun < test.ranks() ? "begin on all ranks within " + START.toSeconds()
            : "end within " + test.timeout();
        StringBuilder text = new StringBuilder("the test did not ").append(limit).append(" s over ").append(transport)
            .append(silent.isEmpty() ? ": it has passed, but the ranks do not leave MPI.Finalize, or do not end"
                : "; it runs on " + ranks(silent) + " of " + test.ranks()).append(". Where the ranks stand:");
        List<Throwable> stacks = new ArrayList<>();
        job.stacks().forEach((rank, told) -> {
            Standing standing = Standing.of(rank, told, inside);
            text.append("\n  rank ").append(rank).append(": ").append(standing.doing());
            stacks.addAll(standing.stacks());
        });
        AssertionFailedError error = new AssertionFailedError(text.toString());
        // The stack of the thread that waited for the ranks is of no use. The ranks' stacks are not part of the
        // message, because tools repeat the message.
        error.setStackTrace(new StackTraceElement[0]);
        stacks.forEach(error::addSuppressed);
        return error;
    }

    /** The ranks that have not reported a verdict. */
    private List<Integer> without() {
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < test.ranks(); rank++) {
            if (!verdicts.containsKey(rank)) {
                ranks.add(rank);
            }
        }
        return ranks;
    }

    private String named(int rank) {
        return "rank " + rank + " of " + test.ranks() + " over " + transport;
    }

    private static String ranks(List<Integer> ranks) {
        String numbers = String.join(", ", ranks.stream().map(String::valueOf).toList());
        return (ranks.size() > 1 ? "ranks " : "rank ") + numbers;
    }
}
