package mpj.transport.verbs;

import java.lang.foreign.ValueLayout;

/**
 * A packet as it goes over a connection; its sender's rank is its immediate data.
 *
 * <pre>
 *  0  taken     how many packets the sender has taken from the receiver
 *  8  envelope  the engine's
 * 16  header    the section header
 * 24  payload   to the end
 * </pre>
 */
final class PacketLayout {
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    static final long TAKEN_AT = 0;
    static final long ENVELOPE_AT = 8;
    static final long HEADER_AT = 16;
    static final int PAYLOAD_AT = 24;

    private PacketLayout() {
    }
}
