package mpj.tools;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MXBean;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The counters of a rank since Init, similar to MPI's performance variables (MPI_T). They are also an MXBean named
 * {@code mpj:type=Rank,rank=N}, for JConsole and similar programs. They exist from Init to Finalize in a job with
 * {@code -Dmpj.counters=true}, {@code -Dmpj.events=true} or a tool. Any thread may read them. Values that are read one
 * after the other may belong to different moments.
 *
 * <pre>{@code
 * Counters counters = Counters.ofRank(MPI.COMM_WORLD.Rank());
 * System.out.println(counters.getUnexpectedMessages() + " messages wait for their receive");
 * }</pre>
 */
@MXBean
public interface Counters {
    /**
     * The counters of a rank of this JVM.
     *
     * @param rank the rank in the job
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
     * @param rank the rank in the job
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
     * The rank to which these counters belong.
     *
     * @return the rank in the job
     */
    int getRank();

    /**
     * The number of calls of MPI that have returned.
     *
     * @return the number
     */
    long getCalls();

    /**
     * The time that calls took, for all threads together. Without tools and profile, one of seventeen short calls that
     * do not wait is timed, and its time counts for the calls that follow it.
     *
     * @return nanoseconds
     */
    long getCallNanoseconds();

    /**
     * The part of that time in which calls waited for others.
     *
     * @return nanoseconds
     */
    long getBlockedNanoseconds();

    /**
     * The number of messages whose first packet has left. Messages of collectives are included.
     *
     * @return the number
     */
    long getMessagesSent();

    /**
     * The sizes of the messages that have left, added up.
     *
     * @return bytes
     */
    long getBytesSent();

    /**
     * The number of messages whose first packet has arrived.
     *
     * @return the number
     */
    long getMessagesReceived();

    /**
     * The sizes of the messages that have arrived, added up.
     *
     * @return bytes
     */
    long getBytesReceived();

    /**
     * The number of messages sent, for each transport.
     *
     * @return the numbers, by the transport's name
     */
    Map<String, Long> getMessagesByTransport();

    /**
     * The sizes of the messages sent, added up for each transport.
     *
     * @return bytes, by the transport's name
     */
    Map<String, Long> getBytesByTransport();

    /**
     * The number of messages that wait for their receive at present: the length of the queue of unexpected messages.
     *
     * @return the number
     */
    long getUnexpectedMessages();

    /**
     * The number of messages that have come before their receive since Init.
     *
     * @return the number
     */
    long getUnexpectedTotal();

    /**
     * The number of receives that wait for their message at present: the length of the queue of posted receives.
     *
     * @return the number
     */
    long getPostedReceives();

    /**
     * The number of times that a channel was full.
     *
     * @return the number
     */
    long getBackPressureTimes();

    /**
     * The time that channels were full.
     *
     * @return nanoseconds
     */
    long getBackPressureNanoseconds();

    /**
     * The number of times that each algorithm was chosen for a collective call.
     *
     * @return the numbers, by collective and algorithm, such as {@code Bcast binomial}
     */
    Map<String, Long> getAlgorithms();

    /**
     * The call that the rank is in at present. If there are several, it is the one that has lasted longest.
     *
     * @return the call in words, such as {@code Recv, rank 2, tag 5}; empty outside of MPI
     */
    String getCurrentCall();

    /**
     * The time that the rank has been in that call.
     *
     * @return nanoseconds
     */
    long getCurrentCallNanoseconds();
}
