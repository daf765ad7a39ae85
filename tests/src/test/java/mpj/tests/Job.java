package mpj.tests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.tiers.Turn;
import org.junit.jupiter.api.Assertions;
import org.junit.platform.commons.util.ExceptionUtils;
import org.opentest4j.AssertionFailedError;

/** A job: mpjrun, started from the built jars as bin/mpjrun does it, and its ranks. */
public final class Job {
    private static final Path LIBRARY = Path.of(System.getProperty("tests.lib"));
    private static final String MPIJAVA = "mpj.jar";
    private static final String OPENMPI = "mpj-openmpi.jar";
    private static final Path FOLDER = Path.of(System.getProperty("tests.folder"));
    /** The ranks' JVMs have both compilers, as the JVMs of programs do. It comes before a job's other words. */
    static final String WITH_C2 = "-J-XX:TieredStopAtLevel=4";
    private static final long POLL_MILLIS = 10;
    /** The ranks' JVMs have C1 only. */
    static final String QUICK = "-J-XX:TieredStopAtLevel=1";

    /**
     * How a job ended.
     *
     * @param exitCode the exit code of mpjrun
     * @param out the lines of its standard output
     * @param err the lines of its standard error
     * @param stacks the stacks of all its processes if it had to be ended at the limit; else null
     */
    public record Result(int exitCode, List<String> out, List<String> err, String stacks) {
        /** The lines in which mpjrun reports how the job ended. */
        List<String> reports() {
            // The first job also reports that it prepares an archive. Any job may be the first, so this line is left
            // out.
            return err.stream().filter(line -> line.startsWith("mpjrun: ") && !line.contains("class-data archive"))
                .toList();
        }

        /** The lines of standard error that are not mpjrun's own. */
        List<String> errorsOfRanks() {
            return err.stream().filter(line -> !line.startsWith("mpjrun: ")).toList();
        }

        /** The text for a failed assertion. */
        @Override
        public String toString() {
            // The stacks come last, because readers of a long output are given its end.
            return "exit code " + exitCode + "\n-- standard output\n" + String.join("\n", out)
                + "\n-- standard error\n" + String.join("\n", err)
                + (stacks == null ? "" : "\n-- the job did not end within its limit; where it stood:\n" + stacks);
        }
    }

    private final Process process;
    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();
    private final Thread outReader;
    private final Thread errReader;

    private Job(Process process) {
        this.process = process;
        outReader = collect(process.getInputStream(), out);
        errReader = collect(process.getErrorStream(), err);
    }

