package mpj.runtime.pmi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;

/**
 * The environment variables by which a PMI launcher tells a rank how to reach its server.
 *
 * @param descriptor the inherited descriptor of the connection, or -1
 * @param address host:port of the server when there is no descriptor, else null
 * @param id the number by which the rank introduces itself when it connects to the address
 * @param rank of this process; -1 when the server will tell it
 * @param size of the job; -1 when the server will tell it
 * @param version 1 or 2
 * @param job the launcher's name for the job, or null where the launcher tells none
 * @param spawned whether another job has spawned this one; a server of PMI-2 tells that itself
 * @param slurm whether the server is Slurm's
 */
public record PmiEnvironment(int descriptor, String address, int id, int rank, int size, int version, String job,
                             boolean spawned, boolean slurm) {
    private static final String FD = "PMI_FD";
    private static final String PORT = "PMI_PORT";
    private static final String ID = "PMI_ID";
    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";
    /** Set by launchers that speak PMI-2 by default: Slurm's pmi2 and Cray's. */
    private static final String JOB_ID = "PMI_JOBID";
    private static final String SPAWNED = "PMI_SPAWNED";
    private static final int CONNECT_MILLIS = 10_000;

    /** Whether a PMI launcher started the process that has this environment. */
    public static boolean isPresent(Map<String, String> environment) {
        return environment.containsKey(FD) || environment.containsKey(PORT);
    }

    /**
     * Reads the variables.
     *
     * @param chosenVersion the version that the user wants, or 0 for the launcher's version
     * @throws IllegalArgumentException when a variable is missing or malformed; the message names the variable and its
     *     value
     */
    public static PmiEnvironment read(Map<String, String> environment, int chosenVersion) {
        int version = chosenVersion != 0 ? chosenVersion : environment.containsKey(JOB_ID) ? 2 : 1;
        boolean spawned = environment.getOrDefault(SPAWNED, "0").equals("1");
        // Hydra may also run in a job of Slurm, but does not set the other variable.
        boolean slurm = environment.containsKey("SLURM_PROCID") && environment.containsKey(JOB_ID);
        if (!environment.containsKey(FD)) {
            String address = environment.get(PORT);
            if (address.lastIndexOf(':') <= 0) {
                throw new IllegalArgumentException(PORT + "=" + address + " is malformed: expected host:port");
            }
            number("the port of " + PORT, address.substring(address.lastIndexOf(':') + 1), 1, 65_535);
            return new PmiEnvironment(-1, address, number(environment, ID, Integer.MAX_VALUE), -1, -1, version,
                environment.get(JOB_ID), spawned, slurm);
        }
        int descriptor = number(environment, FD, Integer.MAX_VALUE);
        int size = number(environment, SIZE, Integer.MAX_VALUE);
        int rank = number(environment, RANK, size - 1);
        return new PmiEnvironment(descriptor, null, rank, rank, size, version, environment.get(JOB_ID), spawned,
            slurm);
    }

    private static int number(Map<String, String> environment, String name, int most) {
        String value = environment.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is not set though " + FD + " or " + PORT
                + " is; start the program with the launcher itself, not with a copy of its environment");
        }
        return number(name, value, 0, most);
    }

    private static int number(String name, String value, int least, int most) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + value + " is malformed: expected a number", e);
        }
        throw new IllegalArgumentException(name + "=" + value + " is not between " + least + " and " + most);
    }

    /**
     * Connects to the server and opens a session.
     *
     * @throws IOException when the server does not answer, or refuses
     */
    public PmiSession open() throws IOException {
        PmiStream stream = descriptor >= 0 ? PmiStream.over(new InheritedDescriptor(descriptor)) : connect();
        return version == 1 ? Pmi1Session.open(this, stream) : Pmi2Session.open(this, stream);
    }

    /**
     * Whether the server can start further programs. Slurm's would start them by another srun, which waits for the
     * processors that the ranks of this job have.
     */
    public boolean spawns() {
        return !slurm;
    }

    /** Who serves and where, for the user. */
    public String server() {
        return (slurm ? "Slurm's pmi2, " : "") + (descriptor >= 0 ? FD + "=" + descriptor : PORT + "=" + address);
    }

    private PmiStream connect() throws IOException {
        int colon = address.lastIndexOf(':');
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address.substring(0, colon),
                Integer.parseInt(address.substring(colon + 1))), CONNECT_MILLIS);
            return PmiStream.over(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
