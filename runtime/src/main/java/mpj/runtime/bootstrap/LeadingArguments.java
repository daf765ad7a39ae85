package mpj.runtime.bootstrap;

import java.util.Arrays;

/**
 * The three arguments that MPJ Express puts in front of a program's own arguments: rank, configuration and device.
 * {@code mpjrun --mpj-args} and {@code -dev} add them for programs that expect them. {@code MPI.Init} returns the
 * arguments behind them.
 */
public final class LeadingArguments {
    /** The device where the user names none, as in MPJ Express. */
    public static final String DEFAULT_DEVICE = "multicore";

    private static final int NUMBER = 3;
    /**
     * MPJ Express has a configuration file; this library has none. With the device multicore, the number of ranks
     * stands in this place.
     */
    private static final String CONFIGURATION = "-";

    private LeadingArguments() {
    }

    /**
     * Returns the arguments that main gets.
     *
     * @param rank this process's rank
     * @param size the number of the job's ranks
     * @param own the program's own arguments
     * @return the program's own arguments, behind the three others if the user asked for those
     */
    public static String[] before(int rank, int size, String[] own) {
        String device = RuntimeProperties.ARGUMENTS.value();
        if (device == null) {
            return own;
        }
        String[] all = new String[NUMBER + own.length];
        all[0] = Integer.toString(rank);
        all[1] = configuration(device, size);
        all[2] = device;
        System.arraycopy(own, 0, all, NUMBER, own.length);
        return all;
    }

    /**
     * Returns the arguments that {@code MPI.Init} returns.
     *
     * @param rank this process's rank
     * @param argv the arguments that the program passes: those of main, or others
     * @return the same arguments, without the three if the user asked for those and {@code argv} begins with them
     */
    public static String[] strip(int rank, String[] argv) {
        String device = RuntimeProperties.ARGUMENTS.value();
        boolean present = device != null && argv != null && argv.length >= NUMBER
            && argv[0].equals(Integer.toString(rank)) && isConfiguration(argv[1], device) && argv[2].equals(device);
        return present ? Arrays.copyOfRange(argv, NUMBER, argv.length) : argv;
    }

    private static String configuration(String device, int size) {
        return device.equals(DEFAULT_DEVICE) ? Integer.toString(size) : CONFIGURATION;
    }

    private static boolean isConfiguration(String word, String device) {
        return device.equals(DEFAULT_DEVICE) ? word.matches("[0-9]+") : word.equals(CONFIGURATION);
    }
}
