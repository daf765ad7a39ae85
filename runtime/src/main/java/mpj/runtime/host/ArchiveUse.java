package mpj.runtime.host;

/** What a host's class-data archives are for: they take seconds to make, so none is made before it is needed. */
public enum ArchiveUse {
    /** The launcher of jobs on one host, and their ranks. */
    ONE_HOST,
    /** The launcher of jobs on several hosts, its own ranks, and those of jobs on one host. */
    SEVERAL_HOSTS,
    /** An agent and its ranks. */
    AGENT
}
