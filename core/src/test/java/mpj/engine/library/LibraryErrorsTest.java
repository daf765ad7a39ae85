package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Layout;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of the library that fail. */
class LibraryErrorsTest {
    private static final int TAG = 5;
    private static final ErrorClass ERROR = ErrorClass.ERR_NO_MEM;
    private static final String TEXT = "the library has no memory";

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2));
    private final LibraryEngine engine = ranks.engine(0);
    private final LibraryEngine peer = ranks.engine(1);
    private final MemoryCalls calls = ranks.library(0).calls();

    @AfterEach
    void close() {
        ranks.close();
    }

    private void failNext(String call) {
        calls.failNext(call, ERROR, TEXT);
    }

    private static void assertFailed(Operation operation) {
        assertTrue(operation.done());
        assertEquals(ERROR, operation.failure().error());
        assertEquals(TEXT, operation.failure().text());
    }

    /** The operation fails, and not the call that has started it: MPI reports an error where it completes a request. */
    @Test
    void callThatStartsAnOperationFailsIt() {
        failNext("startSend");
        assertFailed(LibraryRanks.send(engine, new byte[1], 1, TAG));
        failNext("startReceive");
        assertFailed(LibraryRanks.receive(engine, new byte[1], 1, TAG));
        assertEquals(0, ranks.library(0).openRequests());
    }

    @Test
    void callThatAsksForTheEndFailsTheOperation() {
        Operation send = LibraryRanks.send(engine, new byte[1], 1, TAG);
        failNext("test");
        engine.progress();
        assertFailed(send);
        Receive receive = LibraryRanks.receive(engine, new byte[1], 1, TAG);
        failNext("test");
        engine.progress();
        assertFailed(receive);
        assertEquals(0, ranks.library(0).openRequests());
    }

    @ParameterizedTest
    @ValueSource(strings = {"send", "startSend", "receive", "startReceive"})
    void blockingCallFails(String call) {
        boolean inOneCall = call.equals("send") || call.equals("receive");
        try (LibraryRanks shared = new LibraryRanks(new MemoryLibraries(2), inOneCall ? 1 : 0)) {
            shared.library(0).calls().failNext(call, ERROR, TEXT);
            EngineException e = assertThrows(EngineException.class, () -> {
                if (call.contains("end")) {
                    LibraryRanks.sendNow(shared.engine(0), new byte[1], 1, TAG);
                } else {
                    LibraryRanks.receiveNow(shared.engine(0), new byte[1], 1, TAG).check();
                }
            });
            assertEquals(ERROR, e.error());
            assertEquals(TEXT, e.getMessage());
        }
    }

    @Test
    void cancelThatFailsThrows() {
        Receive receive = LibraryRanks.receive(engine, new byte[1], 1, TAG);
        failNext("cancel");
        EngineException e = assertThrows(EngineException.class, () -> engine.cancel(receive));
        assertEquals(ERROR, e.error());
    }

    @Test
    void datatypeThatCannotBeMadeFailsTheSend() {
        Layout layout = new Layout(new int[] {0, 5, 6}, new int[] {1, 1, 1}, 10, 1);
        failNext("indexed");
        assertFailed(engine.startSend(new NoncontiguousBuffer(
            Arena.ofAuto().allocate(10), layout, 0), ElementType.BYTE, 0, 3,
            SectionHeader.pack(ElementType.BYTE.code(), 3), WORLD.pointToPoint(), 1, TAG, false));
    }

    @Test
    void finalizeThatFailsThrows() {
        ranks.engine(1).close();
        failNext("finish");
        EngineException e = assertThrows(EngineException.class, engine::close);
        assertEquals(ERROR, e.error());
    }

    @Test
    void operationOnAWindowIsCompleteWithItsRequest() {
        MemorySegment memory = Arena.ofAuto().allocate(1);
        StringBuilder events = new StringBuilder();
        for (boolean failing : new boolean[] {false, true}) {
            ExternalOperation operation = new ExternalOperation();
            MemoryLibrary library = ranks.library(0);
            long request = library.startReceive(memory.address(), 1, MessageLibrary.NONE, 1, TAG, library.world());
            engine.complete(WORLD.window(), request, operation,
                () -> events.append(operation.done() ? "late" : "last"));
            engine.progress();
            assertFalse(operation.done());
            LibraryRanks.send(peer, new byte[1], 0, TAG);
            if (failing) {
                failNext("test");
            }
            engine.finish(operation);
            if (failing) {
                assertFailed(operation);
            } else {
                ranks.assertCompletes(operation);
            }
        }
        assertEquals("last", events.toString());
    }
}
