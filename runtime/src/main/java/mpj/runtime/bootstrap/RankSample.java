package mpj.runtime.bootstrap;

/**
 * What a running rank reports to its launcher once a second, for people who look at the job. Immutable.
 *
 * @param nanoTime the time of the sample on the rank's own clock
 * @param processorNanoseconds the processor time that the rank's process has used, for all ranks that are threads of
 *     the process
 * @param residentBytes the memory of the rank's process that is resident
 * @param messagesSent since Init
 * @param bytesSent since Init
 * @param messagesReceived since Init
 * @param bytesReceived since Init
 * @param inCallFor the nanoseconds since the rank entered its current call
 * @param call the MPI call that the rank is in; empty outside of MPI
 */
public record RankSample(long nanoTime, long processorNanoseconds, long residentBytes, long messagesSent,
                         long bytesSent, long messagesReceived, long bytesReceived, long inCallFor, String call) {
    private static final String SEPARATOR = "\t";
    private static final int NUMBERS = 8;

    /**
     * Returns the sample in the form in which it is sent.
     *
     * @return one line
     */
    public String text() {
        return nanoTime + SEPARATOR + processorNanoseconds + SEPARATOR + residentBytes + SEPARATOR + messagesSent
            + SEPARATOR + bytesSent + SEPARATOR + messagesReceived + SEPARATOR + bytesReceived + SEPARATOR + inCallFor
            + SEPARATOR + call;
    }

    /**
     * Reads the text that {@link #text} has written.
     *
     * @param text the line
     * @return null if the line is no sample
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
            return null; // from another version of this library
        }
        return new RankSample(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6],
            numbers[7], parts[NUMBERS]);
    }
}
