package mpj.engine;

/**
 * Finds the addresses of one job's ranks. The addresses of this process's own job come from the bootstrap. Those of
 * another job come from the part of the library that made the two jobs known to each other.
 */
public interface JobAddresses {

    /**
     * The addresses that a rank has published; see {@link Engine#addresses}.
     *
     * @param rank a rank of that job
     * @throws EngineException when the addresses cannot be obtained
     */
    byte[] of(int rank);
}
