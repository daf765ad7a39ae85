package tycho.mediator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What all threads do, also virtual ones, for a wait that has ended in vain. */
public final class Stacks {
    private static final long LIMIT_SECONDS = 60;

    private Stacks() {
    }

    /** Prints the stacks of this JVM and of the JVMs that it has started. */
    public static void print() {
        try {
            Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "stacks");
            print(folder, ProcessHandle.current());
            for (ProcessHandle each : ProcessHandle.current().descendants().toList()) {
                if (each.info().command().orElse("").endsWith("java")) {
                    print(folder, each);
                }
            }
        } catch (IOException e) {
            System.out.println("No stacks can be had: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void print(Path folder, ProcessHandle process) throws IOException, InterruptedException {
        Path file = folder.resolve(Long.toString(process.pid()));
        Process jcmd = new ProcessBuilder(System.getProperty("java.home") + "/bin/jcmd", Long.toString(process.pid()),
            "Thread.dump_to_file", file.toString()).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        if (!jcmd.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            jcmd.destroyForcibly();
        }
        System.out.println("The stacks of the process " + process.pid() + " "
            + String.join(" ", process.info().arguments().orElse(new String[0])) + ":\n"
            + (Files.exists(file) ? Files.readString(file) : "there are none"));
    }
}
