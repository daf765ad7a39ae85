package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.User_function;
import mpj.tests.Check;
import org.junit.jupiter.api.function.Executable;

/** Objects as messages, above all objects that cannot be sent or that the receiver does not accept. */
public final class SerializationChecks {
    private static final String FILTER = "mpj.serial.filter";
    private static final int LAST = SIZE - 1;

    private enum Color { RED, GREEN }

    private record Point(int x, int y) implements Serializable {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException("x is " + x);
            }
        }
    }

    private record Line(Point from, Point to, List<String> labels) implements Serializable {
    }

    /** A list without the shortcuts of a library: each link is nested in the one before. */
    private static final class Link implements Serializable {
        private static final long serialVersionUID = 1L;
        private Link next;

        static Link chain(int length) {
            Link first = new Link();
            for (int i = 1; i < length; i++) {
                Link before = new Link();
                before.next = first;
                first = before;
            }
            return first;
        }
    }

    private static final class Failing implements Serializable {
        private static final long serialVersionUID = 1L;

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new IllegalStateException("not now");
        }
    }

    private static final class FailingToRead implements Serializable {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("not here");
        }
    }

    private static Object[] exchange(Object... objects) {
        Object[] received = new Object[objects.length];
        COMM.Sendrecv(objects, 0, objects.length, MPI.OBJECT, NEXT, 1,
            received, 0, objects.length, MPI.OBJECT, PREVIOUS, 1);
        return received;
    }

    @Check
    public void recordsAreRestoredByTheirConstructor() {
        Object[] lines = {new Line(new Point(1, 2), new Point(3, 4), List.of("a", "b")), new Point(RANK, 0)};
        Object[] received = exchange(lines);
        assertEquals(lines[0], received[0]);
        assertEquals(new Point(PREVIOUS, 0), received[1]);
    }

    /** The default filter accepts these objects, although their classes reserve much memory. */
    @Check
    public void ordinaryObjectsPassTheDefaultFilter() {
        Map<Color, int[]> colors = new EnumMap<>(Color.class);
        colors.put(Color.GREEN, new int[100_000]);
        BitSet bits = new BitSet();
        bits.set(1_000_000);
        Map<String, Integer> large = new HashMap<>();
        IntStream.range(0, 20_000).forEach(i -> large.put("key " + i, i));
        Object[] objects = {"text", 1, 2L, 'c', true, new BigDecimal("1.5"), LocalDate.of(2004, 2, 29),
            UUID.randomUUID(), new ArrayList<>(List.of(1, 2)), new LinkedList<>(Collections.nCopies(50_000, 7)), large,
            new TreeMap<>(Map.of("k", "v")), new HashMap<String, String>(1000), bits, Color.RED,
            Collections.nCopies(1_000_000, "x"), new RuntimeException("travels"), null, List.of(), Map.of(1, 2)};
        Object[] received = exchange(objects);
        for (int i = 0; i < objects.length; i++) {
            if (!(objects[i] instanceof UUID || objects[i] instanceof Throwable)) {
                assertEquals(objects[i], received[i]);
            }
        }
        Object[] arrays = exchange(new int[3][4][5], new double[0], new String[][] {{"a"}, null}, new long[200_000],
            new PriorityQueue<>(List.of(2, 1)).toArray(), new ArrayDeque<>(List.of(1)), Link.chain(200), colors);
        assertEquals(5, ((int[][][]) arrays[0])[2][3].length);
        assertArrayEquals(new String[][] {{"a"}, null}, (String[][]) arrays[2]);
    }

    private record Sample(int rank, long number, double value, String name, Color color) implements Serializable {
    }

    /**
     * This many objects of a class are sent in a different way than a few objects. The filter works in this way as
     * well.
     */
    @Check
    public void manyObjectsOfAClassArriveAsAFewDo() {
        Object[] samples = IntStream.range(0, 3000).mapToObj(i -> new Sample(RANK, i, Math.sqrt(i),
            i % 7 == 0 ? null : "sample " + i, Color.values()[i % 2])).toArray();
        for (int round = 0; round < 3; round++) {
            Object[] received = exchange(samples);
            for (int i = 0; i < received.length; i++) {
                Sample sent = (Sample) samples[i];
                assertEquals(new Sample(PREVIOUS, sent.number, sent.value, sent.name, sent.color), received[i]);
            }
        }
        COMM.Barrier(); // ranks that are threads share their properties
        System.setProperty(FILTER, "maxrefs=2000;*");
        COMM.Barrier();
        refused("was refused: filter status: REJECTED", samples);
        System.clearProperty(FILTER);
        COMM.Barrier();
        assertEquals(samples[1].getClass(), exchange(samples)[1].getClass());
    }

    private static void refused(String words, Object... objects) {
        assertError(MPI.ERR_TYPE, words, () -> exchange(objects));
        COMM.Barrier();
        assertEquals("fine", exchange("fine")[0]);
    }

    @Check
    public void filterOfTheUserRefusesAtTheReceiver() {
        System.setProperty(FILTER, "!" + Point.class.getName() + ";maxarray=100;*");
        COMM.Barrier();
        refused("was refused: filter status: REJECTED", new Point(1, 1));
        refused("was refused", new Object[] {new int[101]});
        assertEquals(100, ((int[]) exchange(new int[100])[0]).length);
        COMM.Barrier();
        System.setProperty(FILTER, "maxdepth=none");
        COMM.Barrier();
        assertError(MPI.ERR_ARG, "-D" + FILTER + "=maxdepth=none", () -> exchange("any"));
        COMM.Barrier();
        System.clearProperty(FILTER);
        COMM.Barrier();
        assertEquals(new Point(1, 1), exchange(new Point(1, 1))[0]);
    }

    /** Such objects make the send fail at the sender. The rank itself goes on. */
    @Check
    public void objectsThatCannotBeWrittenAreRefusedAtTheSender() {
        for (Object bad : new Object[] {new Failing(), Link.chain(1_000_000), new Object[] {Thread.currentThread()}}) {
            assertError(MPI.ERR_TYPE, " to be sent ", () -> COMM.Send(new Object[] {bad}, 0, 1, MPI.OBJECT, NEXT, 1));
        }
        assertEquals("fine", exchange("fine")[0]);
    }

    @Check
    public void objectsThatCannotBeReadAreRefusedAtTheReceiver() {
        refused("cannot be restored: java.lang.IllegalStateException: not here", new FailingToRead());
        assertError(MPI.ERR_TYPE, "java.lang.Integer, which an array of type java.lang.String[] cannot hold", () ->
            COMM.Sendrecv(new Integer[] {1}, 0, 1, MPI.OBJECT, NEXT, 1, new String[1], 0, 1, MPI.OBJECT, PREVIOUS, 1));
        assertEquals("fine", exchange("fine")[0]);
    }

    // ------------------------------------------------------------------------------------------------- collectives

    private static final Op CONCATENATION = new Op(new User_function() {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            for (int i = 0; i < count; i++) {
                ((Object[]) inoutvec)[inoutoffset + i] =
                    ((Object[]) invec)[inoffset + i].toString() + ((Object[]) inoutvec)[inoutoffset + i];
            }
        }
    }, false);

    /** All objects can be sent, except those of the last rank. */
    private static Object[] objects(Object bad) {
        Object[] objects = new Object[SIZE];
        Arrays.fill(objects, RANK == LAST ? bad : "fine");
        return objects;
    }

    /**
     * Runs a collective in which the objects of the last rank cannot be sent. That rank throws an error that names the
     * class. Ranks that needed the objects throw an error that names the rank. Afterwards the communicator works.
     */
    private static void lastRankFails(boolean neededHere, BiConsumer<Object[], Object[]> collective) {
        Object[] sent = objects(new Object());
        Executable call = () -> collective.accept(sent, new Object[SIZE]);
        if (RANK == LAST) {
            assertError(MPI.ERR_TYPE, "java.lang.Object, which is not Serializable", call);
        } else if (neededHere) {
            assertError(MPI.ERR_TYPE, "rank " + LAST + " could not serialize", call);
        } else {
            try {
                call.execute();
            } catch (MPIException e) {
                assertTrue(e.getMessage().contains("rank " + LAST), e.getMessage());
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
        int[] sum = new int[1];
        COMM.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        assertEquals(SIZE, sum[0]);
        Object[] all = new Object[SIZE];
        COMM.Allgather(new Object[] {RANK}, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT);
        assertArrayEquals(IntStream.range(0, SIZE).boxed().toArray(), all);
    }

    @Check(ranks = 2)
    public void collectivesEndWhenARankCannotSerialize() {
        int[] counts = IntStream.range(0, SIZE).map(_ -> 1).toArray();
        int[] displs = IntStream.range(0, SIZE).toArray();
        lastRankFails(true, (sent, _) -> COMM.Bcast(sent, 0, 1, MPI.OBJECT, LAST));
        lastRankFails(RANK == 0, (sent, received) ->
            COMM.Gather(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT, 0));
        lastRankFails(RANK == 0, (sent, received) ->
            COMM.Gatherv(sent, 0, 1, MPI.OBJECT, received, 0, counts, displs, MPI.OBJECT, 0));
        lastRankFails(true, (sent, received) ->
            COMM.Scatter(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT, LAST));
        lastRankFails(true, (sent, received) ->
            COMM.Scatterv(sent, 0, counts, displs, MPI.OBJECT, received, 0, 1, MPI.OBJECT, LAST));
        lastRankFails(true, (sent, received) ->
            COMM.Allgather(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT));
        lastRankFails(true, (sent, received) ->
            COMM.Allgatherv(sent, 0, 1, MPI.OBJECT, received, 0, counts, displs, MPI.OBJECT));
        lastRankFails(true, (sent, received) ->
            COMM.Alltoall(sent, 0, 1, MPI.OBJECT, received, 0, 1, MPI.OBJECT));
        lastRankFails(true, (sent, received) ->
            COMM.Alltoallv(sent, 0, counts, displs, MPI.OBJECT, received, 0, counts, displs, MPI.OBJECT));
        lastRankFails(RANK == 0, (sent, received) ->
            COMM.Reduce(sent, 0, received, 0, 1, MPI.OBJECT, CONCATENATION, 0));
        lastRankFails(true, (sent, received) ->
            COMM.Allreduce(sent, 0, received, 0, 1, MPI.OBJECT, CONCATENATION));
        lastRankFails(true, (sent, received) ->
            COMM.Reduce_scatter(sent, 0, received, 0, counts, MPI.OBJECT, CONCATENATION));
        lastRankFails(false, (sent, received) ->
            COMM.Scan(sent, 0, received, 0, 1, MPI.OBJECT, CONCATENATION));
    }

    /**
     * The receivers refuse the objects of the last rank. If a tree passes them on, the ranks further down are told of
     * the refusal.
     */
    @Check(ranks = 2)
    public void collectivesEndWhenARankCannotRestore() {
        Object[] objects = objects(new FailingToRead());
        if (RANK == LAST) {
            COMM.Bcast(objects, 0, 1, MPI.OBJECT, LAST);
        } else {
            assertError(MPI.ERR_TYPE, "restore", () -> COMM.Bcast(objects, 0, 1, MPI.OBJECT, LAST));
        }
        COMM.Barrier();
        assertEquals("fine", exchange("fine")[0]);
    }
}
