package mpj.runtime.bootstrap;

import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import mpj.bindings.ThisHost;
import mpj.runtime.waits.WaitSource;

/**
 * What a launcher gives to a rank: its rank, the number of ranks, and the key-value exchange by which ranks find each
 * other's addresses (put, get and fence of PMI; also called "modex"). There is one implementation for each kind of
 * launcher. {@link #connect()} chooses the implementation for the launcher that started this process.
 *
 * <p>Thread-safe. A call throws {@link BootstrapException} when it cannot be answered because the launcher is gone.
 */
public interface Bootstrap extends AutoCloseable {

    /**
     * Connects to the launcher that started this process. Without a launcher, the result is the bootstrap of a job with
     * this process alone.
     *
     * @return the bootstrap of this process's rank
     * @throws BootstrapException when there is a launcher but it does not answer, or its environment is malformed
     */
    static Bootstrap connect() {
        return KnownLauncher.connectTo(System.getenv());
    }

    /**
     * Returns the bootstrap of a rank that learns about its job from something other than a known launcher, such as a C
     * library of MPI.
     *
     * @param exchange gives the rank, the number of ranks and the key-value exchange
     * @param localSize the number of ranks on this host
     * @param secret 32 bytes that only the ranks of the job know
     * @return the bootstrap of this process's rank
     * @throws BootstrapException when mpjrun started this process for a job of another size
     */
    static Bootstrap over(ForeignExchange exchange, int localSize, byte[] secret) {
        return ForeignBootstrap.over(exchange, localSize, secret, System.getenv());
    }

    /**
     * Connects again after {@link #close}. The values that were published before are gone as soon as a new value is
     * published, and the rank has no {@link #parentPort} any more.
     *
     * @return the bootstrap of the same rank
     * @throws BootstrapException as {@link #connect} does, and when the launcher lets a process join its job only once
     */
    static Bootstrap reconnect() {
        return KnownLauncher.reconnectTo(System.getenv());
    }

    /**
     * Returns this process's rank in the job.
     *
     * @return 0 to {@link #size} - 1
     */
    int rank();

    /**
     * Returns the number of ranks in the job.
     *
     * @return at least 1
     */
    int size();

    /**
     * Returns the number of this rank's program among the programs of the job (MPI_APPNUM).
     *
     * @return 0 or more; 0 where the launcher does not tell it
     */
    default int applicationNumber() {
        return 0;
    }

    /**
     * Returns the number of ranks of the job on this host, including this one.
     *
     * @return 1 to {@link #size}
     */
    int localSize();

    /**
     * Returns the number of cores of this host that its ranks may use together. Each hardware thread of a core counts.
     *
     * @return the same number in each of these ranks; where the launcher does not tell it, all cores of the host
     */
    default int localCores() {
        return ThisHost.cores();
    }

    /**
     * Returns the number of ranks that are threads of this process, including this one.
     *
     * @return 1 when each rank has a process of its own
     */
    default int processSize() {
        return 1;
    }

    /**
     * Returns this host's address on the network over which it reaches the launcher. Other hosts are likely to reach
     * this host there.
     *
     * @return the address; a loopback address when the launcher is on this host; empty when the address is not known
     */
    default Optional<InetAddress> localAddress() {
        return Optional.empty();
    }

    /**
     * Returns the address by which the other hosts of the job reach this host, which is the address of the interface
     * towards the launcher.
     *
     * @return an IP address in text form; empty when the launcher knows none, as for a job on one host
     */
    default String hostAddress() {
        return "";
    }

    /**
     * Returns the job's secret, which only the ranks of the job and their launcher know.
     *
     * @return 32 bytes, never to be logged or sent
     */
    byte[] secret();

    /**
     * Publishes a value under a key of this rank. The other ranks see the value after the next {@link #fence()}.
     *
     * @param key 1 to 256 characters
     * @param value at most 64 KiB
     * @throws BootstrapException when the key or the value exceeds these limits
     */
    void put(String key, byte[] value);

    /**
     * Returns the value that a rank published before the last fence.
     *
     * @param rank 0 to {@link #size} - 1
     * @param key the key under which that rank published the value
     * @return the value
     * @throws BootstrapException when that rank published no such key
     */
    byte[] get(int rank, String key);

    /**
     * Waits until every rank of the job has called this method.
     *
     * @throws BootstrapException when a rank has ended without calling it
     */
    void fence();

    /**
     * Tells whether {@link #get} is answered while another thread waits in {@link #fence}. If not, the fence may hold
     * up the get.
     *
     * @return the same on every rank
     */
    default boolean answersDuringFence() {
        return false;
    }

