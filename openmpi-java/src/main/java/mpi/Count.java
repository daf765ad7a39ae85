package mpi;

/** A number that may be larger than an int. MPI: MPI_Count. */
public final class Count implements Comparable<Object> {
    private long count;

    /**
     * Makes a number.
     *
     * @param count the value
     */
    public Count(long count) {
        this.count = count;
    }

    /**
     * The value.
     *
     * @return the value
     */
    public long getCount() {
        return count;
    }

    /**
     * Sets the value.
     *
     * @param count the new value
     */
    public void setCount(long count) {
        this.count = count;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof Count other && count == other.count;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count);
    }

    /**
     * Compares by value. An object that is not a Count is greater.
     *
     * @param obj another Count
     * @return less than, equal to or greater than 0 if this is less than, equal to or greater than the other
     */
    @Override
    public int compareTo(Object obj) {
        return obj instanceof Count other ? Long.compare(count, other.count) : -1;
    }
}
