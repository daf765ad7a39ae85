package mpj.engine.library;

import static mpj.engine.library.LibraryRanks.WORLD;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.engine.ErrorClass;
import mpj.engine.Layout;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages whose elements do not lie side by side. Outside the heap, the library gets a datatype for them. */
class LibraryDatatypesTest {
    private static final int TAG = 5;
    private static final int ROOM = 64;
    private static final int ITEMS = 2;
    /** Blocks of one size at one distance. */
    private static final int[][] STRIDED = {{1, 4, 7}, {2, 2, 2}};
    private static final int[][] IRREGULAR = {{8, 0, 3}, {1, 2, 3}};

    private final LibraryRanks ranks = new LibraryRanks(new MemoryLibraries(2));
    private final LibraryEngine engine = ranks.engine(0);
    private final LibraryEngine peer = ranks.engine(1);

    @AfterEach
    void close() {
        ranks.close();
    }

    private static Layout layout(int[][] blocks) {
        return new Layout(blocks[0], blocks[1], 10, 1);
    }

    private static NoncontiguousBuffer numbered(boolean inHeap, Layout layout) {
        byte[] bytes = new byte[ROOM];
        for (int i = 0; i < ROOM; i++) {
            bytes[i] = (byte) (i + 1);
        }
        return buffer(inHeap, bytes, layout);
    }

    /** A buffer whose first item begins at byte 3. */
    private static NoncontiguousBuffer buffer(boolean inHeap, byte[] bytes, Layout layout) {
        return new NoncontiguousBuffer(inHeap ? bytes
            : Arena.ofAuto().allocate(ROOM).copyFrom(MemorySegment.ofArray(bytes)), layout, 3);
    }

    private static byte[] content(NoncontiguousBuffer buffer) {
        return buffer.buffer() instanceof MemorySegment segment ? segment.toArray(ValueLayout.JAVA_BYTE)
            : (byte[]) buffer.buffer();
    }

    private Operation send(NoncontiguousBuffer buffer) {
        int bytes = (int) (ITEMS * buffer.layout().bytes);
        return engine.startSend(buffer, ElementType.BYTE, 0, bytes, SectionHeader.pack(ElementType.BYTE.code(), bytes),
            WORLD.pointToPoint(), 1, TAG, false);
    }

    private Receive receive(NoncontiguousBuffer buffer, int items) {
        return peer.startReceive(buffer, ElementType.BYTE, ElementType.BYTE.code(), 0, items * buffer.layout().bytes,
            WORLD.pointToPoint(), 0, TAG);
    }

    @Test
    void itemsTravelBetweenBuffersOfEveryKind() {
        for (int[][] blocks : new int[][][] {STRIDED, IRREGULAR}) {
            byte[] expected = new byte[ROOM];
            for (int item = 0; item < ITEMS; item++) {
                for (int block = 0; block < blocks[0].length; block++) {
                    for (int i = 0; i < blocks[1][block]; i++) {
                        int at = 3 + 10 * item + blocks[0][block] + i;
                        expected[at] = (byte) (at + 1);
                    }
                }
            }
            for (int kinds = 0; kinds < 4; kinds++) {
                NoncontiguousBuffer room = buffer(kinds % 2 == 0, new byte[ROOM], layout(blocks));
                Receive receive = receive(room, ITEMS);
                Operation send = send(numbered(kinds / 2 == 0, layout(blocks)));
                ranks.assertCompletes(receive);
                ranks.assertCompletes(send);
                assertArrayEquals(expected, content(room));
            }
        }
    }

    @Test
    void blockingSendOfItemsTakesThemFromWhereTheyLie() {
        NoncontiguousBuffer items = numbered(false, layout(STRIDED));
        int bytes = (int) items.layout().bytes;
        byte[] room = new byte[bytes];
        Receive receive = LibraryRanks.receive(peer, room, 0, TAG);
        engine.send(items, ElementType.BYTE, 0, bytes, SectionHeader.pack(ElementType.BYTE.code(), bytes),
            WORLD.pointToPoint(), 1, TAG);
        ranks.assertCompletes(receive);
        assertArrayEquals(new byte[] {5, 6, 8, 9, 11, 12}, room);
        assertEquals(1, ranks.library(0).calls().count("vector"));
    }

    @Test
    void moreItemsThanTheReceiveTakesFailIt() {
        Receive receive = receive(buffer(false, new byte[ROOM], layout(IRREGULAR)), ITEMS - 1);
        send(numbered(false, layout(IRREGULAR)));
        ranks.settle();
        assertEquals(ErrorClass.ERR_TRUNCATE, receive.failure().error());
    }

    @Test
    void datatypeOfALayoutIsMadeOnce() {
        Layout layout = layout(STRIDED);
        for (int i = 0; i < 3; i++) {
            Receive receive = receive(buffer(false, new byte[ROOM], layout), ITEMS);
            send(numbered(false, layout));
            ranks.assertCompletes(receive);
        }
        assertEquals(1, ranks.library(0).calls().count("vector"));
        assertEquals(1, ranks.library(1).calls().count("vector"));
    }

    @Test
    void datatypeThatWasLongestUnusedIsFreed() {
        int most = 64;
        Layout often = layout(IRREGULAR);
        for (int i = 0; i < 2 * most; i++) {
            for (Layout layout : new Layout[] {often, layout(STRIDED)}) {
                Receive receive = receive(buffer(true, new byte[ROOM], layout), ITEMS);
                send(numbered(false, layout));
                ranks.assertCompletes(receive);
            }
        }
        assertEquals(most, ranks.library(0).datatypes());
        assertEquals(1, ranks.library(0).calls().count("indexed"));
    }
}
