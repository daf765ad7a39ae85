package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** Every datatype, in arrays and in segments. */
public final class TypeChecks {
    private static final int[] COUNTS = {0, 1, 5, 31, 2000, 2049, 9000, 70_000};

    private record Point(int x, double y, String name) implements Serializable {
    }

    @Check
    public void elementsOfEveryTypeArriveWhereTheyBelong() {
        for (ElementKind kind : ElementKind.values()) {
            for (int count : COUNTS) {
                int from = count % 3 + 1;
                int to = count % 4 + 2;
                Object sent = kind.random(from + count + 1, count);
                Object received = kind.random(to + count + 3, count + 1);
                Object expected = kind.random(to + count + 3, count + 1);
                System.arraycopy(sent, from, expected, to, count);
                Status status = COMM.Sendrecv(sent, from, count, kind.datatype(), NEXT, 1,
                    received, to, count, kind.datatype(), PREVIOUS, 1);
                assertStatus(PREVIOUS, 1, count, status);
                assertEquals(count, status.Get_count(kind.datatype()));
                assertTrue(kind.equal(expected, received), kind + "[" + count + "] arrived changed");
            }
        }
    }

    @Check
    public void unexpectedMessageOfEveryTypeIsKeptWhole() {
        for (ElementKind kind : ElementKind.values()) {
            for (int count : COUNTS) {
                Object sent = kind.random(count, count);
                Request send = COMM.Isend(sent, 0, count, kind.datatype(), NEXT, 2);
                COMM.Probe(PREVIOUS, 2);
                Object received = kind.random(count, count + 1);
                COMM.Recv(received, 0, count, kind.datatype(), PREVIOUS, 2);
                assertTrue(kind.equal(sent, received), kind + "[" + count + "] arrived changed");
                send.Wait();
            }
        }
    }

    @Check
    public void segmentAndArrayAreTheSameToAMessage() {
        try (Arena arena = Arena.ofShared()) {
            for (ElementKind kind : ElementKind.values()) {
                for (int count : COUNTS) {
                    Object sent = kind.random(count, count);
                    Datatype datatype = kind.datatype();
                    long bytes = (long) kind.bytes() * (count + 3);
                    MemorySegment segment = arena.allocate(bytes, 8);
                    COMM.Sendrecv(sent, 0, count, datatype, NEXT, 3, segment, 3, count, datatype, PREVIOUS, 3);
                    Object received = kind.random(count + 2, 0);
                    COMM.Sendrecv(segment, 3, count, datatype, NEXT, 3, received, 1, count, datatype, PREVIOUS, 3);
                    Object middle = kind.random(count, 0);
                    System.arraycopy(received, 1, middle, 0, count);
                    assertTrue(kind.equal(sent, middle), kind + "[" + count + "] arrived changed");
                }
            }
        }
    }

    @Check
    public void segmentsOverArraysOfAnotherTypeWork() {
        long[] numbers = new Random(1).longs(5000).toArray();
        long[] received = new long[5000];
        COMM.Sendrecv(MemorySegment.ofArray(numbers), 0, 40_000, MPI.BYTE, NEXT, 4,
            MemorySegment.ofArray(received), 0, 40_000, MPI.BYTE, PREVIOUS, 4);
        assertArrayEquals(numbers, received);
        int[] ints = new Random(2).ints(100).toArray();
        int[] part = new int[100];
        COMM.Sendrecv(MemorySegment.ofArray(ints).asSlice(40), 3, 50, MPI.INT, NEXT, 4,
            MemorySegment.ofArray(part).asSlice(12), 2, 50, MPI.INT, PREVIOUS, 4);
        assertArrayEquals(Arrays.copyOfRange(ints, 13, 63), Arrays.copyOfRange(part, 5, 55));
        assertEquals(0, part[4]);
        assertEquals(0, part[55]);
    }

    @Check
    public void objectsArriveEqual() {
        int[][] ragged = {{}, {1}, {2, 3}, null};
        Object[] sent = {"before", new Point(3, -0.5, "p"), "", null, ragged, new Object[] {List.of(1, 2L), 'c'},
            Map.of("key", List.of(new Point(1, 2, null))), new double[20_000], "after"};
        for (int offset = 0; offset < 2; offset++) {
            Object[] received = new Object[sent.length + 1];
            Status status = COMM.Sendrecv(sent, 1, sent.length - 2, MPI.OBJECT, NEXT, 5,
                received, offset, sent.length, MPI.OBJECT, PREVIOUS, 5);
            assertStatus(PREVIOUS, 5, sent.length - 2, status);
            assertEquals(sent.length - 2, status.Get_count(MPI.OBJECT));
            Object[] expected = new Object[sent.length + 1];
            System.arraycopy(sent, 1, expected, offset, sent.length - 2);
            assertArrayEquals(expected, received);
        }
    }

    @Check
    public void arraysOfObjectTypesAreBuffersToo() {
        String[] words = {"a", null, "c"};
        String[] received = new String[3];
        COMM.Sendrecv(words, 0, 3, MPI.OBJECT, NEXT, 6, received, 0, 3, MPI.OBJECT, PREVIOUS, 6);
        assertArrayEquals(words, received);
        int[][] matrix = {{1, 2}, {3, 4}};
        int[][] transferred = new int[2][];
        COMM.Sendrecv(matrix, 0, 2, MPI.OBJECT, NEXT, 6, transferred, 0, 2, MPI.OBJECT, PREVIOUS, 6);
        assertArrayEquals(matrix, transferred);
    }

    @Check
    public void objectGraphKeepsItsIdentities() {
        Map<String, Object> map = new HashMap<>();
        Object[] pair = {map, map};
        map.put("pair", "x".repeat(100_000));
        Object[] received = new Object[2];
        COMM.Sendrecv(pair, 0, 2, MPI.OBJECT, NEXT, 7, received, 0, 2, MPI.OBJECT, PREVIOUS, 7);
        assertEquals(map, received[0]);
        assertTrue(received[0] == received[1], "one object sent twice in a message became two");
    }

    @Check
    public void noObjectsIsAMessageToo() {
        Object[] untouched = {"here"};
        Status status = COMM.Sendrecv(new Object[0], 0, 0, MPI.OBJECT, NEXT, 8,
            untouched, 0, 1, MPI.OBJECT, PREVIOUS, 8);
        assertStatus(PREVIOUS, 8, 0, status);
        assertEquals("here", untouched[0]);
    }
}
