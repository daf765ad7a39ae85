package mpj.engine;

/**
 * Where the addresses of one job's ranks come from. Those of the own job come from the bootstrap. Those of another job
 * come from whoever made the two jobs known to each other.
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
