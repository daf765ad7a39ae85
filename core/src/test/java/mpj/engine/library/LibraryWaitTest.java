package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.Future;
import mpj.engine.Context;
import mpj.engine.LibraryGroup;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What goes on while a thread is in a collective of the library. */
class LibraryWaitTest {
    /** A context that the library does not have, so that its messages travel in packets. */
    private static final int IN_PACKETS = new Context(9).pointToPoint();
    private static final int LONG = 100_000;

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2));

    @AfterEach
    void close() {
        ranks.close();
    }

    private Operation send() {
        byte[] message = new byte[LONG];
        message[LONG - 1] = 5;
        return ranks.engine(0).startSend(message, ElementType.BYTE, 0, LONG,
            SectionHeader.pack(ElementType.BYTE.code(), LONG), IN_PACKETS, 1, 1, false);
    }

    @Test
    void nothingNeedsToGoOnIfNoMessageTravelsInPackets() {
        LibraryGroup group = ranks.engine(0).libraryGroup(LibraryRanks.WORLD);
        LibraryGroup.Wait wait = group.begin();
        assertNull(wait);
        group.end(wait);
    }

    @Test
    void messagesInPacketsGoOn() {
        LibraryGroup group = ranks.engine(0).libraryGroup(LibraryRanks.WORLD);
        Operation send = send();
        LibraryGroup.Wait wait = group.begin();
        assertNotNull(wait);
        byte[] room = new byte[LONG];
        Future<Receive> received = ranks.beside(() -> ranks.engine(1).receive(room, ElementType.BYTE,
            ElementType.BYTE.code(), 0, LONG, IN_PACKETS, 0, 1));
        LibraryRanks.await(received); // rank 0 makes no call meanwhile
        assertEquals(5, room[LONG - 1]);
        group.end(wait);
        ranks.assertCompletes(send);
    }

    /** Without that, ranks would wait for each other: one for packets, and the other in the library. */
    @Test
    void messagesInPacketsGoOnWhileACommunicatorIsMade() {
        Operation send = send();
        byte[] room = new byte[LONG];
        ranks.library(0).calls().duringNext("communicator", () -> ranks.engine(1).receive(room, ElementType.BYTE,
            ElementType.BYTE.code(), 0, LONG, IN_PACKETS, 0, 1));
        ranks.engine(0).open(new Context(1), new int[] {0});
        assertEquals(5, room[LONG - 1]);
        ranks.assertCompletes(send);
    }
}
