package mpi;

/** A version of the MPI standard, as {@link MPI#getVersion} returns it. */
public final class Version {
    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /**
     * The number before the dot.
     *
     * @return the same as {@link MPI#VERSION}
     */
    public int getVersion() {
        return version;
    }

    /**
     * The number after the dot.
     *
     * @return the same as {@link MPI#SUBVERSION}
     */
    public int getSubVersion() {
        return subVersion;
    }
}
