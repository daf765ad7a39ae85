package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;
import mpj.tests.Draws;
import mpj.tests.Runs;
import mpj.tests.openmpi.checks.FileAccess.Pointer;
import mpj.tests.openmpi.checks.FileAccess.Verb;

/** MPI 3.1, section 13.4: every method that reads or writes, with every buffer. */
@Runs(ranks = {1, 2, 4})
public final class FileAccessChecks {
    private static final int BLOCK = 5;
    private static final int START = 2;
    private static final int ELSEWHERE = 40;

    /** The values of all ranks, one rank after the other, after the earlier content. */
    private static int[] blocks() {
        return World.joined(new int[START], World.ofEach(SIZE, rank -> World.items(rank, 0, BLOCK)));
    }

    /** Asserts that the method has moved only its own pointer, to the end of the access. */
    private static void assertPointers(FileAccess access, File file, long own, long common) {
        assertEquals(access.pointer() == Pointer.INDIVIDUAL ? own : ELSEWHERE, file.getPosition(), "own pointer");
        COMM.barrier();
        assertEquals(access.pointer().isCommon() ? common : ELSEWHERE, file.getPositionShared(), "shared pointer");
        COMM.barrier();
    }

    private static void movePointersAway(File file) {
        file.seek(ELSEWHERE, MPI.SEEK_SET);
        file.seekShared(ELSEWHERE, MPI.SEEK_SET);
    }

    private static void each(List<FileAccess> accesses, Memory memory, FileAccess.Body body) {
        FileAccess.each(accesses.stream().filter(access -> access.takes(memory)).toList(), access -> {
            try {
                body.run(access);
            } catch (Throwable e) {
                throw new AssertionError(memory + ": " + e, e);
            }
        });
    }

