package mpj.trace;

/**
 * What a call of MPI has cost.
 *
 * @param name of the call
 * @param kind of it
 * @param calls how many
 * @param bytes in all
 * @param nanos by rank
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
