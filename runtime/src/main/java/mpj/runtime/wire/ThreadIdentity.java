package mpj.runtime.wire;

/** Implemented by the class loader of a rank that is a thread: who calls from a class of its own is that rank. */
public interface ThreadIdentity {

    /** What mpjrun would tell this rank through its environment, had it a process of its own. */
    JobEnvironment job();

    /** How many ranks are threads of this process. */
    int processSize();
}
