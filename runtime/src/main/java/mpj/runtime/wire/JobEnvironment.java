package mpj.runtime.wire;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * What mpjrun tells a rank through environment variables. The secret travels in the environment only, which other
 * users cannot read, never on a command line.
 *
 * @param host the address of the launcher, or of its agent on this host
 * @param port its TCP port
 * @param rank this process's rank
 * @param size the number of ranks of the job
 * @param localSize how many of them are on this host
 * @param hostAddress of this host as the other hosts of the job see it; empty when there are none
 * @param secret {@value #SECRET_BYTES} bytes that a connection must prove to know
 */
public record JobEnvironment(String host, int port, int rank, int size, int localSize, String hostAddress,
                             byte[] secret) {
    /** host:port of the launcher; its presence says that a process was started by mpjrun. */
    public static final String BOOTSTRAP = "MPJ_BOOTSTRAP";
    /** The rank, from 0. */
    public static final String RANK = "MPJ_RANK";
    /** The number of ranks. */
    public static final String SIZE = "MPJ_SIZE";
    /** The number of ranks on this host; without it, all. */
    public static final String LOCAL_SIZE = "MPJ_LOCAL_SIZE";
    /** The address of this host; without it, there is no other. */
    public static final String HOST_ADDRESS = "MPJ_HOST_ADDRESS";
    /** The job's secret, in hexadecimal. */
    public static final String SECRET = "MPJ_SECRET";
    /** The ranks that are threads of one process, with commas; without it, a process is one rank. */
    public static final String THREADS = "MPJ_THREADS";
    /** To which core each of them binds itself, or a negative number for none. */
    public static final String CORES = "MPJ_CORES";
    /** Whether that process is to begin each line of its output with the rank. */
    public static final String TAG_OUTPUT = "MPJ_TAG_OUTPUT";
    /** Length of the secret. */
    public static final int SECRET_BYTES = 32;

    /** Whether these variables are those of a rank that mpjrun started. */
    public static boolean isPresent(Map<String, String> environment) {
        return environment.containsKey(BOOTSTRAP);
    }

    /**
     * Reads the variables.
     *
     * @throws IllegalArgumentException when one is missing or malformed; the message names it and its value
     */
    public static JobEnvironment read(Map<String, String> environment) {
        String address = require(environment, BOOTSTRAP);
        int colon = address.lastIndexOf(':');
        if (colon <= 0) {
            throw malformed(BOOTSTRAP, address, "host:port");
        }
        int port = number(BOOTSTRAP, address, address.substring(colon + 1), 1, 65_535);
        String sizeText = require(environment, SIZE);
        int size = number(SIZE, sizeText, sizeText, 1, Integer.MAX_VALUE);
        String rankText = require(environment, RANK);
        int rank = number(RANK, rankText, rankText, 0, size - 1);
        String localText = environment.getOrDefault(LOCAL_SIZE, sizeText);
        int localSize = number(LOCAL_SIZE, localText, localText, 1, size);
        return new JobEnvironment(address.substring(0, colon), port, rank, size, localSize,
            environment.getOrDefault(HOST_ADDRESS, ""), secret(environment));
    }

    /**
     * The ranks that are threads of the process that has this environment; none if it is one rank.
     *
     * @throws IllegalArgumentException when the variable is malformed
     */
    public static List<Integer> threads(Map<String, String> environment) {
        return numbers(environment, THREADS, 0);
    }

    /** The cores that they bind themselves to; a negative number where one does not. */
    public static List<Integer> cores(Map<String, String> environment) {
        return numbers(environment, CORES, -1);
    }

    private static List<Integer> numbers(Map<String, String> environment, String name, int least) {
        String text = environment.getOrDefault(name, "");
        List<Integer> numbers = new ArrayList<>();
        for (String each : text.isEmpty() ? new String[0] : text.split(",")) {
            numbers.add(number(name, text, each, least, Integer.MAX_VALUE));
        }
        return numbers;
    }

    /** The same job, as another rank of this host is told of it. */
    public JobEnvironment ofRank(int other) {
        return new JobEnvironment(host, port, other, size, localSize, hostAddress, secret);
    }

    /** Writes the variables into a rank's environment. */
    public void write(Map<String, String> environment) {
        environment.put(BOOTSTRAP, host + ":" + port);
        environment.put(RANK, Integer.toString(rank));
        environment.put(SIZE, Integer.toString(size));
        environment.put(LOCAL_SIZE, Integer.toString(localSize));
        environment.put(HOST_ADDRESS, hostAddress);
        environment.put(SECRET, HexFormat.of().formatHex(secret));
    }

    private static byte[] secret(Map<String, String> environment) {
        // The value is left out of every message: it must not reach a log.
        try {
            byte[] secret = HexFormat.of().parseHex(require(environment, SECRET));
            if (secret.length == SECRET_BYTES) {
                return secret;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(SECRET + " must be set to hexadecimal digits", e);
        }
        throw new IllegalArgumentException(SECRET + " must have " + 2 * SECRET_BYTES + " hexadecimal digits");
    }

    private static String require(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                name + " is not set though " + BOOTSTRAP + " is; start the program with mpjrun, or unset " + BOOTSTRAP);
        }
        return value;
    }

    private static int number(String name, String value, String digits, int least, int most) {
        try {
            int number = Integer.parseInt(digits);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw malformed(name, value, "a number");
        }
        throw malformed(name, value, "between " + least + " and " + most);
    }

    private static IllegalArgumentException malformed(String name, String value, String expected) {
        return new IllegalArgumentException(name + "=" + value + " is malformed: expected " + expected);
    }
}
