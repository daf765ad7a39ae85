package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpj.engine.Receive;
import mpj.engine.match.Envelope;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rank that cannot keep a message. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LittleMemoryTest {
    private static final int CONTEXT = 0;
    private static final int TAG = 1;
    /** More than any machine has. */
    private static final long BYTES = 1L << 50;

    private final MemoryNetwork network = new MemoryNetwork(3, 4, BYTES);
    private final Engine engine = network.engine(0);

    private Receive receive(int source) {
        return engine.startReceive(new byte[8], ElementType.BYTE, ElementType.BYTE.code(), 0, 8, CONTEXT, source, TAG);
    }

    private void step() {
        for (int i = 0; i < 20; i++) {
            engine.progress();
        }
    }

    @Test
    void senderOfAMessageForWhichThereIsNoMemoryIsLost() {
        byte[] announcement = ByteBuffer.allocate(Envelope.BEGIN_BYTES).order(ByteOrder.nativeOrder())
            .putLong(Envelope.NUMBER_AT, 0).putLong(Envelope.BYTES_AT, BYTES).array();
        network.inject(0, 1, Envelope.pack(Envelope.BEGIN, CONTEXT, TAG),
            SectionHeader.pack(ElementType.BYTE.code(), 8), announcement);
        network.inject(0, 1, Envelope.pack(Envelope.FRAGMENT, 0, 0), 0, new byte[8]);
        step();
        Receive receive = receive(1);
        step();
        assertTrue(receive.done(), "it still waits");
        assertEquals(ErrorClass.ERR_PROC_FAILED, receive.failure().error());
        String text = receive.failure().text();
        assertTrue(text.startsWith("rank 1 is lost: this rank has no memory for its message")
            && text.contains("-XX:MaxDirectMemorySize"), text);
        Receive other = receive(2);
        network.engine(2).startSend(new byte[8], ElementType.BYTE, 0, 8, SectionHeader.pack(ElementType.BYTE.code(), 8),
            CONTEXT, 0, TAG, false);
        step();
        assertTrue(other.done(), "it still waits");
        assertNull(other.failure());
    }
}
