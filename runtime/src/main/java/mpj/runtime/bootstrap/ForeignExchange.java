package mpj.runtime.bootstrap;

import java.io.IOException;
import java.util.Optional;

/** The key-value exchange of a launcher other than mpjrun, as PMI and PMIx define it. Thread-safe. */
public interface ForeignExchange {

    /**
     * Returns what serves the exchange, for use in error messages.
     *
     * @return a name
     */
    String server();

    /**
     * Returns this process's rank.
     *
     * @return 0 or more
     */
    int rank();

    /**
     * Returns the number of ranks.
     *
     * @return at least 1
     * @throws IOException when the number cannot be found out
     */
    int size() throws IOException;

    /**
     * Returns the number of this rank's program among the programs of the job.
     *
     * @return 0 or more; 0 where the server does not tell it
     * @throws IOException when the number cannot be found out
     */
    int applicationNumber() throws IOException;

    /**
     * Publishes a value of this rank at the next fence.
     *
     * @param key the key of the value
     * @param value what is published
     * @throws IOException when the value cannot be published
     */
    void put(String key, byte[] value) throws IOException;

    /**
     * Returns the value that a rank published before the last fence, if there is one.
     *
     * @param rank the rank that published the value
     * @param key the key of the value
     * @return the value, or null
     * @throws IOException when the server cannot be asked
     */
    byte[] get(int rank, String key) throws IOException;

    /**
     * Returns the value that a rank must have published before the last fence.
     *
     * @param rank the rank that published the value
     * @param key the key of the value
     * @return the value
     * @throws IOException when the server cannot be asked
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
     * Waits until every rank has called this method.
     *
     * @throws IOException when the server fails or cannot be asked
     */
    void fence() throws IOException;

    /**
     * Returns the names that the launcher keeps.
     *
     * @return empty when the launcher keeps no names
     */
    default Optional<Registry> names() {
        return Optional.empty();
    }

    /**
     * Asks the launcher to end the job.
     *
     * @param code the job's exit code
     * @param message one line for the user
     * @throws IOException when the launcher cannot be asked
     */
    void abort(int code, String message) throws IOException;

    /**
     * Says that this rank no longer needs the launcher.
     *
     * @throws IOException when the launcher cannot be told
     */
    void close() throws IOException;
}
