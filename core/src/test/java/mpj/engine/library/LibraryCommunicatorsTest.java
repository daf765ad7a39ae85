package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.engine.Context;
import mpj.engine.Contexts;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.LibraryGroup;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Communicators in which the library numbers the ranks in another way than the job. */
class LibraryCommunicatorsTest {
    private static final int TAG = 5;
    private static final Context REVERSED = new Context(7);
    private static final int[] MEMBERS = {3, 1, 0};
    private static final int LONG = 3 * ObjectHead.BYTES;

    private static final Contexts NO_CONTEXTS = new Contexts() {
        @Override
        public boolean isUsed(Context context) {
            return true;
        }

        @Override
        public void release(Context context) {
        }
    };

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(4));

    @AfterEach
    void close() {
        ranks.close();
    }

    private void openReversed() {
        for (int member : MEMBERS) {
            ranks.engine(member).open(REVERSED, MEMBERS);
        }
    }

    private Operation send(int from, byte[] message, int code, int destination) {
        return ranks.engine(from).startSend(message, ElementType.BYTE, 0, message.length,
            SectionHeader.pack(code, message.length), REVERSED.pointToPoint(), destination, TAG, false);
    }

    private Receive receive(int by, Object room, int code, int capacity, int source) {
        return ranks.engine(by).startReceive(room, ElementType.BYTE, code, 0, capacity, REVERSED.pointToPoint(),
            source, Receive.ANY);
    }

    @Test
    void ranksOfTheJobAreTheRanksOfTheProgram() {
        openReversed();
        for (int from : MEMBERS) {
            for (int to : MEMBERS) {
                for (int source : new int[] {from, Receive.ANY}) {
                    byte[] room = new byte[1];
                    Receive receive = receive(to, room, ElementType.BYTE.code(), 1, source);
                    send(from, new byte[] {(byte) (10 * from + to)}, ElementType.BYTE.code(), to);
                    ranks.assertCompletes(receive);
                    assertEquals(10 * from + to, room[0]);
                    assertEquals(from, receive.matchedSource());
                }
            }
        }
    }

    @Test
    void blockingCallsNameRanksOfTheJob() {
        openReversed();
        byte[] room = new byte[1];
        ranks.engine(3).send(new byte[] {8}, ElementType.BYTE, 0, 1, SectionHeader.pack(ElementType.BYTE.code(), 1),
            REVERSED.pointToPoint(), 0, TAG);
        Receive receive = ranks.engine(0).receive(room, ElementType.BYTE, ElementType.BYTE.code(), 0, 1,
            REVERSED.pointToPoint(), 3, TAG);
        assertEquals(8, room[0]);
        assertEquals(3, receive.matchedSource());
        assertEquals(1, ranks.library(0).calls().count("receive"));
    }

    @Test
    void probesAndErrorsNameRanksOfTheJob() {
        openReversed();
        send(3, new byte[2], ElementType.BYTE.code(), 0);
        for (int source : new int[] {3, Receive.ANY}) {
            Probed probed = ranks.engine(0).probe(REVERSED.pointToPoint(), source, TAG);
            assertNotNull(probed);
            assertEquals(3, probed.source());
        }
        assertNull(ranks.engine(0).probe(REVERSED.pointToPoint(), 1, TAG));
        MatchedMessage matched = ranks.engine(0).matchedProbe(REVERSED.pointToPoint(), 3, TAG);
        Receive receive = ranks.engine(0).startReceive(matched, new byte[1], ElementType.BYTE,
            ElementType.BYTE.code(), 0, 1);
        ranks.settle();
        assertTrue(receive.failure().text().startsWith("the message with tag 5 from rank 3 of the job"));
    }

    /** The second part of such a message goes in a communicator of all ranks. */
    @Test
    void objectsComeFromTheRankThatHasSentThem() {
        openReversed();
        byte[] objects = new byte[LONG];
        objects[LONG - 1] = 9;
        Receive receive = receive(0, null, Receive.OBJECTS, LONG, Receive.ANY);
        send(3, objects, Receive.OBJECTS, 0);
        ranks.assertCompletes(receive);
        assertArrayEquals(objects, receive.objects());
        assertEquals(3, receive.matchedSource());
    }

    @Test
    void communicatorsDoNotMixTheirMessages() {
        openReversed();
        send(3, new byte[] {1}, ElementType.BYTE.code(), 0);
        LibraryRanks.send(ranks.engine(3), new byte[] {2}, 0, TAG);
        assertEquals(2, ranks.received(0, 1, 3, TAG)[0]);
        byte[] room = new byte[1];
        ranks.assertCompletes(receive(0, room, ElementType.BYTE.code(), 1, 3));
        assertEquals(1, room[0]);
    }

    @Test
    void communicatorOfAllRanksIsTheLibrarysOwn() {
        assertEquals(ranks.library(2).world(), ranks.engine(2).libraryGroup(LibraryRanks.WORLD).handle());
        assertEquals(0, ranks.library(2).calls().count("communicator"));
    }

    @Test
    void communicatorThatTheLibraryDoesNotHaveIsNoGroup() {
        assertNull(ranks.engine(0).libraryGroup(REVERSED));
        openReversed();
        LibraryGroup group = ranks.engine(0).libraryGroup(REVERSED);
        assertNotNull(group);
        assertNotEquals(ranks.library(0).world(), group.handle());
        assertNull(ranks.engine(2).libraryGroup(REVERSED));
    }

    @Test
    void communicatorIsFreedWhileItsOperationsGoOn() {
        openReversed();
        int before = ranks.library(0).communicators();
        byte[] room = new byte[1];
        Receive receive = receive(0, room, ElementType.BYTE.code(), 1, 3);
        ranks.engine(0).free(REVERSED, NO_CONTEXTS);
        assertEquals(before - 1, ranks.library(0).communicators());
        assertNull(ranks.engine(0).libraryGroup(REVERSED));
        send(3, new byte[] {6}, ElementType.BYTE.code(), 0);
        ranks.assertCompletes(receive);
        assertEquals(6, room[0]);
        assertEquals(3, receive.matchedSource());
        ranks.engine(2).free(REVERSED, NO_CONTEXTS); // the library does not have it there
        assertEquals(0, ranks.library(2).calls().count("free"));
    }

    @Test
    void errorsOfTheLibraryAreThrown() {
        ranks.library(0).calls().failNext("communicator", ErrorClass.ERR_GROUP, "no such group");
        EngineException open = assertThrows(EngineException.class, () -> ranks.engine(0).open(REVERSED, MEMBERS));
        assertEquals(ErrorClass.ERR_GROUP, open.error());
        openReversed();
        ranks.library(0).calls().failNext("free", ErrorClass.ERR_COMM, "no such communicator");
        EngineException free =
            assertThrows(EngineException.class, () -> ranks.engine(0).free(REVERSED, NO_CONTEXTS));
        assertEquals(ErrorClass.ERR_COMM, free.error());
    }

    @Test
    void revokingIsRefused() {
        EngineException e = assertThrows(EngineException.class,
            () -> ranks.engine(0).survival().revoke(LibraryRanks.WORLD));
        assertEquals(ErrorClass.ERR_UNSUPPORTED_OPERATION, e.error());
    }
}
