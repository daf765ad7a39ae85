package mpj.runtime.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.host.HostException;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.ApiDetection;
import mpj.runtime.program.Program;
import mpj.runtime.program.SourceCompiler;

/** A job that a program starts on this host, in place of a user at a terminal. Thread-safe. */
public final class ProgramJob {
    private final JobTree run;
    private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

    private ProgramJob(JobTree run) {
        this.run = run;
    }

    /**
     * Starts a job.
     *
     * @param options as mpjrun takes them, without the class path and the program
     * @param mainClass of the ranks
     * @param arguments of the main method
     * @param classPath with the program and the library; the ranks have no other class path
     * @param console shows the job
     * @throws IllegalArgumentException when the options or the class path are wrong
     * @throws IOException when this host cannot run the job
     */
    public static ProgramJob start(List<String> options, String mainClass, List<String> arguments,
                                   List<String> classPath, Console console) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("-cp", "", "--main", mainClass, "--"));
        words.addAll(arguments);
        try {
            LibraryFiles library = new LibraryFiles(classPath);
            JobSpecification job = JobSpecification.of(CommandLine.parse(words.toArray(new String[0])), Map.of());
            ApiDetection detection = new ApiDetection(library);
            Program program = new Program(detection.of(null, mainClass, classPath), mainClass, List.of());
            ProgramSearch search = new ProgramSearch(detection,
                new SourceCompiler(library, Jdk.running(), CacheFolder.of(System.getenv())));
            Launch launch = Launch.prepare(List.of(job), List.of(program), library, Jdk.running(), System.getenv(),
                null);
            JobTree tree = new JobTree(launch, CoreBinding.none(),
                new Spawning(job, program, launch, search, _ -> { }, System.getenv()), _ -> console);
            ProgramJob started = new ProgramJob(tree);
            try {
                Thread.ofPlatform().daemon().name("mpj-job").start(() -> started.run(console));
            } catch (RuntimeException | Error e) { // the system allows no further thread
                try {
                    tree.close();
                } catch (IOException closing) {
                    e.addSuppressed(closing);
                }
                throw e;
            }
            return started;
        } catch (UsageException | HostException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private void run(Console console) {
        try {
            exitCode.complete(run.run());
        } catch (IOException | HostException e) {
            console.say("the job cannot be started: " + e.getMessage());
            exitCode.complete(1);
        } catch (InterruptedException | RuntimeException | Error e) {
            exitCode.completeExceptionally(e);
        }
    }

    /**
     * Waits until all ranks have ended, up to a limit.
     *
     * @return whether they have ended
     */
    public boolean await(long nanos) throws InterruptedException {
        try {
            exitCode.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the launcher failed", e.getCause());
        }
    }

    /** Returns a stage that completes with the exit code when all ranks have ended. */
    public CompletionStage<Integer> onExit() {
        return exitCode.minimalCompletionStage();
    }

    /**
     * Returns the exit code that mpjrun would have.
     *
     * @throws IllegalStateException when the job has not ended
     */
    public int exitCode() {
        if (!exitCode.isDone()) {
            throw new IllegalStateException("the job has no exit code before its end; wait for that first");
        }
        return exitCode.join();
    }

    /** The stacks of the running ranks. If the ranks are threads of one JVM, the first rank's entry has all stacks. */
    public Map<Integer, String> stacks() throws InterruptedException {
        return run.stacks();
    }

    /** Asks for the end of the job, and returns at once. */
    public void stop() {
        run.stop();
    }
}
