package mpj.runtime.bootstrap;

import java.net.InetAddress;
import java.util.Optional;
import mpj.runtime.waits.WaitSource;

/**
 * What a launcher tells a rank: who it is, how many there are, and the key-value exchange by which ranks find each
 * other's addresses (PMI's put, get and fence; "modex"). Each launcher has its implementation; {@link #connect()} finds
 * the one this process was started under.
 *
 * <p>Thread-safe. A call that cannot be answered because the launcher is gone throws {@link BootstrapException}.
 */
public interface Bootstrap extends AutoCloseable {

    /**
     * Connects to the launcher that started this process, or, when there is none, returns a bootstrap for a job of this
     * one process.
     *
     * @return the bootstrap of this process's rank
     * @throws BootstrapException when there is a launcher but it does not answer, or its environment is malformed
     */
    static Bootstrap connect() {
        return KnownLauncher.connectTo(System.getenv());
    }

    /**
     * The bootstrap of a rank whose job something else than a known launcher tells of, such as a C library of MPI.
     *
     * @param exchange tells of it
     * @param localSize the number of ranks on this host
     * @param secret what only the job's ranks know, of 32 bytes
     * @return the bootstrap of this process's rank
     * @throws BootstrapException when mpjrun says that this is a job of another size
     */
    static Bootstrap over(ForeignExchange exchange, int localSize, byte[] secret) {
        return ForeignBootstrap.over(exchange, localSize, secret, System.getenv());
    }

    /**
     * Connects once more, after {@link #close}. The values that were published before are gone when a new one is.
     *
     * @return the bootstrap of the same rank
     * @throws BootstrapException as {@link #connect} does, and when the launcher lets a process join its job only once
     */
    static Bootstrap reconnect() {
        return KnownLauncher.reconnectTo(System.getenv());
    }

    /**
     * This process's rank in the job.
     *
     * @return 0 to {@link #size} - 1
     */
    int rank();

    /**
     * The number of ranks in the job.
     *
     * @return at least 1
     */
    int size();

    /**
     * The number of this rank's program among those that the job was started with (MPI_APPNUM).
     *
     * @return from 0; 0 where the launcher tells nothing
     */
    default int applicationNumber() {
        return 0;
    }

    /**
     * The number of ranks of the job on this host, this one included.
     *
     * @return 1 to {@link #size}
     */
    int localSize();

    /**
     * The number of ranks that are threads of this process, this one included.
     *
     * @return 1 when each rank has a process of its own
     */
    default int processSize() {
        return 1;
    }

    /**
     * This host's address on the network over which it reaches the launcher, where other hosts are likely to reach it.
     *
     * @return the address, a loopback address when the launcher is on this host, or empty when it is not known
     */
    default Optional<InetAddress> localAddress() {
        return Optional.empty();
    }

    /**
     * The address by which the other hosts of the job reach this one: that of the interface towards the launcher.
     *
     * @return an IP address in text form; empty when the launcher knows none, as for a job on one host
     */
    default String hostAddress() {
        return "";
    }

    /**
     * What only the ranks of this job and their launcher know.
     *
     * @return 32 bytes, never to be logged or sent
     */
    byte[] secret();

    /**
     * Publishes a value under a key of this rank; others see it after the next {@link #fence()}.
     *
     * @param key 1 to 256 characters
     * @param value at most 64 KiB
     * @throws BootstrapException when key or value is out of these limits
     */
    void put(String key, byte[] value);

    /**
     * The value that a rank published before the last fence.
     *
     * @param rank 0 to {@link #size} - 1
     * @param key as it was put
     * @return the value
     * @throws BootstrapException when that rank published no such key
     */
    byte[] get(int rank, String key);

    /**
     * Returns when every rank of the job has called it.
     *
     * @throws BootstrapException when a rank has ended without calling it
     */
    void fence();

    /**
     * Whether {@link #get} is answered while another thread waits in {@link #fence}, which else may hold it up.
     *
     * @return the same on every rank
     */
    default boolean answersDuringFence() {
        return false;
    }

    /**
     * Asks to hear of every rank that is lost: that has died, or has ended with exit code 0 but without
     * {@link #close}. To be called once.
     *
     * @param listener hears of those that are lost and that will be, on a thread of its own, up to {@link #close}
     * @param waits what the launcher may ask of this rank meanwhile, on the same thread
     * @return false when the launcher tells nothing
     */
    default boolean listen(LossListener listener, WaitSource waits) {
        return false;
    }

    /**
     * Tells the launcher something of this rank, for those who look at the job. A launcher that takes no interest does
     * nothing.
     *
     * @param topic what it is
     * @param text at most 64 Ki characters; more are cut off
     * @throws BootstrapException when the launcher cannot be told
     */
    default void tell(Topic topic, String text) {
    }

    /**
     * How the launcher's clock differs from this host's, measured now.
     *
     * @return empty when the launcher does not tell the time
     * @throws BootstrapException when the launcher cannot be asked
     */
    default Optional<ClockOffset> clock() {
        return Optional.empty();
    }

    /**
     * Says that this rank can go on when others are lost. When every rank that is left has said so, the launcher does
     * not end the job on the death of one; fences no longer wait for it then.
     *
     * <p>A launcher that cannot do this ends the job all the same; that is what this method does unless overridden.
     *
     * @throws BootstrapException when the launcher cannot be told
     */
    default void tolerateLosses() {
    }

    /**
     * Ends the job: every rank, with this exit code (its lowest 8 bits, as the system keeps no more). Does not return,
     * and runs no shutdown hooks.
     *
     * @param code the job's exit code
     * @param message one line for the user
     */
    void abort(int code, String message);

    /**
     * Says that this rank no longer needs the launcher's exchange, nor the others this rank; it may go on running.
     *
     * @throws BootstrapException when the launcher cannot be told
     */
    @Override
    void close();
}
