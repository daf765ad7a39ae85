package mpj.bench.compare;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** How a command of this package runs: what is wrong with its input or its sides is said in one line. */
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
