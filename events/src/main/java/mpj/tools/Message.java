package mpj.tools;

/**
 * A message as one side sees it.
 *
 * @param peer the other side's rank in the job
 * @param context the communicator's number; odd numbers are those of collectives
 * @param tag the tag; a message of a collective has the library's own
 * @param bytes its size
 * @param sequence its number among the messages of its sender to its receiver, from 1 on: the same on both sides
 * @param protocol how it goes
 * @param transport by which; on the receiver's side, too
 */
public record Message(int peer, int context, int tag, long bytes, long sequence, Protocol protocol,
                      String transport) {
    /** How a message goes. */
    public enum Protocol {
        /** All of it leaves at once. */
        EAGER,
        /** Its sender waits for the match. */
        RENDEZVOUS,
        /** Its sender waits for the match, and the receiver reads its memory. */
        REMOTE;

        private final String text = name().toLowerCase(java.util.Locale.ROOT);

        @Override
        public String toString() {
            return text;
        }
    }
}
