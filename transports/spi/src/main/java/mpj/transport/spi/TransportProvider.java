package mpj.transport.spi;

/** Makes a transport; found with {@link java.util.ServiceLoader} and chosen by {@code -Dmpj.transport=}. */
public interface TransportProvider {

    /**
     * The name by which a user chooses it, such as {@code shm}.
     *
     * @return the name
     */
    String name();

    /**
     * Opens this process's end.
     *
     * @param rank this process's rank in the job
     * @param size the number of ranks in the job
     * @return the transport, which can be reached as soon as its address is known
     * @throws TransportException when it cannot be used here; the message says why
     */
    Transport open(int rank, int size);
}
