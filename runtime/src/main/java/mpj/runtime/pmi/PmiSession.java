package mpj.runtime.pmi;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import mpj.runtime.spawn.ForeignProgram;

/**
 * A rank's conversation with its PMI server. Thread-safe: {@link #abort} works even while another thread waits in a
 * {@link #fence}.
 */
public sealed interface PmiSession permits Pmi1Session, Pmi2Session {

    /** This process's rank. */
    int rank();

    /** The number of ranks. */
    int size();

    /** The number of this rank's program among the programs of the job; 0 where the server does not tell it. */
    int applicationNumber() throws IOException;

    /** The longest key, in characters. */
    int longestKey();

    /** The longest value, in characters. */
    int longestValue();

    /** Publishes a text under a key at the next fence. Neither may contain spaces, equals signs or semicolons. */
    void put(String key, String value) throws IOException;

    /** Returns the text that was published before the last fence, or null. */
    String get(String key) throws IOException;

    /** Returns an attribute that the server itself publishes about the job, or null. */
    String jobAttribute(String name) throws IOException;

    /**
     * Has the server start programs as a job of their own. The server answers before the programs run.
     *
     * @param key a key that the space of the new job has from its beginning
     * @param value the value of this key
     * @throws IOException when the server refuses, or an argument cannot be sent
     */
    void spawn(List<ForeignProgram> programs, String key, String value) throws IOException;

    /** Whether another job has spawned this job. */
    boolean isSpawned();

    /** The number of ranks that the job's hosts have slots for; empty if the server does not tell it. */
    OptionalInt universeSize() throws IOException;

    /** Waits until every rank has called this method. */
    void fence() throws IOException;

    /** Tells the server to end the job. The server does not answer. */
    void abort(int code, String message) throws IOException;

    /** Says that this rank no longer needs the server. */
    void close() throws IOException;
}
