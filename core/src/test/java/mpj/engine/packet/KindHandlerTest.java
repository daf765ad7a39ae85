package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Receive;
import mpj.engine.match.Envelope;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests packets of a kind that only its handler knows, whose payload has a destination: rank 0 gets them. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KindHandlerTest {
    private static final int KIND = 200;
    private static final int CONTEXT = 4;
    private static final long ENVELOPE = Envelope.pack(KIND, CONTEXT, 7);
    private static final int PLACE = 3;
    private static final byte[] PAYLOAD = {1, 2, 3, 4, 5};

    /** Its memory takes payloads at the place that the header names. */
    private static final class Places implements KindHandler {
        private final byte[] memory = new byte[16];
        private final List<String> calls = new ArrayList<>();
        private boolean closed;

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            calls.add("packet of " + bytes + " from " + source);
        }

        @Override
        public MemorySegment destination(int source, long envelope, long header, long bytes) {
            return header < 0 || header + bytes > memory.length ? null
                : MemorySegment.ofArray(memory).asSlice(header, bytes);
        }

        @Override
        public boolean awaits(int source, long envelope, long header) {
            return !closed;
        }

        @Override
        public void arrived(int source, long envelope, long header, long bytes) {
            if (bytes != PAYLOAD.length) {
                throw new EngineException(ErrorClass.ERR_INTERN, bytes + " bytes came");
            }
            calls.add(bytes + " arrived at " + header + " from " + source + ", tag " + Envelope.tag(envelope));
        }
    }

    private final MemoryNetwork network = new MemoryNetwork(2, 100, MemoryNetwork.PACKET);
    private final Places handler = new Places();

    KindHandlerTest() {
        network.handle(0, KIND, handler);
        network.ask(true);
    }

    private void arrive(long envelope, long header) {
        network.inject(0, 1, envelope, header, PAYLOAD);
        network.engine(0).progress();
        network.engine(0).progress();
    }

    private Receive receive() {
        return network.engine(0).startReceive(new byte[8], ElementType.BYTE, ElementType.BYTE.code(), 0, 8, CONTEXT, 1,
            1);
    }

    @Test
    void payloadLandsInPlace() {
        arrive(ENVELOPE, PLACE);
        assertEquals(List.of("5 arrived at 3 from 1, tag 7"), handler.calls);
        assertArrayEquals(PAYLOAD, MemorySegment.ofArray(handler.memory).asSlice(PLACE, PAYLOAD.length)
            .toArray(ValueLayout.JAVA_BYTE));
        assertEquals(0, handler.memory[PLACE + PAYLOAD.length]);
    }

    @Test
    void payloadWithoutADestinationComesAsAPacket() {
        arrive(ENVELOPE, handler.memory.length);
        assertEquals(List.of("packet of 5 from 1"), handler.calls);
    }

    /** The handler has given its memory away after it has named it. */
    @Test
    void payloadThatIsNoLongerAwaitedComesAsAPacket() {
        network.inject(0, 1, ENVELOPE, PLACE, PAYLOAD);
        network.engine(0).progress();
        handler.closed = true;
        network.engine(0).progress();
        assertEquals(List.of("packet of 5 from 1"), handler.calls);
        assertArrayEquals(new byte[handler.memory.length], handler.memory);
    }

    /** A handler that knows of no destinations gets packets, as before. */
    @Test
    void handlerWithoutDestinationsGetsPackets() {
        List<Long> headers = new ArrayList<>();
        network.handle(0, KIND + 1, (_, _, header, _, _, _) -> headers.add(header));
        arrive(Envelope.pack(KIND + 1, CONTEXT, 0), PLACE);
        assertEquals(List.of((long) PLACE), headers);
    }

    @Test
    void payloadThatMakesNoSenseCostsItsSender() {
        Receive receive = receive();
        network.cut(1);
        arrive(ENVELOPE, PLACE);
        network.engine(0).progress();
        assertTrue(receive.done());
        assertTrue(receive.failure().text().contains("4 bytes came"), receive.failure().text());
        assertEquals(List.of(), handler.calls);
    }

    @Test
    void messagesAreNotForTheHandler() {
        Receive receive = receive();
        arrive(Envelope.pack(Envelope.MESSAGE, CONTEXT, 1), SectionHeader.pack(ElementType.BYTE.code(),
            PAYLOAD.length));
        assertTrue(receive.done());
        assertNull(receive.failure());
        assertEquals(List.of(), handler.calls);
    }
}
