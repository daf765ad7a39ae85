package mpj.trace;

/**
 * The cost of a call of MPI.
 *
 * @param name the name of the call
 * @param kind the kind of the call
 * @param calls the number of calls
 * @param bytes the sum of their bytes
 * @param nanos the time of each rank
 */
record CallRow(String name, CallKind kind, long calls, long bytes, long[] nanos) {
    long sum() {
        long sum = 0;
        for (long each : nanos) {
            sum += each;
        }
        return sum;
    }

    long least() {
        long least = Long.MAX_VALUE;
        for (long each : nanos) {
            least = Math.min(least, each);
        }
        return least;
    }

    long most() {
        long most = 0;
        for (long each : nanos) {
            most = Math.max(most, each);
        }
        return most;
    }
}
