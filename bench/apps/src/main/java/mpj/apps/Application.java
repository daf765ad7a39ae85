package mpj.apps;

import java.io.IOException;
import mpi.Intracomm;
import mpi.MPI;
import picocli.CommandLine;

/** How an application begins and ends on each rank. */
public final class Application {
    private static final int WRONG_COMMAND_LINE = 2;

    private Application() {
    }

    /** What it does between Init and Finalize. */
    public interface Body {
        /**
         * Runs on every rank.
         *
         * @throws IllegalArgumentException if an option cannot be; the message has option, value and remedy, and is
         *     the same on every rank, since rank 0 alone prints it
         * @throws IOException if a file cannot be written
         */
        void run(Intracomm world) throws IOException;
    }

    /**
     * Reads the options, runs the body and ends the rank, with exit code 2 if an option cannot be.
     *
     * @param command as it stands before the messages
     * @param options picocli's annotations say what there are; one with {@code usageHelp} prints them all
     */
    public static void run(String command, Object options, String[] arguments, Body body) {
        CommandLine line = new CommandLine(options).setCommandName("bench app " + command)
            .setCaseInsensitiveEnumValuesAllowed(true);
        String complaint = null;
        try {
            line.parseArgs(arguments);
        } catch (CommandLine.ParameterException e) {
            // Told by rank 0 alone, which is known only after Init.
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
     * Refuses an option that cannot be.
     *
     * @param holds whether it can
     * @param remedy what would do, as in "give at least 1"
     * @throws IllegalArgumentException if not; the message has option, value and remedy
     */
    public static void require(boolean holds, String option, Object value, String remedy) {
        if (!holds) {
            throw new IllegalArgumentException(option + " " + value + " cannot be: " + remedy);
        }
    }
}
