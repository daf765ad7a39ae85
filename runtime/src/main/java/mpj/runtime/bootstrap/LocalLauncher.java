package mpj.runtime.bootstrap;

import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.spawn.OwnOptions;
import mpj.runtime.spawn.ProgramPath;
import mpj.runtime.wire.JobEnvironment;

/** The launcher that a program without a launcher starts for the programs that it spawns: an mpjrun on this host. */
final class LocalLauncher {
    /** This package must not need the launcher, which needs it. */
    private static final String LAUNCHER = "mpj.runtime.launcher.Mpjrun";

    private static final String COLON = ":";

    private LocalLauncher() {
    }

    /**
     * Starts the programs. The launcher prints its messages and the programs' output where this process prints its own.
     *
     * @param wait is told when the launcher has ended
     * @throws BootstrapException when a program is not there, or the launcher cannot be started
     */
    static void start(SpawnRequest request, SpawnWait wait) {
        ProcessBuilder builder = new ProcessBuilder(line(request)).inheritIO()
            .redirectInput(ProcessBuilder.Redirect.PIPE);
        builder.environment().put(JobEnvironment.PARENT_PORT, request.parentPort());
        try {
            Process launcher = builder.start();
            launcher.getOutputStream().close();
            launcher.onExit().thenAccept(process -> wait.ended("the mpjrun that this process has started exited with"
                + " code " + process.exitValue() + " before the processes had joined; its messages are on standard"
                + " error"));
        } catch (IOException e) {
            throw new BootstrapException("mpjrun cannot be started: " + e.getMessage(), e);
        }
    }

    /**
     * The command line of mpjrun.
     *
     * @throws BootstrapException when a program is not there
     */
    static List<String> line(SpawnRequest request) {
        List<SpawnRequest.Command> commands = request.commands();
        if (commands.isEmpty()) {
            throw new BootstrapException("no program is named; a job has at least one");
        }
        // The programs behind a colon inherit the options of the first, and may not name a folder of their own.
        List<String> words = new ArrayList<>(List.of(OwnOptions.java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "-cp", OwnOptions.classPath(), LAUNCHER,
            "-x", JobEnvironment.PARENT_PORT));
        for (String option : OwnOptions.read()) {
            words.add(option.startsWith("-D") ? option : "-J" + option);
        }
        try {
            Path own = Path.of("").toAbsolutePath();
            Path folder = ProgramPath.folder(own, commands.stream().map(each -> each.info().getOrDefault("wdir", "")));
            if (!folder.equals(own)) {
                words.addAll(List.of("--wdir", folder.toString()));
            }
            commands.subList(0, commands.size() - 1).forEach(LocalLauncher::checkArguments);
            for (int i = 0; i < commands.size(); i++) {
                words.addAll(program(commands.get(i), folder, i == commands.size() - 1));
            }
            return words;
        } catch (InvalidPathException e) {
            throw new BootstrapException("\"" + e.getInput() + "\" cannot be the name of a file: " + e.getReason(), e);
        } catch (IOException e) {
            throw new BootstrapException(e.getMessage(), e);
        }
    }

    /**
     * Checks the arguments of a program that another one follows. It has no -- in front of it, so mpjrun would take a
     * colon and an option among its arguments for the beginning of another program.
     */
    private static void checkArguments(SpawnRequest.Command command) {
        List<String> arguments = command.arguments();
        for (int i = 0; i + 1 < arguments.size(); i++) {
            if (arguments.get(i).equals(COLON) && arguments.get(i + 1).startsWith("-")) {
                throw new BootstrapException("the arguments of " + command.command() + " contain \": "
                    + arguments.get(i + 1) + "\", with which another program begins on the command line of mpjrun;"
                    + " name this program last, or start this job with mpjrun");
            }
        }
    }

    private static List<String> program(SpawnRequest.Command command, Path folder, boolean last) throws IOException {
        ProgramPath path = ProgramPath.of(folder, command.info().get("path"));
        List<String> words = new ArrayList<>(List.of("-np", Integer.toString(command.count()), "-cp",
            String.join(File.pathSeparator, path.folders().stream().map(Path::toString).toList())));
        if (last) {
            words.add("--"); // mpjrun takes none of the arguments for an option of its own
        }
        words.add(path.find(command.command()));
        words.addAll(command.arguments());
        if (!last) {
            words.add(COLON);
        }
        return words;
    }
}
