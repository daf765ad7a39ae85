package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A send that is prepared once and started many times. */
class PreparedSendTest {
    private static final int TAG = 5;

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2));
    private final LibraryEngine engine = ranks.engine(0);

    @AfterEach
    void close() {
        ranks.close();
    }

    private Operation prepare(byte[] message) {
        return engine.prepareSend(message, ElementType.BYTE, 0, message.length,
            SectionHeader.pack(ElementType.BYTE.code(), message.length), WORLD.pointToPoint(), 1, TAG, false);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2 * MemoryLibraries.COPIED})
    void eachStartSendsWhatIsInTheBufferThen(int length) {
        byte[] message = new byte[length];
        Operation send = prepare(message);
        assertTrue(send.done());
        for (byte round = 1; round < 5; round++) {
            Arrays.fill(message, round);
            engine.startPrepared(send);
            assertArrayEquals(message.clone(), ranks.received(1, length, 0, TAG));
            ranks.assertCompletes(send);
        }
        assertEquals(0, ranks.library(0).openRequests());
    }

    @Test
    void sendUnderWayIsNotStartedAgain() {
        Operation send = prepare(new byte[2 * MemoryLibraries.COPIED]);
        engine.startPrepared(send);
        assertFalse(send.done());
        EngineException again = assertThrows(EngineException.class, () -> engine.startPrepared(send));
        assertEquals(ErrorClass.ERR_REQUEST, again.error());
        ranks.received(1, 2 * MemoryLibraries.COPIED, 0, TAG);
        ranks.assertCompletes(send);
    }

    @Test
    void startThatFailsMayBeRepeated() {
        Operation send = prepare(new byte[] {8});
        ranks.library(0).calls().failNext("startSend", ErrorClass.ERR_NO_MEM, "no memory");
        engine.startPrepared(send);
        assertTrue(send.done());
        assertNotNull(send.failure());
        engine.startPrepared(send);
        ranks.assertCompletes(send);
        assertEquals(8, ranks.received(1, 1, 0, TAG)[0]);
    }
}
