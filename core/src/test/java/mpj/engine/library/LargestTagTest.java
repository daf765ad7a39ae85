package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tags of a library that takes few. */
class LargestTagTest {
    private static final int LARGEST_TAG = 1000;

    private LibraryRanks ranks;

    @AfterEach
    void close() {
        ranks.close();
    }

    /** Whether threads wait within the library, or poll, the engine checks the tag. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tagThatTheLibraryDoesNotTakeIsRefused(boolean threadSafe) {
        ranks = new LibraryRanks(new MemoryLibraries(2, 1, threadSafe, LARGEST_TAG));
        LibraryEngine engine = ranks.engine(0);
        int tag = LARGEST_TAG + 1;
        byte[] room = new byte[1];
        Runnable[] calls = {
            () -> LibraryRanks.send(engine, room, 1, tag),
            () -> LibraryRanks.sendNow(engine, room, 1, tag),
            () -> LibraryRanks.receive(engine, room, 1, tag),
            () -> LibraryRanks.receiveNow(engine, room, 1, tag),
            () -> engine.probe(WORLD.pointToPoint(), 1, tag),
            () -> engine.matchedProbe(WORLD.pointToPoint(), 1, tag),
            () -> engine.awaitProbe(WORLD.pointToPoint(), 1, tag),
            () -> engine.awaitMatchedProbe(WORLD.pointToPoint(), 1, tag)};
        for (Runnable call : calls) {
            EngineException e = assertThrows(EngineException.class, call::run);
            assertEquals(ErrorClass.ERR_TAG, e.error());
            assertEquals("tag is 1001; libmemory.so, version 1 takes 0 to 1000", e.getMessage());
        }
        LibraryRanks.send(engine, new byte[] {6}, 1, LARGEST_TAG);
        assertEquals(6, ranks.received(1, 1, 0, LARGEST_TAG)[0]);
    }
}
