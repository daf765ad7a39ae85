package mpj.runtime.pmi;

import java.io.IOException;

/**
 * A rank's conversation with its PMI server. Thread-safe; {@link #abort} also while another thread waits in a
 * {@link #fence}.
 */
public sealed interface PmiSession permits Pmi1Session, Pmi2Session {

    /** This process's rank. */
    int rank();

    /** The number of ranks. */
    int size();

    /** The number of this rank's program among those of the job; 0 where that is not told. */
    int applicationNumber() throws IOException;

    /** The longest key, in characters. */
    int longestKey();

    /** The longest value, in characters. */
    int longestValue();

    /** Publishes a text without spaces, equals signs and semicolons under such a key, at the next fence. */
    void put(String key, String value) throws IOException;

    /** What was published before the last fence, or null. */
    String get(String key) throws IOException;

    /** What the server itself publishes about the job, or null. */
    String jobAttribute(String name) throws IOException;

    /** Returns when every rank is here. */
    void fence() throws IOException;

    /** Tells the server to end the job; it does not answer. */
    void abort(int code, String message) throws IOException;

    /** Says that this rank needs the server no more. */
    void close() throws IOException;
}
