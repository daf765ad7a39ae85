package mpj.tools;

/**
 * A message as one side sees it.
 *
 * @param context the communicator's number; odd numbers belong to collectives
 * @param peer the rank of the other side in the job
 * @param tag the tag; a message of a collective has a tag of the library
 * @param bytes the message's size
 * @param sequence the message's number among all messages of its sender to its receiver, from 1 on; it is the same on
 *     both sides
 * @param protocol the protocol of the message
 * @param transport the name of the transport, on the receiver's side as well
 */
public record Message(int context, int peer, int tag, long bytes, long sequence, Protocol protocol,
                      String transport) {
    /** The protocol of a message. */
    public enum Protocol {
        /** The whole message leaves at once. */
        EAGER,
        /** The sender waits until the message is matched. */
        RENDEZVOUS,
        /** The sender waits until the message is matched, and the receiver reads the sender's memory. */
        REMOTE;

        private final String text = name().toLowerCase(java.util.Locale.ROOT);

        @Override
        public String toString() {
            return text;
        }
    }
}
