package mpj.engine.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignalTest {
    private static final int SIZE = 8;
    private final Signal.Seal seal = new Signal.Seal(new byte[32]);
    private final Signal signal = new Signal(FailureDetector.Kind.DEAD, 3, 5, -7, Long.MIN_VALUE + 1);

    @Test
    void signalIsReadAsItWasSent() {
        for (FailureDetector.Kind kind : FailureDetector.Kind.values()) {
            Signal sent = new Signal(kind, 3, 5, 6, 7);
            assertEquals(sent, Signal.of(sent.datagram(seal), new Signal.Seal(new byte[32]), 5, SIZE));
        }
        assertEquals(signal, Signal.of(signal.datagram(seal), seal, 5, SIZE));
    }

    @Test
    void datagramThatWasChangedIsDropped() {
        for (int i = 0; i < Signal.BYTES; i++) {
            ByteBuffer datagram = signal.datagram(seal);
            datagram.put(i, (byte) (datagram.get(i) ^ 1));
            assertNull(Signal.of(datagram, seal, 5, SIZE));
        }
    }

    @Test
    void datagramOfAnotherJobOrForAnotherRankIsDropped() {
        byte[] other = new byte[32];
        other[31] = 1;
        assertNull(Signal.of(signal.datagram(new Signal.Seal(other)), seal, 5, SIZE));
        assertNull(Signal.of(signal.datagram(seal), seal, 4, SIZE));
        assertNull(Signal.of(signal.datagram(seal), seal, 5, 3));
        assertNull(Signal.of(ByteBuffer.allocate(Signal.BYTES + 1).limit(Signal.BYTES - 1), seal, 5, SIZE));
        assertNull(Signal.of(ByteBuffer.allocate(Signal.BYTES + 1), seal, 5, SIZE));
    }

    @Test
    void addressIsReadAsItWasPublished() throws Exception {
        HeartbeatAddress address =
            HeartbeatAddress.of(List.of(InetAddress.getByName("127.0.0.1"), InetAddress.getByName("::1")), 4711);
        assertEquals(address, HeartbeatAddress.decode(address.encode()));
        assertNull(HeartbeatAddress.decode("host\n127.0.0.1".getBytes()));
        assertNull(HeartbeatAddress.decode("host\n127.0.0.1 port".getBytes()));
        assertNotNull(HeartbeatAddress.ofThisHost(false, ""));
        assertEquals(List.of(InetAddress.getByName("10.1.2.3")), HeartbeatAddress.ofThisHost(false, "10.1.2.3"));
    }
}
