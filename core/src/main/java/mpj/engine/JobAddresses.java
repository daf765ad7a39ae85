package mpj.engine;

/**
 * Where the addresses of one job's ranks come from: of the own job, from the bootstrap; of a job that was met, from
 * whoever made the two known to each other.
 */
public interface JobAddresses {

    /**
     * What a rank has published of its transports; see {@link Engine#addresses}.
     *
     * @param rank in that job
     * @throws EngineException when it cannot be had
     */
    byte[] of(int rank);
}
