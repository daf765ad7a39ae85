package mpj.runtime.bootstrap;

import java.io.IOException;

/** The key-value exchange of another launcher, as PMI and PMIx have it. Thread-safe. */
public interface ForeignExchange {

    /**
     * What serves it, for errors.
     *
     * @return a name
     */
    String server();

    /**
     * This process's rank.
     *
     * @return from 0 on
     */
    int rank();

    /**
     * The number of ranks.
     *
     * @return at least 1
     * @throws IOException when it cannot be found out
     */
    int size() throws IOException;

    /**
     * The number of this rank's program among those of the job.
     *
     * @return from 0 on; 0 where that is not told
     * @throws IOException when it cannot be found out
     */
    int applicationNumber() throws IOException;

    /**
     * Publishes a value of this rank at the next fence.
     *
     * @param key its name
     * @param value what is published
     * @throws IOException when it cannot be published
     */
    void put(String key, byte[] value) throws IOException;

    /**
     * What a rank published before the last fence.
     *
     * @param rank whose
     * @param key its name
     * @return the value, or null
     * @throws IOException when it cannot be asked for
     */
    byte[] get(int rank, String key) throws IOException;

    /**
     * What a rank must have published before the last fence.
     *
     * @param rank whose
     * @param key its name
     * @return the value
     * @throws IOException when it cannot be asked for
     * @throws BootstrapException when that rank published no such key
     */
    default byte[] require(int rank, String key) throws IOException {
        byte[] value = get(rank, key);
        if (value == null) {
            throw new BootstrapException("rank " + rank + " has published no \"" + key + "\" before the last fence");
        }
        return value;
    }

    /**
     * Returns when every rank is here.
     *
     * @throws IOException when that cannot be
     */
    void fence() throws IOException;

    /**
     * Tells the launcher to end the job.
     *
     * @param code the job's exit code
     * @param message one line for the user
     * @throws IOException when it cannot be told
     */
    void abort(int code, String message) throws IOException;

    /**
     * Says that this rank needs the launcher no more.
     *
     * @throws IOException when it cannot be told
     */
    void close() throws IOException;
}
