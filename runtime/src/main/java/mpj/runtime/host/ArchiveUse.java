package mpj.runtime.host;

/** The uses of a host's class-data archives. Archives take seconds to make, so none is made before it is needed. */
public enum ArchiveUse {
    /** The launcher of jobs on one host, and their ranks. */
    ONE_HOST,
    /** The launcher of jobs on several hosts, its own ranks, and the ranks of jobs on one host. */
    SEVERAL_HOSTS,
    /** An agent and its ranks. */
    AGENT
}
