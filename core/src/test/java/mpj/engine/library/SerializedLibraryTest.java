package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import mpj.engine.Receive;
import mpj.engine.packet.Limit;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Several threads of each rank use a library that takes calls of one thread at a time. The library notes two calls that
 * overlap, and {@link LibraryRanks#close} checks its notes.
 */
@Timeout(Limit.SECONDS)
class SerializedLibraryTest {
    private static final int THREADS = 3;
    private static final int MESSAGES = 100;

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2, false));

    @AfterEach
    void close() {
        ranks.close();
    }

    @Test
    void blockingCallsOfSeveralThreadsDoNotOverlap() {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int tag = i;
            for (int rank = 0; rank < 2; rank++) {
                LibraryEngine engine = ranks.engine(rank);
                int other = 1 - rank;
                all.add(ranks.beside(() -> {
                    pingPong(engine, other, tag);
                    return null;
                }));
            }
        }
        all.forEach(LibraryRanks::await);
    }

    /** Short messages and long ones in turn, so that the threads poll at different moments. */
    private static void pingPong(LibraryEngine engine, int other, int tag) {
        for (int i = 0; i < MESSAGES; i++) {
            byte[] room = new byte[1 + i % 2 * 2 * MemoryLibraries.COPIED];
            if (engine.rank() == 0) {
                room[0] = (byte) i;
                LibraryRanks.sendNow(engine, room, other, tag);
                room[0] = 0;
            }
            Receive receive = LibraryRanks.receiveNow(engine, room, other, tag);
            assertNull(receive.failure());
            assertEquals((byte) i, room[0]);
            if (engine.rank() == 1) {
                LibraryRanks.sendNow(engine, room, other, tag);
            }
        }
    }

    @Test
    void callsOfEveryKindDoNotOverlap() {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int tag = i;
            LibraryEngine engine = ranks.engine(0);
            all.add(ranks.beside(() -> {
                for (int j = 0; j < MESSAGES; j++) {
                    Receive cancelled = LibraryRanks.receive(engine, new byte[1], 0, THREADS + tag);
                    engine.probe(WORLD.pointToPoint(), 0, tag);
                    engine.cancel(cancelled);
                    Receive receive = LibraryRanks.receive(engine, new byte[1], 0, tag);
                    engine.startBufferedSend(new byte[1], ElementType.BYTE, 0, 1,
                        SectionHeader.pack(ElementType.BYTE.code(), 1), WORLD.pointToPoint(), 0, tag);
                    engine.finish(receive);
                }
                return null;
            }));
        }
        all.forEach(LibraryRanks::await);
    }

    @Test
    void collectivesGoInPackets() {
        assertNull(ranks.engine(0).libraryGroup(WORLD));
    }
}
