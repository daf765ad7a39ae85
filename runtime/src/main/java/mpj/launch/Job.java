package mpj.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import mpj.runtime.launcher.ProgramJob;

/**
 * A job on this host that a program has started. Its ranks are JVMs, or with transport {@code threads} the threads of
 * one JVM beside this one. They run with this program's own class path and JDK, and need no {@code mpjrun}: it is the
 * same launcher. What becomes of the job is as under {@code mpjrun}: the first rank that fails ends all, and when this
 * program ends, so do they.
 *
 * {@snippet :
 * try (Job job = Job.builder().ranks(4).main(Pi.class).transport("shm").start()) {
 *     if (!job.waitFor(Duration.ofSeconds(60))) {
 *         job.stacks().forEach((rank, stack) -> System.err.println("rank " + rank + "\n" + stack));
 *     } else if (job.exitCode() != 0) {
 *         System.err.println(job.report() + " " + job.errors(0));
 *     } else {
 *         System.out.println(job.output(0));
 *     }
 * }
 * }
 *
 * <p>Thread-safe.
 */
public final class Job implements AutoCloseable {
    private static final Duration END = Duration.ofSeconds(10);

    private final int size;
    private final ProgramJob job;
    private final JobLines lines;

    private Job(int size, ProgramJob job, JobLines lines) {
        this.size = size;
        this.job = job;
        this.lines = lines;
    }

    /**
     * A job to be described and started.
     *
     * @return a description in which main is missing
     */
    public static Builder builder() {
        return new Builder();
    }

    /** What a job is to be. For use by one thread. Each method returns the same builder. */
    public static final class Builder {
        private int ranks = 1;
        private String main;
        private final List<String> arguments = new ArrayList<>();
        private final OwnClassPath classPath = new OwnClassPath();
        private final List<String> options = new ArrayList<>();
        private RankOutput output = (_, _, _) -> { };

        private Builder() {
        }

        /**
         * The number of ranks; 1 if it is not given.
         *
         * @param number at least 1
         * @return this
         * @throws IllegalArgumentException when it is less
         */
        public Builder ranks(int number) {
            if (number < 1) {
                throw new IllegalArgumentException("ranks is " + number + "; a job has at least 1 rank");
            }
            ranks = number;
            return this;
        }

        /**
         * The class whose main every rank runs. Where it lies is put in front of the class path.
         *
         * @param program with a main method
         * @return this
         */
        public Builder main(Class<?> program) {
            return classPathOf(program).main(program.getName());
        }

        /**
         * As {@link #main(Class)}, by its name.
         *
         * @param program a class of the class path
         * @return this
         */
        public Builder main(String program) {
            main = Objects.requireNonNull(program, "main is null; name the class whose main the ranks run");
            return this;
        }

        /**
         * Adds arguments of main.
         *
         * @param more the arguments
         * @return this
         */
        public Builder args(String... more) {
            arguments.addAll(List.of(more));
            return this;
        }

        /**
         * Puts the folder or jar in which a class lies in front of the ranks' class path. It is mostly there, but for
         * one that was added to a module that exists without it, as tests are.
         *
         * @param inside the class
         * @return this
         */
        public Builder classPathOf(Class<?> inside) {
            classPath.add(inside);
            return this;
        }

        /**
         * Adds entries to the ranks' class path, behind that of this program.
         *
         * @param entries jars or folders
         * @return this
         */
        public Builder classPath(String... entries) {
            classPath.add(List.of(entries));
            return this;
        }

        /**
         * How ranks talk: the property {@code mpj.transport}. With {@code threads} they are threads of one JVM.
         *
         * @param transport as the property takes it
         * @return this
         */
        public Builder transport(String transport) {
            return property("mpj.transport", transport);
        }

        /**
         * Sets a system property of each rank.
         *
         * @param name of the property; one of the library's own must be known
         * @param value its value
         * @return this
         */
        public Builder property(String name, String value) {
            options.add("-D" + name + "=" + value);
            return this;
        }

