package mpj.runtime.launcher;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import mpj.runtime.host.JavaOptions;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.RankProgram;
import mpj.runtime.host.ShellWords;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.Program;

/**
 * A job that another launcher starts ({@code --launcher}). mpjrun finds the program, makes the command line of the
 * other launcher with plain {@code java} in it, and waits until the launcher has ended.
 */
final class ForeignJob {
    /**
     * The options that mpjrun takes here. Where ranks run, and what happens to their output, is for the other
     * launcher's command.
     */
    private static final Set<Option> TAKEN = Set.of(Option.LAUNCHER, Option.RANKS, Option.MAIN, Option.JAR,
        Option.API, Option.CLASS_PATH, Option.PROPERTY, Option.JVM_OPTION, Option.ENVIRONMENT, Option.WORKING_FOLDER,
        Option.TIMEOUT, Option.VERBOSE, Option.SOURCES, Option.TRACE, Option.PROFILE);
    private static final int TIMED_OUT = 124;
    private static final long GRACE_SECONDS = 5;

    private final List<String> launcher;
    private final List<JobSpecification> jobs;
    private final boolean ranksGiven;
    private final LibraryFiles library;
    private final Jdk jdk;
    private final JobTrace trace;
    private final ForeignProfile profile;

    /** @throws UsageException when an option belongs into the other launcher's command */
    ForeignJob(CommandLine line, List<JobSpecification> jobs, LibraryFiles library, Jdk jdk) {
        JobSpecification first = jobs.getFirst();
        for (Option option : Option.values()) {
            if (option == Option.RANKS_PER_JVM && line.has(option)) {
                throw new UsageException("--ranks-per-jvm " + line.last(option) + " with --launcher: another launcher"
                    + " starts a JVM for each rank; leave one of the two out");
            }
            if (line.has(option) && !TAKEN.contains(option) && !isWish(option, first.cache())) {
                throw new UsageException(option.name0() + " with --launcher: the launcher's own options say where"
                    + " and how the ranks run; write them after its name, inside the quotes");
            }
        }
        launcher = ShellWords.split(line.last(Option.LAUNCHER));
        if (launcher.isEmpty()) {
            throw new UsageException("--launcher: the command is empty");
        }
        this.jobs = jobs;
        ranksGiven = line.programs().stream().anyMatch(each -> each.has(Option.RANKS));
        this.library = library;
        this.jdk = jdk;
        int size = ranksGiven ? jobs.stream().mapToInt(JobSpecification::size).sum() : 0;
        trace = JobTrace.of(RankProgram.trace(first.properties()), size, null);
        profile = first.profile() ? ForeignProfile.in(first.workingFolder(), size) : null;
        if (first.cache() != null) {
            System.err.println("mpjrun: --aot auto: ranks start without an AOT cache of the program: another launcher"
                + " starts them");
        }
    }

    /** Whether the user has left it to mpjrun whether there is a cache. */
    private static boolean isWish(Option option, CacheOption cache) {
        return option == Option.AOT && (cache == null || cache.isAutomatic());
    }

    /**
     * Returns the whole command. All launchers have -n for the number of ranks; without -np, the user's words for the
     * launcher set the number.
     */
    List<String> command(List<Program> programs) {
        List<String> words = new ArrayList<>(launcher);
        for (int i = 0; i < programs.size(); i++) {
            if (i > 0) {
                words.add(":");
            }
            if (ranksGiven) {
                words.addAll(List.of("-n", Integer.toString(jobs.get(i).size())));
            }
            words.addAll(rank(jobs.get(i), programs.get(i)));
        }
        return words;
    }

    /** The user's entries come first, so the user's class is taken where both have one. */
    private List<String> rank(JobSpecification job, Program program) {
        List<String> words = new ArrayList<>(List.of(jdk.java()));
        words.addAll(JavaOptions.underOtherLaunchers());
        trace.properties(job.properties()).forEach(property -> words.add("-D" + property));
        words.addAll(trace.flagsOfAll());
        if (profile != null) {
            profile.properties().forEach(property -> words.add("-D" + property));
        }
        words.addAll(job.jvmOptions());
        List<String> classPath = new ArrayList<>(program.classPath());
        classPath.addAll(library.of(program.api()).entries());
        words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), program.mainClass()));
        words.addAll(job.arguments());
        return words;
    }

    /** Runs the command, and returns its exit code. */
    int run(List<Program> programs) throws IOException, InterruptedException {
        JobSpecification job = jobs.getFirst();
        List<String> command = command(programs);
        if (job.verbose()) {
            System.err.println("mpjrun: in " + job.workingFolder() + ": " + ShellWords.quoted(command));
        }
        ProcessBuilder builder = new ProcessBuilder(command).directory(job.workingFolder().toFile()).inheritIO();
        jobs.forEach(each -> builder.environment().putAll(each.environment()));
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UsageException("--launcher " + String.join(" ", launcher) + ": " + e.getMessage());
        }
        String program = programs.getFirst().mainClass();
        trace.begin(program);
        // On Ctrl-C, the terminal signals the launcher itself. On SIGTERM, only this process can.
        Thread interrupt = new Thread(() -> interrupt(process, program), "mpjrun-interrupt");
        Runtime.getRuntime().addShutdownHook(interrupt);
        int exitCode;
        String end = null;
        if (job.timeoutMillis() == 0 || process.waitFor(job.timeoutMillis(), TimeUnit.MILLISECONDS)) {
            exitCode = process.waitFor();
            end = exitCode == 0 ? null : "the launcher exited with code " + exitCode;
        } else {
            end(process);
            exitCode = TIMED_OUT;
            end = "the job did not end within " + job.timeoutMillis() / 1_000.0 + " s (--timeout); its launcher was"
                + " ended";
            System.err.println("mpjrun: " + end);
        }
        if (profile != null) {
            System.err.println("mpjrun: " + profile.take());
        }
        trace.finish(end, program, library, jdk);
        return exitCode;
    }

    private static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /**
     * Runs on Ctrl-C or SIGTERM, beside the thread that waits for the launcher. At a normal end that thread has done
     * everything.
     */
    private void interrupt(Process process, String program) {
        boolean early = process.isAlive();
        try {
            end(process);
            if (early) {
                trace.finish("it was interrupted", program, library, jdk);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
