package mpj.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that ran in a separate JVM with this test's classes.
 *
 * @param status its exit code
 * @param output all its output
 */
public record JavaProcess(int status, String output) {
    private static final long LIMIT_SECONDS = 100;

    /** The command that runs {@code mainClass}. */
    public static List<String> command(String mainClass, String... arguments) {
        // Under the module path, the library's jars are on the module path and not on the class path.
        String path = String.join(File.pathSeparator, System.getProperty("jdk.module.path", ""),
            System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED",
            "-cp", path, mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs a program on several ranks. Nothing is measured, and C2 would take as long as everything else. */
    public static JavaProcess mpjrun(int ranks, String... programAndArguments) throws IOException,
            InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-np", Integer.toString(ranks), "-J-XX:TieredStopAtLevel=1"));
        arguments.addAll(List.of(programAndArguments));
        return run(command("mpj.runtime.launcher.Mpjrun", arguments.toArray(String[]::new)));
    }

    /** Runs a command line. */
    public static JavaProcess run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("output", ".txt");
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError(command + " did not end within " + LIMIT_SECONDS + " s; it printed:\n"
                    + Files.readString(output));
            }
            return new JavaProcess(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }
}
