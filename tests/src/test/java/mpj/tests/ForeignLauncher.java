package mpj.tests;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/**
 * A launcher that is not this library's, under which plain java runs as a rank.
 *
 * @param name the name for messages, and for requiring the launcher
 * @param command the words before java. The first is a file, or a command on PATH
 * @param jvmOptions options of the rank's JVM
 * @param keepsAbortCode whether the launcher ends with the exit code of Abort
 */
public record ForeignLauncher(String name, List<String> command, List<String> jvmOptions, boolean keepsAbortCode) {
    private static final Path INSTALLED = Path.of(System.getProperty("tests.launchers"));
    private static final String SLURM = "slurm";
    private static final long LIMIT_SECONDS = 120;
    private static final Map<String, String> ENVIRONMENT = Map.of(
        "OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
        "PRTE_ALLOW_RUN_AS_ROOT", "1", "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

    /** All launchers. The first entry of each launcher hands a rank its place in the launcher's default way. */
    public static List<ForeignLauncher> all() {
        String hydra = INSTALLED.resolve("mpich/bin/mpiexec").toString();
        String version2 = "-Dmpj.pmi.version=2";
        return List.of(
            new ForeignLauncher("openmpi-4", List.of("mpirun.openmpi", "--oversubscribe", "-np"), List.of(), true),
            new ForeignLauncher("openmpi-5", List.of(INSTALLED.resolve("openmpi/bin/mpirun").toString(),
                "--oversubscribe", "-np"), List.of(), true),
            new ForeignLauncher("mpich", List.of(hydra, "-launcher", "fork", "-n"), List.of(), true),
            new ForeignLauncher("mpich-pmi2", List.of(hydra, "-launcher", "fork", "-n"), List.of(version2), true),
            new ForeignLauncher("mpich-port", List.of(hydra, "-launcher", "fork", "-pmi-port", "-n"), List.of(), true),
            new ForeignLauncher("intel", List.of(INSTALLED.resolve("impi/bin/mpiexec").toString(), "-launcher", "fork",
                "-n"), List.of(), true),
            // srun kills the other ranks, and ends with the highest exit code.
            new ForeignLauncher("slurm-pmix", List.of("srun", "--mpi=pmix", "-n"), List.of(), false),
            new ForeignLauncher("slurm-pmi2", List.of("srun", "--mpi=pmi2", "-n"), List.of(), false));
    }

    /** Skips the test if the launcher is not installed. A required launcher is not skipped. */
    public void assumeAvailable() {
        boolean required = List.of(System.getProperty("tests.require.launchers", "").split("[,\\s]+"))
            .contains(name);
        String obstacle = isInstalled() ? isSlurm() ? SlurmCluster.obstacle() : null
            : command.getFirst() + " is not installed";
        if (obstacle != null && required) {
            throw new AssertionError("launcher " + name + " must not be skipped here, but " + obstacle);
        }
        Assumptions.assumeTrue(obstacle == null, () -> "launcher " + name + ": " + obstacle);
    }

    /** The same launcher with other options of the rank's JVM. */
    ForeignLauncher with(String... options) {
        return new ForeignLauncher(name, command, List.of(options), keepsAbortCode);
    }

    public boolean isSlurm() {
        return name.startsWith(SLURM);
    }

    boolean isHydra() {
        return name.startsWith("mpich") || name.equals("intel");
    }

    private boolean isInstalled() {
        return Files.isExecutable(Path.of(command.getFirst())) || isOnPath(command.getFirst());
    }

    static boolean isOnPath(String command) {
        return List.of((System.getenv("PATH") + ":/usr/sbin").split(File.pathSeparator)).stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    /** Runs a program as this many ranks. No process of it is left when this returns. */
    Job.Result run(int ranks, Class<?> program, String... arguments) throws IOException, InterruptedException {
        return run(Job.libraryClassPath(), ranks, program, arguments);
    }

    /** Does the same with the class path of the library for another API. */
    public Job.Result run(String library, int ranks, Class<?> program, String... arguments)
        throws IOException, InterruptedException {
        String mark = "-Dtests.mark=" + UUID.randomUUID();
        List<String> words = new ArrayList<>(command);
        words.add(Integer.toString(ranks));
        words.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", mark));
        words.addAll(jvmOptions);
        words.addAll(List.of("-cp", library + ":" + Job.testClassPath(), program.getName()));
        words.addAll(List.of(arguments));
        Path out = Files.createTempFile("launcher", ".out");
        Path err = Files.createTempFile("launcher", ".err");
        ProcessBuilder builder = new ProcessBuilder(words).redirectInput(new File("/dev/null"))
            .redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().putAll(ENVIRONMENT);
        if (isSlurm()) {
            builder.environment().putAll(SlurmCluster.environment());
        }
        Process process = builder.start();
        String stacks = null;
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            stacks = Stacks.of(ranks(mark));
            process.destroy();
        }
        List<ProcessHandle> left = ranks(mark);
        left.forEach(ForeignLauncher::awaitOrKill);
        process.destroyForcibly().waitFor();
        Job.Result result = new Job.Result(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err),
            stacks);
        Files.delete(out);
        Files.delete(err);
        return result;
    }

    /**
     * Runs a program with mpjrun, which writes this launcher's command. The number of ranks is given with the option
     * -n.
     */
    Job.Result byMpjrun(int ranks, Class<?> program, String... arguments) {
        return byMpjrun(List.of(), ranks, program, arguments);
    }

    /** Does the same with more options of mpjrun. */
    Job.Result byMpjrun(List<String> options, int ranks, Class<?> program, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--launcher",
            String.join(" ", command.subList(0, command.size() - 1)), "-np", Integer.toString(ranks)));
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        if (isSlurm()) {
            environment.putAll(SlurmCluster.environment());
        }
        environment.forEach((name, value) -> words.addAll(List.of("-x", name + "=" + value)));
        words.addAll(options);
        words.add(program.getName());
        words.addAll(List.of(arguments));
        return Job.start(words).await(Duration.ofSeconds(LIMIT_SECONDS));
    }

    /** A launcher may end a moment before the ranks that it has told to end. */
    private static void awaitOrKill(ProcessHandle rank) {
        try {
            rank.onExit().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            rank.destroyForcibly();
            throw new AssertionError("process " + rank.pid() + " outlived its job", e);
        }
    }

    private static List<ProcessHandle> ranks(String mark) {
        return ProcessHandle.allProcesses().filter(process -> process.info().arguments()
            .map(words -> List.of(words).contains(mark) && process.info().command().orElse("").endsWith("/java"))
            .orElse(false)).collect(Collectors.toList());
    }

    @Override
    public String toString() {
        return name;
    }
}
