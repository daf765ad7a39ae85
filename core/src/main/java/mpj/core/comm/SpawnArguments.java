package mpj.core.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.SpawnRequest;

/** Checks the arguments of a spawn. */
public final class SpawnArguments {
    private SpawnArguments() {
    }

    /**
     * The commands that are to be started.
     *
     * @param commands the programs
     * @param argv the arguments of each; null, or null for a program, if there are none
     * @param maxprocs the number of processes of each
     * @param infos the hints for each; null if there are none
     */
    public static List<SpawnRequest.Command> of(String[] commands, String[][] argv, int[] maxprocs, Info[] infos) {
        if (commands == null || commands.length == 0) {
            throw new EngineException(ErrorClass.ERR_ARG, "commands is " + (commands == null ? "null" : "empty")
                + "; name at least one program");
        }
        checkLength(argv == null, argv == null ? 0 : argv.length, "argv", commands.length);
        checkLength(false, maxprocs == null ? 0 : maxprocs.length, "maxprocs", commands.length);
        checkLength(infos == null, infos == null ? 0 : infos.length, "info", commands.length);
        List<SpawnRequest.Command> all = new ArrayList<>();
        for (int i = 0; i < commands.length; i++) {
            all.add(command(commands[i], argv == null ? null : argv[i], maxprocs[i], infos == null ? null : infos[i]));
        }
        return all;
    }

    private static void checkLength(boolean omitted, int length, String name, int commands) {
        if (!omitted && length < commands) {
            throw new EngineException(ErrorClass.ERR_ARG, name + " has " + length + " elements; pass one for each of"
                + " the " + commands + " programs");
        }
    }

    private static SpawnRequest.Command command(String command, String[] argv, int processes, Info info) {
        if (command == null || command.isEmpty()) {
            throw new EngineException(ErrorClass.ERR_SPAWN, "command is " + (command == null ? "null" : "empty")
                + "; pass a class, a .jar or a .java file");
        }
        if (processes < 1) {
            throw new EngineException(ErrorClass.ERR_SPAWN, "maxprocs is " + processes + " for " + command
                + "; it must be at least 1");
        }
        List<String> arguments = argv == null ? List.of() : Arrays.asList(argv);
        if (arguments.stream().anyMatch(Objects::isNull)) {
            throw new EngineException(ErrorClass.ERR_ARG, "argv[" + arguments.indexOf(null) + "] of " + command
                + " is null; pass a text, which may be empty");
        }
        return new SpawnRequest.Command(command, List.copyOf(arguments), processes,
            info == null ? Map.of() : info.hints());
    }
}
