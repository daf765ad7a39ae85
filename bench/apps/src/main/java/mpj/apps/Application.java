package mpj.apps;

import java.io.IOException;
import mpi.Intracomm;
import mpi.MPI;
import picocli.CommandLine;

/** Begins and ends an application on each rank. */
public final class Application {
    private static final int WRONG_COMMAND_LINE = 2;

    private Application() {
    }

    /** The work of the application between Init and Finalize. */
    public interface Body {
        /**
         * Runs on every rank.
         *
         * @throws IllegalArgumentException if an option has an invalid value. The message has option, value and remedy.
         *   It must be the same on every rank, because only rank 0 prints it
         * @throws IOException if a file cannot be written
         */
        void run(Intracomm world) throws IOException;
    }

    /**
     * Reads the options, runs the body and ends the rank. The exit code is 2 if an option is invalid.
     *
     * @param command the command, as messages begin with it
     * @param options the object for the options, with picocli's annotations; an option with {@code usageHelp} prints
     *   all options
     */
    public static void run(String command, Object options, String[] arguments, Body body) {
        CommandLine line = new CommandLine(options).setCommandName("bench app " + command)
            .setCaseInsensitiveEnumValuesAllowed(true);
        String complaint = null;
        try {
            line.parseArgs(arguments);
        } catch (CommandLine.ParameterException e) {
            // Only rank 0 prints the complaint, and a rank knows its number only after Init.
            complaint = e.getMessage();
        }
        MPI.Init(arguments);
        Intracomm world = MPI.COMM_WORLD;
        int status = 0;
        try {
            if (complaint != null) {
                throw new IllegalArgumentException(complaint);
            }
            if (!line.isUsageHelpRequested()) {
                body.run(world);
            } else if (world.Rank() == 0) {
                line.usage(System.out);
            }
        } catch (IllegalArgumentException e) {
            status = WRONG_COMMAND_LINE;
            if (world.Rank() == 0) {
                System.err.println(command + ": " + e.getMessage() + "\nbench app " + command
                    + " --options lists the options.");
            }
        } catch (IOException e) {
            status = 1;
            System.err.println(command + ": cannot write " + e.getMessage());
        }
        MPI.Finalize();
        if (status != 0) {
            System.exit(status);
        }
    }

    /**
     * Refuses an option with an invalid value.
     *
     * @param holds whether the value is valid
     * @param remedy a valid choice, as in "give at least 1"
     * @throws IllegalArgumentException if the value is invalid; the message has option, value and remedy
     */
    public static void require(boolean holds, String option, Object value, String remedy) {
        if (!holds) {
            throw new IllegalArgumentException(option + " " + value + " is wrong: " + remedy);
        }
    }
}
