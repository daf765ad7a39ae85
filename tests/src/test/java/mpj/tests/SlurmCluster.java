package mpj.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Slurm of one node for the time of a test, which {@code tests/slurm/start} sets up; it takes root. */
final class SlurmCluster {
    private static final Path SCRIPTS = Path.of(System.getProperty("tests.slurm"));
    private static final Path FOLDER = Path.of(System.getProperty("tests.folder"), "slurm");
    private static final long LIMIT_SECONDS = 60;

    private SlurmCluster() {
    }

    /** What is in the way of having one here, or null. */
    static String obstacle() {
        for (String command : new String[] {"srun", "slurmctld", "slurmd", "munged"}) {
            if (!ForeignLauncher.isOnPath(command)) {
                return command + " is not installed";
            }
        }
        return "root".equals(System.getProperty("user.name")) ? null : "only root can start Slurm's daemons";
    }

    /** What leads srun to it. */
    static Map<String, String> environment() {
        return Map.of("SLURM_CONF", FOLDER.resolve("slurm.conf").toString());
    }

    static void start() throws IOException, InterruptedException {
        script("start");
    }

    static void stop() throws IOException, InterruptedException {
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
