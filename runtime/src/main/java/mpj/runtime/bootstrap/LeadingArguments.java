package mpj.runtime.bootstrap;

import java.util.Arrays;

/**
 * The three arguments that MPJ Express puts in front of a program's own: rank, configuration and device. Programs that
 * index the arguments after them get them from {@code mpjrun --mpj-args} or {@code -dev}; {@code MPI.Init} returns what
 * follows them.
 */
public final class LeadingArguments {
    /** The device where none is named, as with MPJ Express. */
    public static final String DEFAULT_DEVICE = "multicore";

    private static final int NUMBER = 3;
    /** There is no file of that kind; ranks of one JVM have their number in its place. */
    private static final String CONFIGURATION = "-";

    private LeadingArguments() {
    }

    /**
     * What main gets.
     *
     * @param rank this process's rank
     * @param size the number of the job's ranks
     * @param own the program's own arguments
     * @return the same, behind the three if they are asked for
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
     * What {@code MPI.Init} returns.
     *
     * @param rank this process's rank
     * @param argv what the program passes: main's arguments, or others
     * @return the same without the three, if they are asked for and there
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
