package mpj.runtime.bootstrap;

/**
 * Names that processes publish for others (MPI_Publish_name, MPI_Lookup_name, MPI_Unpublish_name). A name belongs to
 * the job that has published it, and the life of this job is its lease: the name is withdrawn when the job ends, in
 * whatever way it ends, and nobody has to renew it. Thread-safe.
 */
public interface Registry {

    /**
     * Publishes a value under a name.
     *
     * @param name 1 to 256 characters
     * @param value at most 4,000 characters
     * @throws RegistryException of the kind {@code PUBLISHED} when the name is there already, {@code UNREACHABLE} when
     *     the registry cannot be asked
     * @throws BootstrapException when the name or the value exceeds these limits
     */
    void publish(String name, String value);

    /**
     * Returns the value that somebody has published under a name.
     *
     * @param name 1 to 256 characters
     * @return the value
     * @throws RegistryException of the kind {@code UNKNOWN} when nobody has published the name, {@code UNREACHABLE}
     *     when the registry cannot be asked
     * @throws BootstrapException when the name exceeds the limit
     */
    String lookUp(String name);

    /**
     * Withdraws a name that this job has published.
     *
     * @param name 1 to 256 characters
     * @throws RegistryException of the kind {@code UNKNOWN} when nobody has published the name, {@code FOREIGN} when
     *     another job has, {@code UNREACHABLE} when the registry cannot be asked
     * @throws BootstrapException when the name exceeds the limit
     */
    void withdraw(String name);
}
