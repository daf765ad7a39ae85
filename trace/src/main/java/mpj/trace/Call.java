package mpj.trace;

/**
 * A call of MPI by a rank. Times are in nanoseconds of the trace's clock.
 *
 * @param rank in the job
 * @param kind of the call
 * @param name the MPI standard's, without MPI_
 * @param communicator its name
 * @param context its number; all its ranks have the same
 * @param peer rank in the job of the other side; -1 for any or none
 * @param tag -1 for any or none
 * @param bytes of the message
 * @param line of the program, as in Solver.java:41; empty when not known
 * @param start when it began
 * @param end when it returned
 * @param returned whether it has; if not, its end is that of the trace
 */
record Call(int rank, CallKind kind, String name, String communicator, int context, int peer, int tag, long bytes,
            String line, long start, long end, boolean returned) {

    long nanos() {
        return end - start;
    }

    /** Whether it is the same call at the same line as another. */
    boolean isAt(Call other) {
        return name.equals(other.name) && line.equals(other.line);
    }

    /** The call and its place in the program, as a sentence names it. */
    String place() {
        return line.isEmpty() ? name : name + " at " + line;
    }
}