    /** The command that starts a rank's JVM without mpjrun, up to its main class. */
    static List<String> rankCommand() {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "-Xmx512m", "-ea",
            "-cp", libraryClassPath() + ":" + testClassPath());
    }

    /**
     * Starts mpjrun with these arguments. The tests' classes are on the class path of the ranks, and assertions are
     * enabled.
     */
    public static Job start(List<String> arguments) {
        Job job = start(List.of(), testClassPath(), arguments);
        try {
            job.process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return job;
    }

    /**
     * Starts mpjrun through another command, whose words come first. Standard input stays open.
     *
     * <p>The ranks' JVMs compile with C1 only, unless the arguments have {@link #WITH_C2} or the job's turn has come in
     * the second tier. Nearly all jobs live for a second or less, and C2 would take half of their processor time.
     */
    public static Job start(List<String> through, String classPath, List<String> arguments) {
        List<String> command = new ArrayList<>(through);
        command.addAll(launcher(FOLDER.resolve("archive")));
        command.addAll(List.of("-cp", classPath, "-J-Xmx512m", "-J-ea"));
        if (!Turn.hasComeFor(String.join(" ", arguments))) {
            command.add(QUICK);
        }
        command.addAll(arguments);
        try {
            return new Job(new ProcessBuilder(command).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a job of another launcher. */
    public static Job of(ProcessBuilder launcher) throws IOException {
        Job job = new Job(launcher.start());
        job.process.getOutputStream().close();
        return job;
    }

    /** Starts mpjrun with these arguments. */
    public static Job start(String... arguments) {
        return start(List.of(arguments));
    }

    /** The words of mpjrun's command, as bin/mpjrun has them. The class-data archives are in this folder. */
    static List<String> launcher(Path archive) {
        Path flags = archive.resolve("launcher.flags");
        boolean current = Files.isReadable(flags) && jars().stream()
            .noneMatch(jar -> jar.toFile().lastModified() > flags.toFile().lastModified());
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            current ? "@" + flags : "-Xshare:auto", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "-Dmpj.archive=" + archive,
            "-cp", classPath(jars()), "mpj.runtime.launcher.Mpjrun");
    }

    /** The class path of the library that a program for the API mpiJava has. */
    static String libraryClassPath() {
        return classPath(jars().stream().filter(jar -> !jar.endsWith(OPENMPI)).toList());
    }

    /** The class path of the library that a program for Open MPI's API has. */
    public static String openmpiClassPath() {
        return classPath(jars().stream().filter(jar -> !jar.endsWith(MPIJAVA)).toList());
    }

    private static String classPath(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    /** The built jars, of all APIs. */
    private static List<Path> jars() {
        try (Stream<Path> files = Files.list(LIBRARY)) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(LIBRARY + " has the built jars; ./mvnw package makes them", e);
        }
    }

    /** The tests' own classes, with those of the module that runs them first, and the libraries that they need. */
    public static String testClassPath() {
        Stream<String> libraries = Stream.of(Job.class, Assertions.class, ExceptionUtils.class,
            AssertionFailedError.class).map(Job::location);
        return Stream.concat(Stream.ofNullable(System.getProperty("tests.classes")), libraries).distinct()
            .collect(Collectors.joining(":"));
    }

    /** Where a class was loaded from. */
    static String location(Class<?> inside) {
        try {
            return Path.of(inside.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread collect(InputStream in, List<String> lines) {
        return Thread.ofPlatform().daemon().start(() -> {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    synchronized (lines) {
                        lines.add(line);
                        lines.notifyAll();
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** mpjrun itself. */
    public ProcessHandle launcher() {
        return process.toHandle();
    }

    /** Standard input of mpjrun. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** The processes of the ranks that run at present, in any order. */
    List<ProcessHandle> ranks() {
        return process.descendants().toList();
    }

    /** Waits for this many lines of standard output that satisfy the predicate, and returns them. */
    public List<String> awaitLines(int number, Predicate<String> wanted, Duration limit) throws InterruptedException {
        return await(out, number, wanted, limit);
    }

    /** Waits for this many lines of standard error that satisfy the predicate, and returns them. */
    List<String> awaitErrors(int number, Predicate<String> wanted, Duration limit) throws InterruptedException {
        return await(err, number, wanted, limit);
    }

    /**
     * Waits for a line of standard error that satisfies the predicate, or for the end of the job. Returns whether there
     * is such a line.
     */
    boolean awaitErrorOrEnd(Predicate<String> wanted, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (err) {
            while (err.stream().noneMatch(wanted)) {
                if (!process.isAlive()) {
                    return false;
                }
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("the job neither ended nor printed the expected line\n"
                        + await(Duration.ZERO));
                }
                err.wait(POLL_MILLIS);
            }
            return true;
        }
    }

    private List<String> await(List<String> lines, int number, Predicate<String> wanted, Duration limit)
        throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (lines) {
            while (true) {
                List<String> found = lines.stream().filter(wanted).toList();
                if (found.size() >= number) {
                    return found;
                }
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    break;
                }
                lines.wait(left);
            }
        }
        throw new AssertionError("the job printed too few of the expected lines\n" + await(Duration.ZERO));
    }

    /** Waits for the end of the job. At the limit the job is ended, and the result has the stacks of its processes. */
    public Result await(Duration limit) {
        String stacks = null;
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                List<ProcessHandle> all = new ArrayList<>(ranks());
                stacks = Stacks.of(all);
                process.destroy();
                process.waitFor(5, TimeUnit.SECONDS);
                all.forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            outReader.join(Duration.ofSeconds(30));
            errReader.join(Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return new Result(process.exitValue(), copy(out), copy(err), stacks);
    }

    private static List<String> copy(List<String> lines) {
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }
}