        /**
         * Adds options of each rank's JVM.
         *
         * @param more as {@code -Xmx2g}
         * @return this
         */
        public Builder jvmOption(String... more) {
            for (String option : more) {
                options.add("-J" + option);
            }
            return this;
        }

        /**
         * Sets an environment variable of each rank, beside those of this program.
         *
         * @param name of the variable
         * @param value its value
         * @return this
         */
        public Builder environment(String name, String value) {
            options.addAll(List.of("-x", name + "=" + value));
            return this;
        }

        /**
         * Is told what ranks print, as it comes.
         *
         * @param listener called by the launcher's threads, one at a time
         * @return this
         */
        public Builder output(RankOutput listener) {
            output = Objects.requireNonNull(listener, "output is null");
            return this;
        }

        /**
         * Starts the job.
         *
         * @return the running job
         * @throws IllegalArgumentException when something of the description is wrong, or main is missing
         * @throws IOException when this host cannot start it
         * @throws InterruptedException when this thread is interrupted; nothing is left then
         */
        public Job start() throws IOException, InterruptedException {
            if (main == null) {
                throw new IllegalArgumentException("main is not given; name the class whose main the ranks run");
            }
            List<String> all = new ArrayList<>(List.of("-np", Integer.toString(ranks), "--tag-output"));
            all.addAll(options);
            JobLines lines = new JobLines(ranks, output);
            return new Job(ranks, ProgramJob.start(all, main, arguments, classPath.entries(), lines), lines);
        }
    }

    /**
     * The number of ranks.
     *
     * @return at least 1
     */
    public int size() {
        return size;
    }

    /**
     * Waits for the end of all ranks, up to a limit; the job is not ended at the limit.
     *
     * @param limit how long at most
     * @return whether they have ended
     * @throws InterruptedException when this thread is interrupted
     */
    public boolean waitFor(Duration limit) throws InterruptedException {
        boolean ended = job.await(limit.toNanos());
        if (ended) {
            lines.finish();
        }
        return ended;
    }

    /**
     * Is complete when all ranks have ended.
     *
     * @return a stage that gives the exit code
     */
    public CompletionStage<Integer> onExit() {
        return job.onExit();
    }

    /**
     * The exit code that {@code mpjrun} would have: 0, or that of the first rank that failed.
     *
     * @return 0 to 255
     * @throws IllegalStateException when a rank still runs
     */
    public int exitCode() {
        return job.exitCode();
    }

    /**
     * What a rank has printed on standard output, up to now: its last 10,000 lines.
     *
     * @param rank 0 to {@link #size} - 1, or {@link RankOutput#NOBODY}
     * @return lines without their ends
     */
    public List<String> output(int rank) {
        return lines.of(checked(rank), false);
    }

    /**
     * As {@link #output(int)}, on standard error.
     *
     * @param rank 0 to {@link #size} - 1, or {@link RankOutput#NOBODY}
     * @return lines without their ends
     */
    public List<String> errors(int rank) {
        return lines.of(checked(rank), true);
    }

    private int checked(int rank) {
        if (rank < RankOutput.NOBODY || rank >= size) {
            throw new IllegalArgumentException("rank is " + rank + "; the job has ranks 0 to " + (size - 1));
        }
        return rank;
    }

    /**
     * What the launcher says of the job's end, as which rank failed.
     *
     * @return what mpjrun would print; empty if all went well
     */
    public List<String> report() {
        return lines.report();
    }

    /**
     * What the ranks that run are doing now: the stacks of their threads. Of ranks that are threads of one JVM the
     * first has those of all.
     *
     * @return by rank
     * @throws InterruptedException when this thread is interrupted
     */
    public Map<Integer, String> stacks() throws InterruptedException {
        return job.stacks();
    }

    /** Ends all ranks, and waits for that, ten seconds at most. Does nothing if they have ended. */
    public void stop() {
        job.stop();
        boolean interrupted = false;
        try {
            waitFor(END);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** As {@link #stop}. */
    @Override
    public void close() {
        stop();
    }
}
