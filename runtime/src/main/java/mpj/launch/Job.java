package mpj.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import mpj.runtime.launcher.ProgramJob;
import mpj.runtime.spawn.OwnClassPath;

/**
 * A job on this host that a program starts and watches, in place of a user who types {@code mpjrun -np 4 Pi}
 * ({@code mpiexec} in the MPI standard). The ranks run with this program's class path and JDK. Each rank is a JVM of
 * its own; with the transport {@code threads}, all ranks are threads of one JVM beside this one. The command
 * {@code mpjrun} is not needed, because this package contains the same launcher. The job ends as it does under
 * {@code mpjrun}: when a rank fails, the launcher ends all other ranks, and when this program ends, all ranks end with
 * it.
 *
 * <p>{@link #builder} describes a job, and {@link Builder#start} starts it:
 *
 * {@snippet :
 * try (Job job = Job.builder().ranks(4).main(Pi.class).start()) {
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
     * Begins the description of a job. The class whose main the ranks run must be set before {@link Builder#start}; all
     * else has a default.
     *
     * @return a new description of a job with one rank
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The description of a job. Each method returns the same builder. A builder is not thread-safe. Most methods stand
     * for an option of {@code mpjrun}; they check little, and {@link #start} reports what is wrong.
     */
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
         * Sets the number of ranks ({@code mpjrun -np}). The default is 1.
         *
         * @param number at least 1
         * @return this
         * @throws IllegalArgumentException when the number is less than 1
         */
        public Builder ranks(int number) {
            if (number < 1) {
                throw new IllegalArgumentException("ranks is " + number + "; a job has at least 1 rank");
            }
            ranks = number;
            return this;
        }

        /**
         * Sets the class whose main every rank runs. The folder or jar that contains the class is put in front of the
         * ranks' class path.
         *
         * @param program a class with a main method
         * @return this
         */
        public Builder main(Class<?> program) {
            return classPathOf(program).main(program.getName());
        }

        /**
         * Sets the class whose main every rank runs, by its name. The class path is not changed.
         *
         * @param program the name of a class on the ranks' class path
         * @return this
         */
        public Builder main(String program) {
            main = Objects.requireNonNull(program, "main is null; name the class whose main the ranks run");
            return this;
        }

        /**
         * Adds arguments, which every rank's main receives after those that were added before.
         *
         * @param more the arguments
         * @return this
         */
        public Builder args(String... more) {
            arguments.addAll(List.of(more));
            return this;
        }

        /**
         * Puts the folder or jar that contains a class in front of the ranks' class path. Call this method for a class
         * that was patched into a module, as tests often are: the class path of this program may lack the place of such
         * a class. For other classes the call is seldom needed. If a {@link java.net.URLClassLoader} has loaded the
         * class, the loader's files and folders follow behind the class path of this program.
         *
         * @param inside the class
         * @return this
         */
        public Builder classPathOf(Class<?> inside) {
            classPath.add(inside);
            return this;
        }

        /**
         * Adds entries to the ranks' class path, behind the entries of this program.
         *
         * @param entries jars or folders
         * @return this
         */
        public Builder classPath(String... entries) {
            classPath.add(List.of(entries));
            return this;
        }

        /**
         * Sets the transports that carry the ranks' messages, which is the property {@code mpj.transport}. With
         * {@code threads}, the ranks are threads of one JVM.
         *
         * @param transport a value of that property, such as {@code shm}
         * @return this
         */
        public Builder transport(String transport) {
            return property("mpj.transport", transport);
        }

        /**
         * Sets a system property of each rank ({@code mpjrun -D}).
         *
         * @param name of the property; a name that begins with {@code mpj.} must be one of the library's properties
         * @param value its value
         * @return this
         */
        public Builder property(String name, String value) {
            options.add("-D" + name + "=" + value);
            return this;
        }

        /**
         * Adds options of each rank's JVM ({@code mpjrun -J}).
         *
         * @param more options of {@code java}, such as {@code -Xmx2g}
         * @return this
         */
        public Builder jvmOption(String... more) {
            for (String option : more) {
                options.add("-J" + option);
            }
            return this;
        }

        /**
         * Sets an environment variable of each rank ({@code mpjrun -x}). The ranks also inherit the environment of this
         * program.
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
         * Sets a listener that receives each line when a rank prints it. {@link Job#output} and {@link Job#errors} keep
         * the lines as well. If the listener throws, {@link Job#report} says so once, and the job goes on.
         *
         * @param listener called by one thread at a time: by threads of the launcher, or, for a last line that has no
         *     line end, by the thread that calls {@link Job#waitFor} or {@link Job#stop}
         * @return this
         */
        public Builder output(RankOutput listener) {
            output = Objects.requireNonNull(listener, "output is null");
            return this;
        }

        /**
         * Starts the job and returns without waiting for its ranks. If the launcher finds only later that it cannot
         * start them, the job ends with exit code 1 and {@link Job#report} says why.
         *
         * @return the running job
         * @throws IllegalArgumentException when main is missing, or an option or the class path is wrong
         * @throws IOException when this host cannot run the job
         * @throws InterruptedException when this thread is interrupted; no process of the job is left then
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
     * Returns the number of ranks.
     *
     * @return at least 1
     */
    public int size() {
        return size;
    }

    /**
     * Waits until all ranks have ended or the limit is over. The job runs on after the limit. Only when this method has
     * returned true, or after {@link #stop}, does {@link #output} include a last line that has no line end.
     *
     * @param limit the longest time to wait; with zero or less, the method only looks whether the ranks have ended
     * @return true when all ranks have ended
     * @throws InterruptedException when this thread is interrupted
     * @throws IllegalStateException when the launcher has failed
     */
    public boolean waitFor(Duration limit) throws InterruptedException {
        boolean ended = job.await(limit.toNanos());
        if (ended) {
            lines.finish();
        }
        return ended;
    }

    /**
     * Returns a stage that completes with the exit code when all ranks have ended. It completes exceptionally when the
     * launcher has failed.
     *
     * @return a stage that gives the exit code
     */
    public CompletionStage<Integer> onExit() {
        return job.onExit();
    }

    /**
     * Returns the exit code that {@code mpjrun} would have: 0 if every rank succeeded, otherwise the exit code of the
     * first rank that failed.
     *
     * @return 0 to 255
     * @throws IllegalStateException when the job has not ended
     * @throws java.util.concurrent.CompletionException when the launcher has failed
     */
    public int exitCode() {
        return job.exitCode();
    }

    /**
     * Returns what a rank has printed on standard output up to now. Only the last 10,000 lines of each rank are kept.
     *
     * @param rank 0 to {@link #size} - 1, or {@link RankOutput#NOBODY}
     * @return lines without their line ends, the oldest first
     * @throws IllegalArgumentException when the job has no such rank
     */
    public List<String> output(int rank) {
        return lines.of(checked(rank), false);
    }

    /**
     * Returns what a rank has printed on standard error up to now. Only the last 10,000 lines of each rank are kept.
     *
     * @param rank 0 to {@link #size} - 1, or {@link RankOutput#NOBODY}
     * @return lines without their line ends, the oldest first
     * @throws IllegalArgumentException when the job has no such rank
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
     * Returns what the launcher has reported about the job, such as which rank failed.
     *
     * @return the messages that {@code mpjrun} would print, and what the listener of {@link Builder#output} has thrown;
     *     empty if there are none
     */
    public List<String> report() {
        return lines.report();
    }

    /**
     * Asks the ranks that still run for the stacks of their threads. If the ranks are threads of one JVM, the first
     * rank's entry has the stacks of all ranks.
     *
     * @return the stacks, by rank
     * @throws InterruptedException when this thread is interrupted
     */
    public Map<Integer, String> stacks() throws InterruptedException {
        return job.stacks();
    }

    /**
     * Ends all ranks, and waits at most ten seconds until they have ended. If the job has ended already, nothing
     * happens. If this thread is interrupted, the method stops waiting and leaves the thread interrupted.
     *
     * @throws IllegalStateException when the launcher has failed
     */
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

    /**
     * Ends all ranks, like {@link #stop}.
     *
     * @throws IllegalStateException when the launcher has failed
     */
    @Override
    public void close() {
        stop();
    }
}
