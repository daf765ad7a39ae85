package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import mpj.engine.ErrorClass;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of objects. If such a message is long, its second part is a message of its own. */
class LibraryObjectsTest {
    private static final int TAG = 1;
    /** So few tags that the second parts of messages come to use a tag again. */
    private static final int LARGEST_TAG = 2;
    private static final int LONG = 3 * ObjectHead.BYTES;

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2, 1, true, LARGEST_TAG));
    private final LibraryEngine engine = ranks.engine(0);
    private final LibraryEngine peer = ranks.engine(1);

    @AfterEach
    void close() {
        ranks.close();
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private Operation send(int length, int count) {
        return engine.startSend(bytes(length), ElementType.BYTE, 0, length,
            SectionHeader.pack(Receive.OBJECTS, count), WORLD.pointToPoint(), 1, TAG, false);
    }

    private Receive receive(int most) {
        return peer.startReceive(null, ElementType.BYTE, Receive.OBJECTS, 0, most, WORLD.pointToPoint(), 0, TAG);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, ObjectHead.BYTES - 32, ObjectHead.BYTES - 31, LONG, 1_000_000})
    void objectsOfAnySizeArrive(int length) {
        for (boolean first : new boolean[] {true, false}) {
            Receive early = first ? receive(7) : null;
            Operation send = send(length, 7);
            Receive receive = first ? early : receive(7);
            ranks.assertCompletes(receive);
            ranks.assertCompletes(send);
            assertArrayEquals(bytes(length), receive.objects());
            assertEquals(7, receive.matchedCount());
            assertEquals(length, receive.matchedBytes());
            assertEquals(0, receive.matchedSource());
            assertEquals(TAG, receive.matchedTag());
        }
        assertEquals(0, ranks.library(0).openRequests());
        assertEquals(0, ranks.library(1).openRequests());
    }

    @Test
    void messageWithoutObjectsArrives() {
        Receive receive = receive(7);
        send(0, 0);
        ranks.assertCompletes(receive);
        assertEquals(0, receive.objects().length);
        assertEquals(0, receive.matchedCount());
    }

    @Test
    void secondPartsKeepTheirOrderWhenTheirTagsAreUsedAgain() {
        List<Receive> receives = new ArrayList<>();
        for (int i = 0; i < 3 * LARGEST_TAG; i++) {
            send(LONG + i, 1);
        }
        for (int i = 0; i < 3 * LARGEST_TAG; i++) {
            receives.add(receive(1));
        }
        for (int i = 0; i < 3 * LARGEST_TAG; i++) {
            ranks.assertCompletes(receives.get(i));
            assertArrayEquals(bytes(LONG + i), receives.get(i).objects());
        }
    }

    @Test
    void secondPartGoesToTheReceiveOfItsFirstPart() {
        for (int tag = 1; tag <= 2; tag++) {
            engine.startSend(bytes(LONG + tag), ElementType.BYTE, 0, LONG + tag,
                SectionHeader.pack(Receive.OBJECTS, 1), WORLD.pointToPoint(), 1, tag, false);
        }
        for (int tag = 2; tag >= 1; tag--) {
            Receive receive = peer.startReceive(null, ElementType.BYTE, Receive.OBJECTS, 0, 1, WORLD.pointToPoint(),
                0, tag);
            ranks.assertCompletes(receive);
            assertArrayEquals(bytes(LONG + tag), receive.objects());
        }
    }

    /** The sender may wait for the receiver to take its second part. */
    @Test
    void secondPartIsReceivedWhileItsRankWaitsForSomethingElse() {
        Receive objects = receive(1);
        Receive other = LibraryRanks.receive(peer, new byte[1], 0, 2);
        Future<?> waiting = ranks.beside(() -> {
            peer.finish(other);
            return null;
        });
        Operation send = send(LONG, 1);
        engine.finish(send);
        LibraryRanks.send(engine, new byte[1], 1, 2);
        LibraryRanks.await(waiting);
        ranks.assertCompletes(objects);
        assertArrayEquals(bytes(LONG), objects.objects());
    }

    @Test
    void endOfAReceiveOfObjectsLeavesOtherReceivesUnderWay() {
        byte[] room = new byte[1];
        Receive other = LibraryRanks.receive(peer, room, 0, 2);
        Receive objects = receive(1);
        peer.cancel(objects);
        assertTrue(objects.done());
        LibraryRanks.send(engine, new byte[] {5}, 1, 2);
        ranks.assertCompletes(other);
        assertEquals(5, room[0]);
    }

    @Test
    void tooManyObjectsFailTheirReceiveAndNoLaterOne() {
        Receive receive = receive(2);
        Operation send = send(LONG, 3);
        ranks.settle();
        assertTrue(receive.done());
        assertEquals(ErrorClass.ERR_TRUNCATE, receive.failure().error());
        assertEquals("the message with tag 1 from rank 0 of the job has 3 objects, the receive takes at most 2; raise"
            + " its count", receive.failure().text());
        ranks.assertCompletes(send); // its second part was received, and dropped
        Receive next = receive(2);
        send(LONG + 1, 2);
        ranks.assertCompletes(next);
        assertArrayEquals(bytes(LONG + 1), next.objects());
    }

    @Test
    void elementsAreNoObjects() {
        for (int length : new int[] {1, 100, LONG}) {
            Receive receive = receive(7);
            LibraryRanks.send(engine, bytes(length), 1, TAG);
            ranks.settle();
            assertTrue(receive.done());
            assertEquals(length < ObjectHead.BYTES ? ErrorClass.ERR_TYPE : ErrorClass.ERR_TRUNCATE,
                receive.failure().error());
        }
    }

    @Test
    void synchronousSendOfObjectsIsCompleteOnlyWhenItIsMatched() {
        Operation send = engine.startSend(bytes(LONG), ElementType.BYTE, 0, LONG,
            SectionHeader.pack(Receive.OBJECTS, 1), WORLD.pointToPoint(), 1, TAG, true);
        ranks.settle();
        assertFalse(send.done());
        ranks.assertCompletes(receive(1));
        ranks.assertCompletes(send);
    }

    @Test
    void blockingCallsTakeObjects() {
        Future<byte[]> received = ranks.beside(() -> peer.receive(null, ElementType.BYTE, Receive.OBJECTS, 0, 1,
            WORLD.pointToPoint(), 0, TAG).objects());
        engine.send(bytes(LONG), ElementType.BYTE, 0, LONG, SectionHeader.pack(Receive.OBJECTS, 1),
            WORLD.pointToPoint(), 1, TAG);
        assertArrayEquals(bytes(LONG), LibraryRanks.await(received));
    }

    @Test
    void matchedMessageOfObjectsIsReceived() {
        send(LONG, 4);
        MatchedMessage message = peer.awaitMatchedProbe(WORLD.pointToPoint(), Receive.ANY, Receive.ANY);
        Receive receive = peer.startReceive(message, null, ElementType.BYTE, Receive.OBJECTS, 0, 4);
        ranks.assertCompletes(receive);
        assertArrayEquals(bytes(LONG), receive.objects());
    }
}
