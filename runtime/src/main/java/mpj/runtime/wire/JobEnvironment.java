package mpj.runtime.wire;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What mpjrun tells a rank through environment variables. The secret is only in the environment, which other users
 * cannot read, and never on a command line.
 *
 * @param host the address of the launcher, or of the launcher's agent on this host
 * @param port its TCP port
 * @param rank this process's rank
 * @param size the number of ranks of the job
 * @param localSize the number of ranks on this host
 * @param hostAddress the address by which the other hosts of the job reach this host; empty when there are no other
 *     hosts
 * @param secret {@value #SECRET_BYTES} bytes; a connection must prove that it knows them
 */
public record JobEnvironment(String host, int port, int rank, int size, int localSize, String hostAddress,
                             byte[] secret) {
    /** host:port of the launcher. A process that has this variable was started by mpjrun. */
    public static final String BOOTSTRAP = "MPJ_BOOTSTRAP";
    /** The rank, from 0. */
    public static final String RANK = "MPJ_RANK";
    /** The number of ranks. */
    public static final String SIZE = "MPJ_SIZE";
    /** The number of ranks on this host. Without this variable, all ranks are on this host. */
    public static final String LOCAL_SIZE = "MPJ_LOCAL_SIZE";
    /** The address of this host. Without this variable, the job has no other host. */
    public static final String HOST_ADDRESS = "MPJ_HOST_ADDRESS";
    /** The job's secret, in hexadecimal. */
    public static final String SECRET = "MPJ_SECRET";
    /** The ranks that are threads of one process, separated by commas. Without this variable, a process is one rank. */
    public static final String THREADS = "MPJ_THREADS";
    /** How many cores of this host all its ranks may use together. Each hardware thread of a core counts. */
    public static final String LOCAL_CORES = "MPJ_LOCAL_CORES";
    /** For each of these ranks, the core that it binds itself to, or a negative number for none. */
    public static final String CORES = "MPJ_CORES";
    /** The {@link JobTag} by which that process begins each line of its output. */
    public static final String TAG_OUTPUT = "MPJ_TAG_OUTPUT";
    /** The port at which the job that spawned this one waits. Without this variable, nobody has spawned it. */
    public static final String PARENT_PORT = "MPJ_PARENT_PORT";
    /** Whether this rank replaces a lost one. Without this variable, it does not. */
    public static final String REPLACEMENT = "MPJ_REPLACEMENT";
    /** Whether lost ranks may be replaced. Without this variable, they may not. */
    public static final String RESPAWN = "MPJ_RESPAWN";
    /** The number of ranks that the job's hosts have slots for. */
    public static final String UNIVERSE = "MPJ_UNIVERSE_SIZE";
    /** The length of the secret. */
    public static final int SECRET_BYTES = 32;

    /** Whether these are the variables of a rank that mpjrun started. */
    public static boolean isPresent(Map<String, String> environment) {
        return environment.containsKey(BOOTSTRAP);
    }

    /**
     * Reads the variables.
     *
     * @throws IllegalArgumentException when a variable is missing or malformed; the message names the variable and its
     *     value
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
     * Returns the ranks that are threads of the process with this environment; none if the process is one rank.
     *
     * @throws IllegalArgumentException when the variable is malformed
     */
    public static List<Integer> threads(Map<String, String> environment) {
        return numbers(environment, THREADS, 0);
    }

    /** Returns the core of each of these ranks; a negative number for a rank that does not bind itself. */
    public static List<Integer> cores(Map<String, String> environment) {
        return numbers(environment, CORES, -1);
    }

    /** Returns how many cores the ranks of this host may use together; empty if the environment does not tell. */
    public static OptionalInt localCores(Map<String, String> environment) {
        String text = environment.get(LOCAL_CORES);
        return text == null ? OptionalInt.empty()
            : OptionalInt.of(number(LOCAL_CORES, text, text, 1, Integer.MAX_VALUE));
    }

    private static List<Integer> numbers(Map<String, String> environment, String name, int least) {
        String text = environment.getOrDefault(name, "");
        List<Integer> numbers = new ArrayList<>();
        for (String each : text.isEmpty() ? new String[0] : text.split(",")) {
            numbers.add(number(name, text, each, least, Integer.MAX_VALUE));
        }
        return numbers;
    }

    /** Returns the environment that another rank of this host would have. */
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
        // No message contains the value, because it must not reach a log.
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
