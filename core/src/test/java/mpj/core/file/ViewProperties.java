package mpj.core.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import mpj.core.datatype.Constants;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Views, and the pieces of windows, compared with a walk over single bytes. */
final class ViewProperties {
    private static final int BYTES = 200;

    @Property(tries = 500)
    void bytesOfTheStreamAreWhereTheFiletypeSays(@ForAll long seed) {
        View view = Views.ordered(new Random(seed));
        long[] places = Views.places(view, BYTES);
        for (int i = 0; i < BYTES; i++) {
            assertEquals(places[i], view.at(i));
        }
        assertTrue(view.isOrdered());
        for (long place = 0; place < places[BYTES - 1]; place++) {
            long limit = place;
            assertEquals(Arrays.stream(places).filter(at -> at < limit).count(), view.before(place), "place " + place);
        }
    }

    @Property(tries = 500)
    void runsAreAsLongAsTheyCanBe(@ForAll long seed) {
        Random random = new Random(seed);
        View view = Views.ordered(random);
        long[] places = Views.places(view, BYTES);
        int from = random.nextInt(BYTES);
        int bytes = random.nextInt(BYTES - from);
        View.Runs runs = view.runs(from, bytes);
        int at = from;
        long end = -1;
        while (runs.next()) {
            assertTrue(runs.place() > end && runs.length() > 0);
            for (long i = 0; i < runs.length(); i++) {
                assertEquals(places[at++], runs.place() + i);
            }
            end = runs.place() + runs.length();
        }
        assertEquals(from + bytes, at);
    }

    @Property(tries = 500)
    void piecesOfAWindowAreItsBytesInOrder(@ForAll long seed) {
        Random random = new Random(seed);
        View view = Views.ordered(random);
        long[] places = Views.places(view, BYTES);
        int from = random.nextInt(BYTES - 1);
        int bytes = 1 + random.nextInt(BYTES - from - 1);
        long window = places[from] - random.nextInt((int) Math.min(5, places[from] + 1));
        int size = (int) (places[from + bytes - 1] + 1 - window);
        Pieces pieces = Pieces.of(Pieces.of(view, from, bytes, window).toInts(), size);
        assertEquals(bytes, pieces.bytes());
        assertEquals(places[from] - window, pieces.first());
        assertEquals(size, pieces.end());

        BitSet expected = new BitSet();
        BitSet marked = new BitSet();
        for (int i = 0; i < bytes; i++) {
            expected.set((int) (places[from + i] - window));
        }
        pieces.mark(marked);
        assertEquals(expected, marked);
        for (int place = 0; place <= size; place++) {
            assertEquals(expected.get(0, place).cardinality(), pieces.before(place));
        }

        byte[] content = new byte[bytes];
        random.nextBytes(content);
        MemorySegment memory = MemorySegment.ofArray(new byte[size]);
        Stream stream = Stream.ofSource(content, 0, bytes, TypeDescriptor.BYTE);
        Copies.scatter(stream, 0, pieces, memory);
        byte[] back = new byte[bytes];
        Copies.gather(memory, pieces, Stream.ofTarget(back, 0, bytes, TypeDescriptor.BYTE), 0, bytes);
        assertArrayEquals(content, back);
        for (int i = 0; i < bytes; i++) {
            assertEquals(content[i], memory.get(ValueLayout.JAVA_BYTE, places[from + i] - window));
        }
    }

    /** The next run of the view is 3 GiB further, and so in another window. */
    @Example
    void aRunMayBeFarFromTheNext() {
        TypeDescriptor filetype = ByteTypes.subarray(new int[] {3 << 27}, new int[] {1}, new int[] {0},
            Constants.ORDER_C, TypeDescriptor.DOUBLE);
        filetype.commit();
        View view = View.of(0, TypeDescriptor.DOUBLE, filetype, "native", true);
        Pieces pieces = Pieces.of(Pieces.of(view, 8, 8, 3L << 30).toInts(), 8);
        assertEquals(0, pieces.first());
        assertEquals(8, pieces.bytes());
    }

