package mpj.bench.compare;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** Runs the commands of this package. If the input or a side is at fault, the command says so in one line. */
final class Execution {
    private static final int FAILED = 1;

    private Execution() {
    }

    /** Runs a command. Returns its status. */
    static int of(Callable<Integer> command, String[] arguments) {
        CommandLine line = new CommandLine(command);
        line.setExecutionExceptionHandler((failure, failed, parsed) -> {
            if (failure instanceof IOException || failure instanceof IllegalArgumentException) {
                failed.getErr().println(failed.getCommandName() + ": " + failure.getMessage());
                return FAILED;
            }
            throw failure;
        });
        return line.execute(arguments);
    }
}
