package mpj.runtime.bootstrap;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.spawn.SpawnHints;

/**
 * Programs that a job asks its launcher to start as a job of their own (MPI_Comm_spawn, MPI_Comm_spawn_multiple).
 *
 * @param commands the programs; the ranks of a program follow the ranks of the program before it
 * @param parentPort the port at which the asking job waits for the new job; at most 4,000 characters
 */
public record SpawnRequest(List<Command> commands, String parentPort) {
    /** What a user can do where the launcher starts no further programs. */
    static final String WITHOUT_LAUNCHER = "start the job with mpjrun, or start the programs apart and let the two jobs"
        + " meet at a port (openPort, accept and connect)";

    /**
     * One of the programs.
     *
     * @param command a class, a .jar file or a .java file, as {@code mpjrun} takes them
     * @param arguments of the program
     * @param count the number of ranks, at least 1
     * @param info the keys of section 10.3.4 of MPI 3.1: {@code host}, {@code arch}, {@code wdir}, {@code path},
     *     {@code file} and {@code soft}; other keys are ignored
     */
    public record Command(String command, List<String> arguments, int count, Map<String, String> info) {
        /** Copies the arguments. */
        public Command {
            arguments = List.copyOf(arguments);
            info = Map.copyOf(info);
        }
    }

    /** Copies the arguments. */
    public SpawnRequest {
        commands = List.copyOf(commands);
    }

    /**
     * The request for a launcher that knows the hints host, wdir and path only. The infos have the keys of their files,
     * and each program has the largest number of ranks that its hint soft allows.
     *
     * @throws BootstrapException when the hints of a program cannot be followed
     */
    SpawnRequest resolved() {
        List<Command> resolved = new ArrayList<>();
        try {
            for (Command each : commands) {
                Map<String, String> info = SpawnHints.withFile(each.info, Path.of("").toAbsolutePath());
                resolved.add(new Command(each.command, each.arguments,
                    SpawnHints.of(info).most(each.command, each.count), info));
            }
        } catch (InvalidPathException e) {
            throw new BootstrapException("\"" + e.getInput() + "\" cannot be the name of a file: " + e.getReason(), e);
        } catch (IOException e) {
            throw new BootstrapException(e.getMessage(), e);
        }
        return new SpawnRequest(resolved, parentPort);
    }

    /** The number of ranks of each program. */
    int[] counts() {
        return commands.stream().mapToInt(Command::count).toArray();
    }
}
