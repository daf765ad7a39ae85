package mpj.runtime.wire;

/**
 * Implemented by the class loader of a rank that is a thread. A caller whose class comes from such a loader is that
 * rank.
 */
public interface ThreadIdentity {

    /** What mpjrun would tell this rank through its environment if the rank had a process of its own. */
    JobEnvironment job();

    /** The number of ranks that are threads of this process. */
    int processSize();
}