    /**
     * Asks the launcher to report every lost rank. A rank is lost when it has died, or when it has ended with exit code
     * 0 but without {@link #close}. Call this method at most once.
     *
     * @param listener is told, on a thread of its own and until {@link #close}, of the ranks that are lost already and
     *     of those that are lost later
     * @param waits answers the launcher's questions about this rank in the meantime, on the same thread
     * @return false when the launcher reports no losses
     */
    default boolean listen(LossListener listener, WaitSource waits) {
        return false;
    }

    /**
     * Tells whether {@link #listen} is going to report the losses of ranks.
     *
     * @return what {@link #listen} will return
     */
    default boolean reportsLosses() {
        return false;
    }

    /**
     * Sends the launcher information about this rank, for people who look at the job. Some launchers take no such
     * information; the method then does nothing.
     *
     * @param topic the kind of information
     * @param text at most 64 Ki characters; the rest is cut off
     * @throws BootstrapException when the launcher cannot be reached
     */
    default void tell(Topic topic, String text) {
    }

    /**
     * Measures now by how much the launcher's clock differs from this host's clock.
     *
     * @return empty when the launcher does not tell the time
     * @throws BootstrapException when the launcher cannot be asked
     */
    default Optional<ClockOffset> clock() {
        return Optional.empty();
    }

    /**
     * Says that this rank can go on when other ranks are lost. Once every rank that is left has said so, the launcher
     * no longer ends the job when a rank dies, and fences no longer wait for the dead rank.
     *
     * <p>A launcher that cannot do this ends the job as before. The default method stands for such a launcher and does
     * nothing.
     *
     * @throws BootstrapException when the launcher cannot be reached
     */
    default void tolerateLosses() {
    }

    /**
     * Says that this rank can no longer reach another rank, and goes on without it. The process of that rank may still
     * run. If it does not end by itself within a moment, the launcher ends it, so that all ranks lose it. Call this
     * method only after {@link #tolerateLosses}.
     *
     * <p>The default method stands for a launcher that cannot do this, and does nothing.
     *
     * @param rank the other rank, which belongs to this rank's job
     * @param how what is known of it, with its host
     * @throws BootstrapException when the launcher cannot be reached
     */
    default void unreachable(int rank, String how) {
    }

    /**
     * Asks the launcher to start programs as a job of their own. The {@link #parentPort} of the new ranks is the port
     * in the request. Under mpjrun, this method waits until the new ranks have found each other. Other launchers may
     * answer before the programs run.
     *
     * @param request the programs
     * @param wait is told, perhaps on another thread and after this method has returned, when the new job has ended. A
     *     launcher that waits for the new ranks itself does not tell it, and some others cannot
     * @return the number of ranks that were started of each program; it is less than the requested number only if the
     *     info of the program has the key {@code soft}
     * @throws BootstrapException when there is no such program, when the hosts have too few slots, when a new rank
     *     ended before it had joined the others, or when the launcher cannot start further jobs
     */
    default int[] spawn(SpawnRequest request, SpawnWait wait) {
        throw new BootstrapException("the launcher of this job cannot start further programs; "
            + SpawnRequest.WITHOUT_LAUNCHER);
    }

    /**
     * Tells whether ranks of other hosts may join the job later, because they replace lost ranks.
     *
     * @return false if lost ranks are not replaced, or the job has no further hosts
     */
    default boolean mayBeJoined() {
        return false;
    }

    /**
     * Returns the port at which the job that spawned this job waits.
     *
     * @return empty when nobody spawned this job, or when this rank has joined it before
     */
    default Optional<String> parentPort() {
        return Optional.empty();
    }

    /**
     * Says that this job is to go on when the job that spawned it ends (MPI_Comm_disconnect). It is enough that one
     * rank says this.
     *
     * @throws BootstrapException when the launcher cannot be reached
     */
    default void detach() {
    }

    /**
     * Returns the number of ranks that the hosts of this job have slots for (MPI_UNIVERSE_SIZE).
     *
     * @return empty when the number is not known
     */
    default OptionalInt universeSize() {
        return OptionalInt.empty();
    }

    /**
     * Returns the names that processes publish for others.
     *
     * @return the names
     * @throws RegistryException of the kind {@code UNREACHABLE} when neither the launcher nor an mpjnamed keeps names
     */
    default Registry names() {
        throw new RegistryException(RegistryException.Kind.UNREACHABLE, "the launcher of this job keeps no names");
    }

    /**
     * Ends all ranks of the job with this exit code. The system keeps only the lowest 8 bits of the code. This method
     * does not return, and runs no shutdown hooks.
     *
     * @param code the job's exit code
     * @param message one line for the user
     */
    void abort(int code, String message);

    /**
     * Says that this rank no longer needs the launcher's exchange, and that the other ranks no longer need this rank.
     * The process may go on running.
     *
     * @throws BootstrapException when the launcher cannot be reached
     */
    @Override
    void close();
}
