package tycho.stream;

/**
 * A message that has no number yet.
 *
 * @param about   0, or a number that a request and its reply have in common
 * @param topic   the topic
 * @param object  whether the payload is a serialized record
 * @param payload the payload
 */
public record Parcel(long about, String topic, boolean object, byte[] payload) {
}
