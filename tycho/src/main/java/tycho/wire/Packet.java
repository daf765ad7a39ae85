package tycho.wire;

/**
 * The bytes of a message in two parts, so that a long payload need not be copied together with what stands before it.
 * The arrays must not be changed.
 *
 * @param head values that a {@link WireWriter} wrote
 * @param body the payload; it may be empty
 */
public record Packet(byte[] head, byte[] body) {
    private static final byte[] NONE = new byte[0];

    /** A packet without a payload. */
    public static Packet of(WireWriter head) {
        return new Packet(head.toBytes(), NONE);
    }

    /** How many bytes both parts have. */
    public long length() {
        return (long) head.length + body.length;
    }
}
