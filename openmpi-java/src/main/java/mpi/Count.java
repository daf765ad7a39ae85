package mpi;

/** TODO. MPI: see the list. */
public final class Count implements Comparable<Object> {
    /**
     * TODO.
     *
     * @param count TODO
     */
    public Count(long count) {
        throw MPIException.notYet("Count");
    }

    /**
     * TODO.
     * @return TODO
     */
    public long getCount() {
        throw MPIException.notYet("Count.getCount");
    }

    /**
     * TODO.
     *
     * @param count TODO
     */
    public void setCount(long count) {
        throw MPIException.notYet("Count.setCount");
    }

    /**
     * TODO.
     *
     * @param obj TODO
     * @return TODO
     */
    @Override
    public boolean equals(Object obj) {
        throw MPIException.notYet("Count.equals");
    }

    @Override
    public int hashCode() {
        throw MPIException.notYet("Count.hashCode");
    }

    /**
     * TODO.
     *
     * @param obj TODO
     * @return TODO
     */
    @Override
    public int compareTo(Object obj) {
        throw MPIException.notYet("Count.compareTo");
    }
}
