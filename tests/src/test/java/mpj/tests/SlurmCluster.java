package mpj.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Slurm of one node for the time of a test. {@code tests/slurm/start} sets it up, which needs root. */
public final class SlurmCluster {
    private static final Path SCRIPTS = Path.of(System.getProperty("tests.slurm"));
    private static final Path FOLDER = Path.of(System.getProperty("tests.folder"), "slurm");
    private static final long LIMIT_SECONDS = 120;

    private SlurmCluster() {
    }

    /** Why this machine cannot have it, or null. */
    public static String obstacle() {
        for (String command : new String[] {"srun", "slurmctld", "slurmd", "munged"}) {
            if (!ForeignLauncher.isOnPath(command)) {
                return command + " is not installed";
            }
        }
        return "root".equals(System.getProperty("user.name")) ? null : "only root can start Slurm's daemons";
    }

    /** The environment with which srun finds it. */
    static Map<String, String> environment() {
        return Map.of("SLURM_CONF", FOLDER.resolve("slurm.conf").toString());
    }

    public static void start() throws IOException, InterruptedException {
        script("start");
    }

    public static void stop() throws IOException, InterruptedException {
        if (Files.exists(FOLDER)) {
            script("stop");
        }
    }

    private static void script(String name) throws IOException, InterruptedException {
        Path log = Files.createTempFile("slurm", ".log");
        Process process = new ProcessBuilder(SCRIPTS.resolve(name).toString(), FOLDER.toString())
            .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError("tests/slurm/" + name + " failed:\n" + Files.readString(log));
        }
        Files.delete(log);
    }
}
