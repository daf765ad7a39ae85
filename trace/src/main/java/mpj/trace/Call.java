package mpj.trace;

/**
 * A call of MPI by a rank. Times are in nanoseconds of the trace's clock.
 *
 * @param rank the rank in the job
 * @param kind the kind of the call
 * @param name the MPI standard's name, without MPI_
 * @param communicator the name of the communicator
 * @param context the number of the communicator, which is the same on all its ranks
 * @param peer the rank of the other side in the job; -1 for any or none
 * @param tag the tag; -1 for any or none
 * @param bytes the size of the message
 * @param line the line of the program, such as Solver.java:41; empty if it is not known
 * @param start the time at which the call began
 * @param end the time at which the call returned
 * @param returned whether the call has returned; if not, its end is the end of the trace
 */
record Call(int rank, CallKind kind, String name, String communicator, int context, int peer, int tag, long bytes,
            String line, long start, long end, boolean returned) {

    long nanos() {
        return end - start;
    }

    /** Whether another call is the same call at the same line. */
    boolean isAt(Call other) {
        return name.equals(other.name) && line.equals(other.line);
    }

    /** The call and its place in the program, as sentences name them. */
    String place() {
        return line.isEmpty() ? name : name + " at " + line;
    }
}
