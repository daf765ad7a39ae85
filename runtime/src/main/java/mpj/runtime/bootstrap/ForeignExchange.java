package mpj.runtime.bootstrap;

import java.io.IOException;

/** The key-value exchange of another launcher, as PMI and PMIx have it. Thread-safe. */
interface ForeignExchange {

    /** What serves it, for errors. */
    String server();

    /** This process's rank. */
    int rank();

    /** The number of ranks. */
    int size() throws IOException;

    /** The number of this rank's program among those of the job; 0 where that is not told. */
    int applicationNumber() throws IOException;

    /** Publishes a value of this rank at the next fence. */
    void put(String key, byte[] value) throws IOException;

    /** What a rank published before the last fence, or null. */
    byte[] get(int rank, String key) throws IOException;

    /** Returns when every rank is here. */
    void fence() throws IOException;

    /** Tells the launcher to end the job. */
    void abort(int code, String message) throws IOException;

    /** Says that this rank needs the launcher no more. */
    void close() throws IOException;
}
