package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.Future;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.LibraryGroup;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.packet.Limit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of a rank, while other threads are in its engine or in its library. */
@Timeout(Limit.SECONDS)
class LibraryEndTest {
    private static final int TAG = 5;
    private static final int LONG = 10 * MemoryLibraries.COPIED;

    private LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2));

    @AfterEach
    void close() {
        ranks.close();
    }

    private static void assertEnded(EngineException e) {
        assertEquals(ErrorClass.ERR_OTHER, e.error());
        assertEquals("MPI.Finalize was called while another thread was in this call; end the threads that call MPI"
            + " before you call MPI.Finalize", e.getMessage());
    }

    private int finished(int rank) {
        return ranks.library(rank).calls().count("finish");
    }

    @Test
    void libraryIsLeftOnce() {
        ranks.engine(0).close();
        ranks.engine(0).close();
        assertEquals(1, finished(0));
    }

    @Test
    void callsAfterTheEndAreRefused() {
        LibraryEngine engine = ranks.engine(0);
        LibraryGroup group = engine.libraryGroup(WORLD);
        engine.close();
        Runnable[] calls = {
            () -> LibraryRanks.sendNow(engine, new byte[1], 1, TAG),
            () -> LibraryRanks.receiveNow(engine, new byte[1], 1, TAG),
            () -> LibraryRanks.send(engine, new byte[1], 1, TAG),
            () -> LibraryRanks.receive(engine, new byte[1], 1, TAG),
            () -> engine.probe(WORLD.pointToPoint(), 1, TAG),
            group::begin,
            group::enter};
        for (Runnable call : calls) {
            Future<EngineException> thrown = ranks.beside(() -> assertThrows(EngineException.class, call::run));
            assertEnded(LibraryRanks.await(thrown));
        }
    }

    @Test
    void receivesThatWaitWithinTheLibraryAreTakenOut() {
        Future<?>[] waiting = new Future<?>[2];
        for (int i = 0; i < waiting.length; i++) {
            int tag = i;
            waiting[i] = ranks.beside(() -> {
                assertEnded(assertThrows(EngineException.class,
                    () -> LibraryRanks.receiveNow(ranks.engine(0), new byte[1], 1, tag)));
                return null;
            });
        }
        ranks.awaitWaiting(0, waiting.length);
        ranks.engine(0).close();
        for (Future<?> each : waiting) {
            LibraryRanks.await(each);
        }
        assertEquals(1, finished(0));
    }

    @Test
    void receiveThatPollsIsTakenOut() {
        ranks.close();
        ranks = new LibraryRanks(new MemoryLibraries(2, false));
        Future<EngineException> thrown = ranks.beside(() -> assertThrows(EngineException.class,
            () -> LibraryRanks.receiveNow(ranks.engine(0), new byte[1], 1, TAG)));
        while (ranks.library(0).openRequests() == 0) {
            Thread.onSpinWait(); // the class has a limit
        }
        ranks.engine(0).close();
        assertEnded(LibraryRanks.await(thrown));
        assertEquals(1, finished(0));
    }

    /** A thread in a call that nobody can end must not find the library left. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void libraryIsNotLeftWhileAThreadIsInACallThatDoesNotEnd(boolean inSend) {
        LibraryGroup group = ranks.engine(0).libraryGroup(WORLD);
        Future<?> stuck = ranks.beside(() -> {
            if (inSend) {
                LibraryRanks.sendNow(ranks.engine(0), new byte[LONG], 1, TAG);
            } else {
                group.enter();
            }
            return null;
        });
        if (inSend) {
            ranks.awaitWaiting(0, 1);
        } else {
            LibraryRanks.await(stuck);
        }
        ranks.engine(0).close();
        assertEquals(0, finished(0));
        if (inSend) {
            LibraryRanks.receiveNow(ranks.engine(1), new byte[LONG], 0, TAG);
            LibraryRanks.await(stuck);
        }
    }

    @Test
    void threadThatHasComeBackDoesNotKeepTheLibrary() {
        LibraryGroup group = ranks.engine(0).libraryGroup(WORLD);
        group.enter();
        group.leave();
        group.end(group.begin());
        ranks.engine(0).close();
        assertEquals(1, finished(0));
    }

    @Test
    void cancelledSendArrivesAfterTheEndOfItsEngine() {
        byte[] message = new byte[LONG];
        message[LONG - 1] = 4;
        Operation send = LibraryRanks.send(ranks.engine(0), message, 1, TAG);
        ranks.engine(0).cancel(send);
        ranks.engine(0).end();
        byte[] room = new byte[LONG];
        Receive receive = LibraryRanks.receive(ranks.engine(1), room, 0, TAG);
        ranks.engine(1).finish(receive);
        assertNotNull(receive);
        assertArrayEquals(message, room);
    }

    @Test
    void contextIsIdleWhenItsReceivesAreOver() {
        Receive receive = LibraryRanks.receive(ranks.engine(0), new byte[1], 1, TAG);
        Future<Boolean> idle = ranks.beside(() -> {
            ranks.engine(0).awaitIdle(WORLD);
            return receive.done();
        });
        LibraryRanks.send(ranks.engine(1), new byte[1], 0, TAG);
        assertEquals(true, LibraryRanks.await(idle));
    }
}
