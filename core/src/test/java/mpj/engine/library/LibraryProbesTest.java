package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.Future;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Probes of rank 1, and the messages that they have matched. */
class LibraryProbesTest {
    private static final int TAG = 5;
    private static final int CONTEXT = WORLD.pointToPoint();

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(3));
    private final LibraryEngine engine = ranks.engine(0);
    private final LibraryEngine peer = ranks.engine(1);

    @AfterEach
    void close() {
        ranks.close();
    }

    private static Probed packed(int source, int tag, int bytes) {
        return new Probed(source, tag, SectionHeader.pack(Receive.PACKED, bytes), bytes);
    }

    private static Receive receive(LibraryEngine engine, MatchedMessage message, byte[] room) {
        return engine.startReceive(message, room, ElementType.BYTE, ElementType.BYTE.code(), 0, room.length);
    }

    @Test
    void probeFindsAMessageAndLeavesIt() {
        assertNull(peer.probe(CONTEXT, Receive.ANY, Receive.ANY));
        LibraryRanks.send(engine, new byte[] {1, 2, 3}, 1, TAG);
        for (int source : new int[] {0, Receive.ANY}) {
            for (int tag : new int[] {TAG, Receive.ANY}) {
                assertEquals(packed(0, TAG, 3), peer.probe(CONTEXT, source, tag));
            }
        }
        assertNull(peer.probe(CONTEXT, 2, TAG));
        assertNull(peer.probe(CONTEXT, 0, TAG + 1));
        assertArrayEquals(new byte[] {1, 2, 3}, ranks.received(1, 3, 0, TAG));
        assertNull(peer.probe(CONTEXT, Receive.ANY, Receive.ANY));
    }

    @Test
    void matchedMessageIsSeenByNobodyElse() {
        assertNull(peer.matchedProbe(CONTEXT, Receive.ANY, Receive.ANY));
        LibraryRanks.send(engine, new byte[] {1}, 1, TAG);
        LibraryRanks.send(engine, new byte[] {2}, 1, TAG);
        MatchedMessage first = peer.matchedProbe(CONTEXT, 0, TAG);
        assertEquals(packed(0, TAG, 1), first.probed());
        assertEquals(2, ranks.received(1, 1, Receive.ANY, Receive.ANY)[0]);
        byte[] room = new byte[1];
        Receive receive = receive(peer, first, room);
        ranks.assertCompletes(receive);
        assertEquals(1, room[0]);
        assertEquals(0, receive.matchedSource());
        assertEquals(TAG, receive.matchedTag());
    }

    @Test
    void matchedMessageIsReceivedOnce() {
        LibraryRanks.send(engine, new byte[] {1}, 1, TAG);
        MatchedMessage message = peer.matchedProbe(CONTEXT, 0, TAG);
        ranks.assertCompletes(receive(peer, message, new byte[1]));
        EngineException again = assertThrows(EngineException.class, () -> receive(peer, message, new byte[1]));
        assertEquals(ErrorClass.ERR_REQUEST, again.error());
    }

    @Test
    void matchedMessageThatIsTooLongFailsItsReceive() {
        LibraryRanks.send(engine, new byte[3], 1, TAG);
        Receive receive = receive(peer, peer.matchedProbe(CONTEXT, 0, TAG), new byte[2]);
        ranks.settle();
        assertEquals(ErrorClass.ERR_TRUNCATE, receive.failure().error());
    }

    @Test
    void synchronousSendIsCompleteWhenItsMatchedMessageIsReceived() {
        Operation send = LibraryRanks.send(engine, new byte[1], 1, TAG, true);
        peer.probe(CONTEXT, 0, TAG);
        ranks.settle();
        assertFalse(send.done());
        receive(peer, peer.matchedProbe(CONTEXT, 0, TAG), new byte[1]);
        ranks.assertCompletes(send);
    }

    @Test
    void probesWaitForTheirMessage() {
        Future<Probed> probed = ranks.beside(() -> peer.awaitProbe(CONTEXT, 2, Receive.ANY));
        LibraryRanks.send(engine, new byte[1], 1, TAG);
        LibraryRanks.send(ranks.engine(2), new byte[2], 1, TAG);
        assertEquals(packed(2, TAG, 2), LibraryRanks.await(probed));

        Future<MatchedMessage> matched = ranks.beside(() -> peer.awaitMatchedProbe(CONTEXT, Receive.ANY, TAG + 1));
        LibraryRanks.send(engine, new byte[] {8}, 1, TAG + 1);
        MatchedMessage message = LibraryRanks.await(matched);
        assertEquals(packed(0, TAG + 1, 1), message.probed());
        byte[] room = new byte[1];
        ranks.assertCompletes(receive(peer, message, room));
        assertEquals(8, room[0]);
    }

    @Test
    void errorOfTheLibraryIsThrown() {
        Runnable[] probes = {
            () -> peer.probe(CONTEXT, 0, TAG),
            () -> peer.matchedProbe(CONTEXT, 0, TAG),
            () -> peer.awaitProbe(CONTEXT, 0, TAG),
            () -> peer.awaitMatchedProbe(CONTEXT, 0, TAG)};
        LibraryRanks.send(engine, new byte[] {9}, 1, TAG);
        for (int i = 0; i < probes.length; i++) {
            String call = i % 2 == 0 ? "probe" : "match";
            ranks.library(1).calls().failNext(call, ErrorClass.ERR_RANK, "what a rank");
            EngineException e = assertThrows(EngineException.class, probes[i]::run);
            assertEquals(ErrorClass.ERR_RANK, e.error());
            assertEquals("what a rank", e.getMessage());
        }
        assertNotNull(peer.probe(CONTEXT, 0, TAG));
        assertEquals(9, ranks.received(1, 1, 0, TAG)[0]);
    }
}