    @Check
    void everyMethodTakesEveryBuffer() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            int[] mine = World.items(RANK, 0, BLOCK);
            for (Memory memory : Memory.values()) {
                each(FileAccess.WRITES, memory, access -> {
                    file.setSize(0);
                    movePointersAway(file);
                    Object buf = memory.of(mine);
                    Status status = access.inOrder(file, START, BLOCK, buf, BLOCK, MPI.INT);
                    assertEquals(BLOCK, status.getCount(MPI.INT));
                    assertArrayEquals(mine, Memory.values(buf), "what is written stays in its buffer");
                    assertArrayEquals(blocks(), sample.ints());
                    assertPointers(access, file, START + (RANK + 1) * BLOCK, START + SIZE * BLOCK);
                });
                each(FileAccess.READS, memory, access -> {
                    movePointersAway(file);
                    Object room = memory.room(BLOCK + 1);
                    Status status = access.inOrder(file, START, BLOCK, room, BLOCK, MPI.INT);
                    assertEquals(BLOCK, status.getCount(MPI.INT));
                    assertArrayEquals(World.joined(mine, new int[] {Memory.UNTOUCHED}), Memory.values(room));
                    assertPointers(access, file, START + (RANK + 1) * BLOCK, START + SIZE * BLOCK);
                });
            }
            file.close();
        });
    }

    /** Arrays of the type's elements, and native memory. */
    private static Object buffer(FileAccess access, Object array) {
        return access.form().isRequest() ? MPI.newByteBuffer(Elements.inMemory(array).length)
            .put(0, Elements.inMemory(array)) : array;
    }

    private static byte[] inMemory(Object buffer) {
        return buffer instanceof ByteBuffer bytes ? Elements.bytes(MemorySegment.ofBuffer(bytes.clear()))
            : Elements.inMemory(buffer);
    }

    @Check
    void elementsOfEveryType() throws Throwable {
        SampleFile.with(sample -> {
            int types = SIZE == 2 ? Elements.PRIMITIVE.size() : Draws.of(Elements.PRIMITIVE.size());
            for (Elements elements : Elements.PRIMITIVE.subList(0, types)) {
                File file = sample.open(SampleFile.EDIT);
                file.setView(elements.bytes(), elements.type(), elements.type(), "native");
                FileAccess.each(FileAccess.some(FileAccess.WRITES, Elements.PRIMITIVE.indexOf(elements)), access -> {
                    file.setSize(0);
                    Object mine = elements.array(RANK, BLOCK);
                    Status status = access.inOrder(file, 0, BLOCK, buffer(access, mine), BLOCK, elements.type());
                    assertEquals(BLOCK, status.getCount(elements.type()), elements::toString);
                    byte[] found = sample.bytes();
                    int length = BLOCK * elements.bytes();
                    assertEquals(elements.bytes() + SIZE * length, found.length, elements::toString);
                    for (int rank = 0; rank < SIZE; rank++) {
                        int from = elements.bytes() + rank * length;
                        assertArrayEquals(Elements.inMemory(elements.array(rank, BLOCK)),
                            Arrays.copyOfRange(found, from, from + length), elements::toString);
                    }
                    Object room = buffer(access, elements.room(BLOCK));
                    access.reading().inOrder(file, 0, BLOCK, room, BLOCK, elements.type());
                    assertArrayEquals(Elements.inMemory(mine), inMemory(room), elements::toString);
                    COMM.barrier();
                });
                file.close();
            }
        });
    }

    /**
     * The indices of the ints in a buffer that two items of a datatype contain.
     *
     * @param length the length of the buffer
     */
    private record Layout(Datatype type, int length, int... places) {
        static List<Layout> all() {
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            return Stream.of(
                new Layout(Datatype.createContiguous(3, MPI.INT), 6, 0, 1, 2, 3, 4, 5),
                new Layout(Datatype.createVector(2, 1, 3, MPI.INT), 8, 0, 3, 4, 7),
                new Layout(Datatype.createVector(2, 2, 3, MPI.INT), 10, 0, 1, 3, 4, 5, 6, 8, 9),
                new Layout(Datatype.createIndexed(new int[] {2, 1}, new int[] {1, 5}, MPI.INT), 11, 1, 2, 5, 6, 7, 10),
                new Layout(Datatype.createIndexed(new int[] {1, 1}, new int[] {3, 0}, MPI.INT), 8, 3, 0, 7, 4),
                new Layout(Datatype.createHVector(2, 1, 8, MPI.INT), 6, 0, 2, 3, 5),
                new Layout(Datatype.createResized(pair, 0, 12), 6, 0, 1, 3, 4),
                new Layout(Datatype.createSubarray(new int[] {2, 3}, new int[] {2, 1}, new int[] {0, 1}, MPI.ORDER_C,
                    MPI.INT), 12, 1, 4, 7, 10)).peek(layout -> layout.type.commit()).toList();
        }

        int[] filled(int first) {
            int[] values = new int[length];
            Arrays.fill(values, Memory.UNTOUCHED);
            for (int i = 0; i < places.length; i++) {
                values[places[i]] = first + i;
            }
            return values;
        }
    }

    @Check
    void memoryWithGaps() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            int turn = 0;
            for (Layout layout : Layout.all()) {
                int block = layout.places.length;
                for (Memory memory : List.of(Memory.ARRAY, Memory.DIRECT)) {
                    each(FileAccess.some(FileAccess.WRITES, turn++), memory, access -> {
                        file.setSize(0);
                        Status status = access.inOrder(file, 0, block, memory.of(layout.filled(100 * RANK)), 2,
                            layout.type);
                        assertEquals(2, status.getCount(layout.type));
                        assertEquals(block, status.getElements(layout.type));
                        assertArrayEquals(World.ofEach(SIZE, rank -> IntStream.range(100 * rank, 100 * rank + block)
                            .toArray()), sample.ints());
                        Object room = memory.room(layout.length);
                        access.reading().inOrder(file, 0, block, room, 2, layout.type);
                        assertArrayEquals(layout.filled(100 * RANK), Memory.values(room), layout.type::toString);
                        COMM.barrier();
                    });
                }
            }
            file.close();
        });
    }

    /** An int and a double with a gap between them. */
    @Check
    void structsInMemory() throws Throwable {
        Datatype struct = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8},
            new Datatype[] {MPI.INT, MPI.DOUBLE});
        struct.commit();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            FileAccess.each(FileAccess.WRITES, access -> {
                file.setSize(0);
                ByteBuffer items = MPI.newByteBuffer(32);
                items.putInt(0, RANK).putInt(4, -1).putDouble(8, 0.5).putInt(16, 7).putDouble(24, RANK + 0.5);
                Status status = access.inOrder(file, 0, 24, items, 2, struct);
                assertEquals(2, status.getCount(struct));
                assertEquals(4, status.getElements(struct));
                ByteBuffer found = ByteBuffer.wrap(sample.bytes())
                    .order(ByteOrder.nativeOrder());
                assertEquals(24 * SIZE, found.capacity());
                for (int rank = 0; rank < SIZE; rank++) {
                    assertEquals(rank, found.getInt(24 * rank));
                    assertEquals(0.5, found.getDouble(24 * rank + 4));
                    assertEquals(7, found.getInt(24 * rank + 12));
                    assertEquals(rank + 0.5, found.getDouble(24 * rank + 16));
                }
                ByteBuffer room = MPI.newByteBuffer(32).putInt(4, -9).putInt(20, -9);
                access.reading().inOrder(file, 0, 24, room, 2, struct);
                assertEquals(-9, room.getInt(4), "a gap");
                assertEquals(-9, room.getInt(20), "a gap");
                assertEquals(items.putInt(4, -9).putInt(20, -9).clear(), room.clear());
                COMM.barrier();
            });
            file.close();
        });
        struct.free();
    }

    /** A rank that asks for more than the file has gets the elements that exist. */
    @Check
    void readsAtTheEndOfTheFile() throws Throwable {
        SampleFile.with(sample -> {
            int[] content = IntStream.range(0, SIZE * BLOCK - 3).toArray();
            sample.put(content);
            File file = sample.openInts();
            int there = RANK == SIZE - 1 ? BLOCK - 3 : BLOCK;
            int[] expected = new int[BLOCK];
            Arrays.fill(expected, Memory.UNTOUCHED);
            System.arraycopy(content, RANK * BLOCK, expected, 0, there);
            for (Memory memory : List.of(Memory.ARRAY, Memory.SEGMENT)) {
                each(FileAccess.READS, memory, access -> {
                    movePointersAway(file);
                    Object room = memory.room(BLOCK);
                    Status status = access.inOrder(file, 0, BLOCK, room, BLOCK, MPI.INT);
                    assertEquals(there, status.getCount(MPI.INT));
                    assertArrayEquals(expected, Memory.values(room));
                    int moved = access.form().isDone() ? there : BLOCK;
                    assertPointers(access, file, RANK * BLOCK + moved, SIZE * BLOCK);
                    status = access.inOrder(file, 1000, BLOCK, memory.room(BLOCK), BLOCK, MPI.INT);
                    assertEquals(0, status.getCount(MPI.INT), "far behind the end");
                });
            }
            file.close();
        });
    }

    @Check
    void nothingIsReadAndNothingWritten() throws Throwable {
        SampleFile.with(sample -> {
            sample.put(1, 2, 3);
            File file = sample.openInts();
            FileAccess.each(FileAccess.ALL, access -> {
                movePointersAway(file);
                Object buf = access.form().isRequest() ? MPI.newIntBuffer(0) : new int[0];
                Status status = access.inOrder(file, 1, 0, buf, 0, MPI.INT);
                assertEquals(0, status.getCount(MPI.INT));
                assertPointers(access, file, 1, 1);
            });
            assertArrayEquals(new int[] {1, 2, 3}, sample.ints());
            file.close();
        });
    }

    /**
     * The blocks of different ranks follow each other in any order. The blocks of one rank keep their order, and each
     * is whole.
     */
    @Check
    void sharedPointerWithoutTurns() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            FileAccess.each(FileAccess.WRITES.stream().filter(access -> access.pointer() == Pointer.SHARED).toList(),
                access -> {
                    int rounds = 20;
                    file.setSize(0);
                    file.seekShared(0, MPI.SEEK_SET);
                    List<FileAccess.Begun> begun = new ArrayList<>();
                    for (int round = 0; round < rounds; round++) {
                        begun.add(access.begin(file, 0, Memory.DIRECT.of(World.items(RANK, round, BLOCK)), BLOCK,
                            MPI.INT));
                    }
                    for (FileAccess.Begun each : begun) {
                        assertEquals(BLOCK, each.end().getCount(MPI.INT));
                    }
                    int[] found = sample.ints();
                    assertEquals(SIZE * rounds * BLOCK, found.length);
                    int[] next = new int[SIZE];
                    for (int at = 0; at < found.length; at += BLOCK) {
                        int rank = found[at] / 10_000;
                        assertArrayEquals(World.items(rank, next[rank]++, BLOCK),
                            Arrays.copyOfRange(found, at, at + BLOCK));
                    }
                    file.seekShared(0, MPI.SEEK_SET);
                    int[] sum = new int[1];
                    int[] room = new int[BLOCK];
                    for (int round = 0; round < rounds; round++) {
                        assertEquals(BLOCK, access.reading().form().isRequest()
                            ? request(access.reading(), file, room).getCount(MPI.INT)
                            : file.readShared(room, BLOCK, MPI.INT).getCount(MPI.INT));
                        sum[0] += Arrays.stream(room).sum();
                    }
                    COMM.allReduce(sum, 1, MPI.INT, MPI.SUM);
                    assertEquals(Arrays.stream(found).sum(), sum[0], "each block is read once");
                });
            file.close();
        });
    }

    private static Status request(FileAccess access, File file, int[] room) throws Throwable {
        Object memory = Memory.DIRECT.room(BLOCK);
        Status status = access.begin(file, 0, memory, BLOCK, MPI.INT).end();
        System.arraycopy(Memory.values(memory), 0, room, 0, BLOCK);
        return status;
    }

    /** Ranks may have different numbers of items, or none. */
    @Check
    void orderedAndCollectiveBlocksOfDifferentLengths() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            int[] counts = IntStream.range(0, SIZE).map(rank -> rank * 3 % 5).toArray();
            int before = Arrays.stream(counts).limit(RANK).sum();
            int[] mine = World.items(RANK, 1, counts[RANK]);
            int[] expected = World.ofEach(SIZE, rank -> World.items(rank, 1, counts[rank]));
            FileAccess.each(FileAccess.WRITES.stream().filter(access -> access.form().isCollective()).toList(),
                access -> {
                    file.setSize(0);
                    file.seek(before, MPI.SEEK_SET);
                    file.seekShared(0, MPI.SEEK_SET);
                    Status status = access.begin(file, before, Memory.SEGMENT.of(mine), mine.length, MPI.INT).end();
                    assertEquals(mine.length, status.getCount(MPI.INT));
                    assertArrayEquals(expected, sample.ints());
                    file.seek(before, MPI.SEEK_SET);
                    file.seekShared(0, MPI.SEEK_SET);
                    Object room = Memory.SEGMENT.room(mine.length);
                    access.reading().begin(file, before, room, mine.length, MPI.INT).end();
                    assertArrayEquals(mine, Memory.values(room));
                    COMM.barrier();
                });
            file.close();
        });
    }

    /** Other calls on the file are made between the beginning and the end of a split collective. */
    @Check
    void independentAccessWithinASplitCollective() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            FileAccess.each(FileAccess.ALL.stream().filter(access -> access.form() == FileAccess.Form.SPLIT).toList(),
                access -> {
                    int[] mine = World.items(RANK, 0, BLOCK);
                    boolean writes = access.verb() == Verb.WRITE;
                    sample.put(writes ? new int[START + SIZE * BLOCK] : blocks());
                    int[] buf = writes ? mine.clone() : new int[BLOCK];
                    FileAccess.Begun begun = access.beginInOrder(file, START, BLOCK, buf, BLOCK, MPI.INT);
                    int behind = START + SIZE * BLOCK + RANK;
                    assertEquals(1, file.writeAt(behind, new int[] {RANK}, 1, MPI.INT).getCount(MPI.INT));
                    int[] one = new int[1];
                    assertEquals(1, file.readAt(behind, one, 1, MPI.INT).getCount(MPI.INT));
                    assertEquals(RANK, one[0]);
                    assertEquals(BLOCK, begun.end().getCount(MPI.INT));
                    assertArrayEquals(mine, buf);
                    assertArrayEquals(World.joined(blocks(), IntStream.range(0, SIZE).toArray()), sample.ints());
                });
            file.close();
        });
    }

    /** Requests of a file behave like all other requests. */
    @Check
    void manyRequests() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            int many = 50;
            Request[] requests = new Request[many];
            for (int i = 0; i < many; i++) {
                IntBuffer buf = MPI.newIntBuffer(BLOCK).put(0, World.items(RANK, i, BLOCK));
                requests[i] = i % 2 == 0 ? file.iWriteAt((long) BLOCK * (i * SIZE + RANK), buf, BLOCK, MPI.INT)
                    : file.iWriteAtAll((long) BLOCK * (i * SIZE + RANK), buf, BLOCK, MPI.INT);
            }
            for (Status status : Request.waitAllStatus(requests)) {
                assertEquals(BLOCK, status.getCount(MPI.INT));
                assertEquals(MPI.SUCCESS, status.getError());
            }
            int[] found = sample.ints();
            for (int i = 0; i < many; i++) {
                for (int rank = 0; rank < SIZE; rank++) {
                    int at = BLOCK * (i * SIZE + rank);
                    assertArrayEquals(World.items(rank, i, BLOCK), Arrays.copyOfRange(found, at, at + BLOCK));
                }
            }
            IntBuffer[] rooms = new IntBuffer[many];
            for (int i = 0; i < many; i++) {
                rooms[i] = MPI.newIntBuffer(BLOCK);
                requests[i] = i % 2 == 0 ? file.iReadAt((long) BLOCK * (i * SIZE + RANK), rooms[i], BLOCK, MPI.INT)
                    : file.iReadAtAll((long) BLOCK * (i * SIZE + RANK), rooms[i], BLOCK, MPI.INT);
            }
            for (int left = many; left > 0; left--) {
                int done = Request.waitAny(requests);
                assertTrue(requests[done].isNull());
                assertArrayEquals(World.items(RANK, done, BLOCK), Memory.values(rooms[done]));
            }
            Request one = file.iReadAt(0, rooms[0], BLOCK, MPI.INT);
            while (!one.test()) {
                Thread.onSpinWait();
            }
            file.close();
        });
    }

    /** The status of accesses of one element of each length, and of an item that the end of the file cuts. */
    @Check
    void itemThatIsReadInPart() throws Throwable {
        Datatype triple = Datatype.createContiguous(3, MPI.INT);
        triple.commit();
        SampleFile.with(sample -> {
            sample.put(1, 2, 3, 4, 5);
            File file = sample.openInts();
            FileAccess.each(FileAccess.READS.stream().filter(access -> !access.pointer().isCommon()).toList(),
                access -> {
                    file.seek(0, MPI.SEEK_SET);
                    Object room = Memory.DIRECT.room(6);
                    Status status = access.begin(file, 0, room, 2, triple).end();
                    assertEquals(MPI.UNDEFINED, status.getCount(triple));
                    assertEquals(5, status.getElements(triple));
                    assertArrayEquals(new int[] {1, 2, 3, 4, 5, Memory.UNTOUCHED}, Memory.values(room));
                    COMM.barrier();
                });
            file.close();
        });
        triple.free();
    }

    /** More data than fits a message or a piece of a collective access. */
    @Check
    void longArrays() throws Throwable {
        SampleFile.with(sample -> {
            int length = 300_000;
            File file = sample.openInts();
            FileAccess.each(FileAccess.WRITES.stream().filter(access -> !access.form().isRequest()).toList(),
                access -> {
                    int[] mine = IntStream.range(0, length).map(i -> i * SIZE + RANK).toArray();
                    access.inOrder(file, 0, length, mine, length, MPI.INT);
                    COMM.barrier();
                    int[] room = new int[length];
                    access.reading().inOrder(file, 0, length, room, length, MPI.INT);
                    assertArrayEquals(mine, room);
                    COMM.barrier();
                });
            file.close();
        });
    }
}
