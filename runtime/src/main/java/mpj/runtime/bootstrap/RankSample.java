package mpj.runtime.bootstrap;

/**
 * What a running rank tells its launcher of itself, once a second, for those who look at the job. Immutable.
 *
 * @param nanoTime of the sample, by the rank's own clock
 * @param processorNanoseconds that its process has used; where ranks are threads, all of them
 * @param residentBytes of its process
 * @param messagesSent since Init
 * @param bytesSent since Init
 * @param messagesReceived since Init
 * @param bytesReceived since Init
 * @param inCallFor for how many nanoseconds it has been in its call
 * @param call what it is in; empty outside of MPI
 */
public record RankSample(long nanoTime, long processorNanoseconds, long residentBytes, long messagesSent,
                         long bytesSent, long messagesReceived, long bytesReceived, long inCallFor, String call) {
    private static final String SEPARATOR = "\t";
    private static final int NUMBERS = 8;

    /**
     * As it travels.
     *
     * @return one line
     */
    public String text() {
        return nanoTime + SEPARATOR + processorNanoseconds + SEPARATOR + residentBytes + SEPARATOR + messagesSent
            + SEPARATOR + bytesSent + SEPARATOR + messagesReceived + SEPARATOR + bytesReceived + SEPARATOR + inCallFor
            + SEPARATOR + call;
    }

    /**
     * Reads what {@link #text} has written.
     *
     * @param text the line
     * @return null if it is none
     */
    public static RankSample of(String text) {
        String[] parts = text.split(SEPARATOR, NUMBERS + 1);
        if (parts.length <= NUMBERS) {
            return null;
        }
        long[] numbers = new long[NUMBERS];
        try {
            for (int i = 0; i < NUMBERS; i++) {
                numbers[i] = Long.parseLong(parts[i]);
            }
        } catch (NumberFormatException e) {
            return null; // of another version of this library
        }
        return new RankSample(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6],
            numbers[7], parts[NUMBERS]);
    }
}