    /** The description of a view that a peer sends may be damaged, or may come from another version. */
    @Property(tries = 2000)
    void nothingOutsideOfTheWindowIsAccepted(@ForAll int[] told) {
        int size = 100;
        try {
            BitSet marked = new BitSet();
            Pieces.of(told, size).mark(marked);
            assertTrue(marked.length() <= size);
        } catch (EngineException e) {
            assertEquals(ErrorClass.ERR_INTERN, e.error());
        }
    }

    @Property(tries = 200)
    void domainsHaveEveryByteOnce(@ForAll long seed) {
        Random random = new Random(seed);
        long low = random.nextLong(1L << 34);
        long high = low + 1 + random.nextLong(1 << random.nextInt(1, 24));
        int[] candidates = random.ints(1 + random.nextInt(9), 0, 100).toArray();
        Domains domains = Domains.of(low, high, candidates, 1 << random.nextInt(8, 20));
        assertTrue(domains.number() >= 1 && domains.number() <= candidates.length);
        long at = domains.low();
        assertTrue(at <= low);
        for (int domain = 0; domain < domains.number(); domain++) {
            for (long round = 0; round < domains.rounds(); round++) {
                long start = domains.start(domain, round);
                long end = domains.end(domain, round);
                if (start < end) {
                    assertEquals(at, start);
                    at = end;
                }
            }
        }
        assertEquals(high, at);
    }

    @Example
    void aDomainMayHaveMoreWindowsThanAnIntCounts() {
        assertEquals(3L << 30, Domains.of(0, 3L << 30, new int[] {0}, 1).rounds());
    }

    // ------------------------------------------------------------------------------------------- errors

    private static void assertRefused(ErrorClass error, String words, long displacement, TypeDescriptor etype,
                                      TypeDescriptor filetype, String datarep, boolean written) {
        EngineException e = assertThrows(EngineException.class, () -> View.of(displacement, etype, filetype, datarep,
            written));
        assertEquals(error, e.error());
        assertTrue(e.getMessage().contains(words), e.getMessage());
    }

    private static TypeDescriptor indexed(int... places) {
        int[] lengths = new int[places.length];
        Arrays.fill(lengths, 2);
        TypeDescriptor datatype = TypeDescriptor.indexed(lengths, places, TypeDescriptor.INT);
        datatype.commit();
        return datatype;
    }

    @Example
    void invalidViews() {
        TypeDescriptor type = TypeDescriptor.INT;
        assertRefused(ErrorClass.ERR_ARG, "disp is -4", -4, type, type, "native", false);
        assertRefused(ErrorClass.ERR_TYPE, "etype is null", 0, null, type, "native", false);
        assertRefused(ErrorClass.ERR_TYPE, "filetype is null", 0, type, null, "native", false);
        assertRefused(ErrorClass.ERR_TYPE, "primitive types", 0, TypeDescriptor.OBJECT, type, "native", false);
        assertRefused(ErrorClass.ERR_TYPE, "multiple of the 8 bytes", 0, TypeDescriptor.LONG, type, "native", false);
        assertRefused(ErrorClass.ERR_UNSUPPORTED_DATAREP, "\"big\"", 0, type, type, "big", false);
        assertRefused(ErrorClass.ERR_UNSUPPORTED_DATAREP, "null", 0, type, type, null, false);
        assertRefused(ErrorClass.ERR_TYPE, "must not decrease", 0, type, indexed(4, 0), "native", false);
        assertRefused(ErrorClass.ERR_TYPE, "must not be negative", 0, type, indexed(-1, 4), "native", false);
        assertRefused(ErrorClass.ERR_TYPE, "name a byte twice", 0, type, indexed(0, 1), "native", true);
        TypeDescriptor near = ByteTypes.resized(indexed(0, 4), 0, 4);
        near.commit();
        assertRefused(ErrorClass.ERR_TYPE, "bytes in common", 0, type, near, "native", true);
        assertFalse(View.of(0, type, near, "native", false).isOrdered());
        TypeDescriptor uncommitted = TypeDescriptor.contiguous(2, type);
        assertRefused(ErrorClass.ERR_TYPE, "not committed; commit the datatype first", 0, type, uncommitted, "native",
            false);
    }
}
