package mpj.tools;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MXBean;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * What a rank has counted since Init, in the manner of MPI's performance variables (MPI_T). Also an MXBean for JConsole
 * and the like, named {@code mpj:type=Rank,rank=N}. It is there from Init to Finalize in a job with {@code
 * -Dmpj.counters=true}, {@code -Dmpj.events=true} or a tool. Any thread may read; values that are read one after the
 * other may be of different moments.
 *
 * <pre>{@code
 * Counters counters = Counters.ofRank(MPI.COMM_WORLD.Rank());
 * System.out.println(counters.getUnexpectedMessages() + " messages wait for their receive");
 * }</pre>
 */
@MXBean
public interface Counters {
    /**
     * Those of a rank of this JVM.
     *
     * @param rank in the job
     * @return its counters
     * @throws IllegalStateException when there are none: the rank is not in this JVM, is not between Init and Finalize,
     *     or nothing is counted
     */
    static Counters ofRank(int rank) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = name(rank);
        if (!server.isRegistered(name)) {
            throw new IllegalStateException("rank " + rank + " has no counters in this JVM; ask for a rank that runs"
                + " here, after MPI.Init, in a job with -Dmpj.counters=true");
        }
        return JMX.newMXBeanProxy(server, name, Counters.class);
    }

    /**
     * The name of a rank's MXBean.
     *
     * @param rank in the job
     * @return the name
     */
    static ObjectName name(int rank) {
        try {
            return new ObjectName("mpj:type=Rank,rank=" + rank);
        } catch (MalformedObjectNameException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Whose counters these are.
     *
     * @return the rank in the job
     */
    int getRank();

    /**
     * Calls of MPI that have returned.
     *
     * @return how many
     */
    long getCalls();

    /**
     * The time that calls took, all threads together. Without tools and profile, one in seventeen short calls that do
     * not wait is timed, and counts for those after it.
     *
     * @return nanoseconds
     */
    long getCallNanoseconds();

    /**
     * The part of that time in which they waited for others.
     *
     * @return nanoseconds
     */
    long getBlockedNanoseconds();

    /**
     * Messages whose first packet has left, those of collectives included.
     *
     * @return how many
     */
    long getMessagesSent();

    /**
     * Their sizes.
     *
     * @return bytes
     */
    long getBytesSent();

    /**
     * Messages whose first packet has arrived.
     *
     * @return how many
     */
    long getMessagesReceived();

    /**
     * Their sizes.
     *
     * @return bytes
     */
    long getBytesReceived();

    /**
     * By transport, the messages sent.
     *
     * @return how many, by the transport's name
     */
    Map<String, Long> getMessagesByTransport();

    /**
     * By transport, the sizes of messages sent.
     *
     * @return bytes, by the transport's name
     */
    Map<String, Long> getBytesByTransport();

    /**
     * Messages that wait for their receive now: the length of the queue of unexpected messages.
     *
     * @return how many
     */
    long getUnexpectedMessages();

    /**
     * Messages that have ever come before their receive.
     *
     * @return how many
     */
    long getUnexpectedTotal();

    /**
     * Receives that wait for their message now: the length of the queue of posted receives.
     *
     * @return how many
     */
    long getPostedReceives();

    /**
     * How often a channel was full.
     *
     * @return times
     */
    long getBackPressureTimes();

    /**
     * How long channels were full.
     *
     * @return nanoseconds
     */
    long getBackPressureNanoseconds();

    /**
     * How often each algorithm was chosen for a collective call.
     *
     * @return times, by collective and algorithm, as {@code Bcast binomial}
     */
    Map<String, Long> getAlgorithms();

    /**
     * What the rank is in now: the call that has lasted longest.
     *
     * @return the call in words, as {@code Recv, rank 2, tag 5}; empty outside of MPI
     */
    String getCurrentCall();

    /**
     * How long it has been in that call.
     *
     * @return nanoseconds
     */
    long getCurrentCallNanoseconds();
}
