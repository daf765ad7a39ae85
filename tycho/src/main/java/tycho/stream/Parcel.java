package tycho.stream;

/**
 * A message that has no number yet.
 *
 * @param about   0, or a number that a request and its reply have in common
 * @param topic   the topic
 * @param object  whether the payload is a serialized record
 * @param payload the payload
 * @param streams how many streams the producer had opened when it sent the message to each of them; 0 if it has sent
 *                the message in one stream only
 */
public record Parcel(long about, String topic, boolean object, byte[] payload, long streams) {
    /** A message that is sent in one stream only. */
    public Parcel(long about, String topic, boolean object, byte[] payload) {
        this(about, topic, object, payload, 0);
    }
}
