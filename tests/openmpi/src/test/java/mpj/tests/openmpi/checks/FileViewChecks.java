package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.FileView;
import mpi.MPI;
import mpi.Status;
import mpj.tests.Check;
import mpj.tests.Runs;
import mpj.tests.openmpi.checks.FileAccess.Pointer;
import mpj.tests.openmpi.checks.FileAccess.Verb;

/** MPI 3.1, sections 13.3 and 13.5: views of a file, and the representation of its data. */
@Runs(ranks = {1, 2, 4})
public final class FileViewChecks {
    /** The value of an int that no rank has written. */
    private static final int HOLE = -1;

    /**
     * A filetype of ints, and the ints of a tile that it shows.
     *
     * @param extent the extent of a tile
     * @param places the ints that are seen in a tile, in increasing order
     */
    private record Tile(Datatype type, int extent, int... places) {
        static List<Tile> all() {
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            Datatype vector = Datatype.createVector(2, 2, 3, MPI.INT);
            List<Tile> all = List.of(new Tile(MPI.INT, 1, 0),
                new Tile(Datatype.createContiguous(3, MPI.INT), 3, 0, 1, 2),
                new Tile(vector, 5, 0, 1, 3, 4),
                new Tile(Datatype.createResized(vector, 0, 32), 8, 0, 1, 3, 4),
                new Tile(Datatype.createHVector(3, 1, 8, MPI.INT), 5, 0, 2, 4),
                new Tile(Datatype.createIndexed(new int[] {2, 0, 1}, new int[] {0, 3, 5}, MPI.INT), 6, 0, 1, 5),
                // The visible ints begin after the origin of the tile.
                new Tile(Datatype.createResized(Datatype.createIndexed(new int[] {1, 2}, new int[] {1, 4}, MPI.INT), 0,
                    28), 7, 1, 4, 5),
                new Tile(Datatype.createHIndexed(new int[] {1, 1}, new int[] {4, 16}, pair), 5, 1, 2, 4, 5),
                new Tile(Datatype.createStruct(new int[] {1, 2}, new int[] {0, 12}, new Datatype[] {MPI.INT, pair}),
                    7, 0, 3, 4, 5, 6),
                new Tile(Datatype.createSubarray(new int[] {3, 4}, new int[] {2, 2}, new int[] {1, 1}, MPI.ORDER_C,
                    MPI.INT), 12, 5, 6, 9, 10),
                new Tile(Datatype.createSubarray(new int[] {3, 4}, new int[] {2, 2}, new int[] {1, 1},
                    MPI.ORDER_FORTRAN, MPI.INT), 12, 4, 5, 7, 8),
                new Tile(Datatype.createDarray(4, 3, new int[] {4, 4}, new int[] {MPI.DISTRIBUTE_BLOCK,
                    MPI.DISTRIBUTE_CYCLIC}, new int[] {MPI.DISTRIBUTE_DFLT_DARG, 1}, new int[] {2, 2}, MPI.ORDER_C,
                    MPI.INT), 16, 9, 11, 13, 15));
            all.stream().map(Tile::type).filter(type -> type != MPI.INT).forEach(Datatype::commit);
            return all;
        }

        /** The index in the file of an element of the view. */
        int place(int element) {
            return element / places.length * extent + places[element % places.length];
        }
    }

    private static int[] holes(int length) {
        int[] holes = new int[length];
        Arrays.fill(holes, HOLE);
        return holes;
    }

    /** The content of a filetype's holes does not change. */
    @Check
    void filetypesShowWhatIsWrittenAndRead() throws Throwable {
        int start = 2;
        int block = 5;
        SampleFile.with(sample -> {
            List<Tile> tiles = Tile.all();
            for (Tile tile : tiles) {
                File file = sample.open(SampleFile.EDIT);
                FileAccess.each(FileAccess.some(FileAccess.WRITES, tiles.indexOf(tile)), access -> {
                    int[] expected = holes(200);
                    sample.put(expected);
                    file.setView(8, MPI.INT, tile.type, "native");
                    for (int i = 0; i < SIZE * block; i++) {
                        expected[2 + tile.place(start + i)] = 100 * (i / block) + i % block;
                    }
                    int[] mine = IntStream.range(100 * RANK, 100 * RANK + block).toArray();
                    Status status = access.inOrder(file, start, block, Memory.SEGMENT.of(mine), block, MPI.INT);
                    assertEquals(block, status.getCount(MPI.INT), tile.type::toString);
                    assertArrayEquals(expected, sample.ints(), tile.type::toString);
                    Object room = Memory.SEGMENT.room(block);
                    status = access.reading().inOrder(file, start, block, room, block, MPI.INT);
                    assertEquals(block, status.getCount(MPI.INT), tile.type::toString);
                    assertArrayEquals(mine, Memory.values(room), tile.type::toString);
                });
                file.close();
            }
        });
    }

    /** Each rank sees every n-th int, and together the ranks see the whole file. */
    @Check
    void viewsOfAllRanksInterleave() throws Throwable {
        int length = 50;
        Datatype mine = Datatype.createResized(MPI.INT, 0, Integer.BYTES * SIZE);
        mine.commit();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            FileAccess.each(FileAccess.WRITES.stream().filter(access -> !access.pointer().isCommon()).toList(),
                access -> {
                    file.setSize(0);
                    file.setView(Integer.BYTES * RANK, MPI.INT, mine, "native");
                    int[] values = IntStream.range(0, length).map(i -> i * SIZE + RANK).toArray();
                    access.begin(file, 0, Memory.SEGMENT.of(values), length, MPI.INT).end();
                    assertArrayEquals(IntStream.range(0, length * SIZE).toArray(), sample.ints());
                    file.seek(0, MPI.SEEK_SET);
                    Object room = Memory.SEGMENT.room(length);
                    access.reading().begin(file, 0, room, length, MPI.INT).end();
                    assertArrayEquals(values, Memory.values(room));
                    file.setView(0, MPI.INT, MPI.INT, "native");
                    room = Memory.SEGMENT.room(length * SIZE);
                    access.reading().begin(file, 0, room, length * SIZE, MPI.INT).end();
                    assertArrayEquals(IntStream.range(0, length * SIZE).toArray(), Memory.values(room),
                        "every rank reads all");
                    COMM.barrier();
                });
            file.close();
        });
        mine.free();
    }

    /** Ranks write at the same time, each into the holes of the others, in many small pieces. */
    @Check
    void holesThatOthersWriteMeanwhile() throws Throwable {
        int length = 600;
        int rounds = 30;
        Datatype mine = Datatype.createResized(MPI.INT, 0, Integer.BYTES * SIZE);
        mine.commit();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            file.setView(Integer.BYTES * RANK, MPI.INT, mine, "native");
            COMM.barrier();
            int[] values = new int[length];
            for (int round = 0; round < rounds; round++) {
                int value = round;
                Arrays.setAll(values, i -> i * rounds + value);
                if (RANK % 2 == 0) {
                    file.writeAt(0, values, length, MPI.INT);
                } else {
                    for (int i = 0; i < length; i++) {
                        file.writeAt(i, new int[] {values[i]}, 1, MPI.INT);
                    }
                }
                int[] room = new int[length];
                file.readAt(0, room, length, MPI.INT);
                assertArrayEquals(values, room, () -> "another rank has overwritten round " + value);
            }
            file.close();
        });
        mine.free();
    }

    /** Data that is written through one distribution of an array is read through another. */
    @Check
    void distributedArrays() throws Throwable {
        int rows = 3 * SIZE + 1;
        int columns = 7;
        Datatype byRows = darray(rows, columns, MPI.DISTRIBUTE_CYCLIC, 2, MPI.DISTRIBUTE_NONE, new int[] {SIZE, 1});
        Datatype byColumns = darray(rows, columns, MPI.DISTRIBUTE_NONE, MPI.DISTRIBUTE_DFLT_DARG,
            MPI.DISTRIBUTE_BLOCK, new int[] {1, SIZE});
        int[] array = IntStream.range(0, rows * columns).toArray();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            file.setView(16, MPI.INT, byRows, "native");
            int[] mine = IntStream.of(array).filter(i -> i / columns / 2 % SIZE == RANK).toArray();
            file.writeAll(mine, mine.length, MPI.INT);
            assertArrayEquals(World.joined(new int[4], array), sample.ints());
            file.setView(16, MPI.INT, byColumns, "native");
            int width = (columns + SIZE - 1) / SIZE;
            mine = IntStream.of(array).filter(i -> i % columns / width == RANK).toArray();
            int[] room = new int[mine.length];
            assertEquals(mine.length, file.readAll(room, room.length, MPI.INT).getCount(MPI.INT));
            assertArrayEquals(mine, room);
            file.close();
        });
        byRows.free();
        byColumns.free();
    }

    private static Datatype darray(int rows, int columns, int ofRows, int rowsEach, int ofColumns, int[] grid) {
        Datatype type = Datatype.createDarray(SIZE, RANK, new int[] {rows, columns}, new int[] {ofRows, ofColumns},
            new int[] {rowsEach, MPI.DISTRIBUTE_DFLT_DARG}, grid, MPI.ORDER_C, MPI.INT);
        type.commit();
        return type;
    }

    /** An int and a double. The file has holes of 4 bytes in the places of the struct's gaps. */
    private static Datatype struct() {
        Datatype struct = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8},
            new Datatype[] {MPI.INT, MPI.DOUBLE});
        struct.commit();
        return struct;
    }

    @Check
    void etypeThatIsAStruct() throws Throwable {
        Datatype struct = struct();
        Datatype turn = Datatype.createResized(struct, 0, 16 * SIZE);
        turn.commit();
        SampleFile.with(sample -> {
            byte[] before = new byte[16 * 2 * SIZE];
            Arrays.fill(before, (byte) HOLE);
            FileAccess.each(FileAccess.WRITES.stream().filter(access -> !access.pointer().isCommon()).toList(),
                access -> {
                    sample.put(before);
                    File file = sample.open(SampleFile.EDIT);
                    file.setView(16 * RANK, struct, turn, "native");
                    file.seek(1, MPI.SEEK_SET);
                    ByteBuffer item = MPI.newByteBuffer(16).putInt(0, RANK).putDouble(8, RANK + 0.25);
                    Status status = access.begin(file, 1, item, 1, struct).end();
                    assertEquals(1, status.getCount(struct));
                    ByteBuffer found = ByteBuffer.wrap(sample.bytes()).order(ByteOrder.nativeOrder());
                    assertEquals(before.length, found.capacity());
                    for (int rank = 0; rank < SIZE; rank++) {
                        assertEquals(HOLE, found.getInt(16 * rank), "an element of the view that was not written");
                        int at = 16 * (SIZE + rank);
                        assertEquals(rank, found.getInt(at));
                        assertEquals(HOLE, found.getInt(at + 4), "a hole");
                        assertEquals(rank + 0.25, found.getDouble(at + 8));
                    }
                    file.seek(1, MPI.SEEK_SET);
                    ByteBuffer room = MPI.newByteBuffer(16);
                    access.reading().begin(file, 1, room, 1, struct).end();
                    assertEquals(item.putInt(4, 0), room);
                    file.close();
                });
        });
        struct.free();
        turn.free();
    }

    /** The bytes of every type in external32, as the standard defines them, with the highest byte first. */
    @Check
    void external32IsTheSameOnAllMachines() throws Throwable {
        record Golden(Datatype type, Object values, String bytes) {
        }
        List<Golden> all = List.of(new Golden(MPI.BYTE, new byte[] {1, -2}, "01fe"),
            new Golden(MPI.CHAR, new char[] {'A', '\u20ac'}, "004120ac"),
            new Golden(MPI.SHORT, new short[] {1, -2}, "0001fffe"),
            new Golden(MPI.BOOLEAN, new boolean[] {true, false}, "0100"),
            new Golden(MPI.INT, new int[] {0x01020304, -2}, "01020304fffffffe"),
            new Golden(MPI.LONG, new long[] {0x0102030405060708L, -2}, "0102030405060708fffffffffffffffe"),
            new Golden(MPI.FLOAT, new float[] {1, -2.5f}, "3f800000c0200000"),
            new Golden(MPI.DOUBLE, new double[] {1, -2.5}, "3ff0000000000000c004000000000000"),
            new Golden(MPI.DOUBLE_COMPLEX, new double[] {1, -2.5, 0, 1},
                "3ff0000000000000c00400000000000000000000000000003ff0000000000000"));
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            for (Golden golden : all) {
                FileAccess.each(FileAccess.some(FileAccess.WRITES.stream()
                    .filter(access -> !access.form().isRequest()).toList(), all.indexOf(golden)), access -> {
                        file.setSize(0);
                        file.setView(0, golden.type, golden.type, "external32");
                        access.inOrder(file, 0, 2, golden.values, 2, golden.type);
                        assertEquals(golden.bytes.repeat(SIZE), HexFormat.of().formatHex(sample.bytes()),
                            golden.type::getName);
                        Object room = Array.newInstance(golden.values.getClass().componentType(),
                            Array.getLength(golden.values));
                        Status status = access.reading().inOrder(file, 0, 2, room, 2, golden.type);
                        assertEquals(2, status.getCount(golden.type), golden.type::getName);
                        assertArrayEquals(Elements.inMemory(golden.values), Elements.inMemory(room),
                            golden.type::getName);
                        COMM.barrier();
                    });
            }
            file.close();
        });
    }

    /** Buffers with gaps, filetypes with holes, structs: the bytes of each element are reversed in its own place. */
    @Check
    void external32OfDerivedTypes() throws Throwable {
        Datatype struct = struct();
        Datatype spread = Datatype.createVector(3, 1, 2, MPI.SHORT);
        Datatype resized = Datatype.createResized(MPI.SHORT, 0, 4);
        spread.commit();
        resized.commit();
        SampleFile.with(sample -> {
            byte[] before = new byte[24];
            Arrays.fill(before, (byte) 0xee);
            for (FileAccess access : FileAccess.WRITES) {
                if (access.pointer().isCommon() || access.form().isCollective() && SIZE > 1) {
                    continue;
                }
                sample.put(before);
                File file = sample.open(SampleFile.EDIT);
                if (RANK == 0) {
                    turn(file, spread, resized, access);
                } else {
                    file.setView(0, MPI.SHORT, resized, "external32");
                }
                assertEquals("eeee0102eeee0304eeee0506" + "ee".repeat(12), HexFormat.of().formatHex(sample.bytes()),
                    access::toString);
                file.close();
            }
            sample.put(new byte[0]);
            File file = sample.open(SampleFile.EDIT);
            file.setView(0, MPI.BYTE, MPI.BYTE, "external32");
            ByteBuffer item = MPI.newByteBuffer(16).putInt(0, 0x01020304).putDouble(8, 1);
            file.writeOrdered(item, 1, struct);
            assertEquals("010203043ff0000000000000".repeat(SIZE), HexFormat.of().formatHex(sample.bytes()));
            ByteBuffer room = MPI.newByteBuffer(16);
            file.readAtAll(12 * RANK, room, 1, struct);
            assertEquals(item, room);
            file.close();
        });
        struct.free();
        spread.free();
        resized.free();
    }

    private static void turn(File file, Datatype spread, Datatype resized, FileAccess access) throws Throwable {
        file.setView(2, MPI.SHORT, resized, "external32");
        ByteBuffer memory = MPI.newByteBuffer(10).putShort(0, (short) 0x0102).putShort(4, (short) 0x0304)
            .putShort(8, (short) 0x0506);
        assertEquals(3, access.begin(file, 0, memory, 1, spread).end().getElements(spread));
        file.seek(0, MPI.SEEK_SET);
        ByteBuffer room = MPI.newByteBuffer(10);
        access.reading().begin(file, 0, room, 1, spread).end();
        assertEquals(memory, room);
    }

    /** The representation internal is the same for all ranks, and each time that a file is opened. */
    @Check
    void internalIsReadAsItWasWritten() throws Throwable {
        SampleFile.with(sample -> {
            for (Elements elements : Elements.PRIMITIVE) {
                File file = sample.open(SampleFile.EDIT);
                file.setView(0, elements.type(), elements.type(), "internal");
                file.writeOrdered(elements.array(RANK, 3), 3, elements.type());
                file.close();
                COMM.barrier();
                File again = sample.open(MPI.MODE_RDONLY);
                again.setView(0, elements.type(), elements.type(), "internal");
                Object room = elements.room(3);
                again.readAtAll(3 * World.NEXT, room, 3, elements.type());
                assertArrayEquals(Elements.inMemory(elements.array(World.NEXT, 3)), Elements.inMemory(room),
                    elements::toString);
                again.close();
            }
        });
    }

    /** The program frees its datatypes when the view has them, and those that it gets when it does not need them. */
    @Check
    void viewReturnsDuplicatesOfItsDatatypes() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            Datatype tile = Datatype.createResized(pair, 0, 16);
            pair.commit();
            tile.commit();
            file.setView(0, pair, tile, "native");
            for (int round = 0; round < 2; round++) {
                FileView view = file.getView();
                assertNotSame(pair, view.getEType());
                assertNotSame(tile, view.getFileType());
                view.getEType().free();
                Datatype again = view.getFileType();
                assertEquals(tile.getExtent(), again.getExtent());
                file.setView(0, MPI.INT, again, "native"); // it is committed
                again.free();
                file.writeAt(RANK * 2, new int[] {RANK, -RANK}, 2, MPI.INT);
                file.setView(0, pair, tile, "native");
                if (round == 0) {
                    COMM.barrier();
                    assertEquals(2, file.readAt(RANK, new int[2], 2, MPI.INT).getCount(MPI.INT));
                }
            }
            int size = pair.getSize();
            pair.free();
            tile.free();
            assertEquals(size, file.getView().getEType().getSize());
            file.close();
        });
    }

    @Check
    void viewReturnsItsArguments() throws Throwable {
        Datatype struct = struct();
        Datatype tile = Datatype.createResized(struct, 0, 48);
        tile.commit();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            for (String representation : List.of("native", "internal", "external32")) {
                file.setView(16L * RANK, struct, tile, representation, MPI.INFO_NULL);
                FileView view = file.getView();
                assertEquals(16L * RANK, view.getDisp());
                assertEquals(struct.getExtent(), view.getEType().getExtent());
                assertEquals(48, view.getFileType().getExtent());
                assertEquals(representation, view.getDataRep());
            }
            file.setView(1L << 33, MPI.INT, MPI.INT, "native");
            assertEquals(1L << 33, file.getView().getDisp());
            assertSame(MPI.INT, file.getView().getFileType());
            file.close();
        });
        tile.free();
        struct.free();
    }

    /** The program may free a datatype as soon as the view has it. */
    @Check
    void datatypesMayBeFreedFirst() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            Datatype tile = Datatype.createResized(pair, 0, 8 * SIZE);
            pair.commit();
            tile.commit();
            file.setView(8 * RANK, pair, tile, "native");
            pair.free();
            tile.free();
            file.writeAll(new int[] {RANK, -RANK, RANK, -RANK}, 4, MPI.INT);
            int[] all = World.ofEach(SIZE, rank -> new int[] {rank, -rank});
            assertArrayEquals(World.joined(all, all), sample.ints());
            file.close();
        });
    }

    @Check
    void pointersBeginAgainWithAView() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            file.seek(5, MPI.SEEK_SET);
            file.seekShared(6, MPI.SEEK_SET);
            file.setView(4, MPI.INT, MPI.INT, "native");
            assertEquals(0, file.getPosition());
            assertEquals(0, file.getPositionShared());
            COMM.barrier();
            file.writeOrdered(new int[] {RANK}, 1, MPI.INT);
            assertArrayEquals(World.joined(new int[1], IntStream.range(0, SIZE).toArray()), sample.ints());
            file.close();
        });
    }

    /**
     * A file that is only read and written in order, such as a pipe. A new view begins where the last access has ended.
     */
    @Check
    void viewThatBeginsWhereTheLastOneEnds() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.open(MPI.MODE_CREATE | MPI.MODE_WRONLY | MPI.MODE_SEQUENTIAL);
            file.writeOrdered(new byte[] {(byte) RANK}, 1, MPI.BYTE);
            file.setView(MPI.DISPLACEMENT_CURRENT, MPI.SHORT, MPI.SHORT, "external32");
            assertEquals(SIZE, file.getView().getDisp());
            file.writeOrdered(new short[] {(short) RANK}, 1, MPI.SHORT);
            byte[] expected = new byte[3 * SIZE];
            for (int rank = 0; rank < SIZE; rank++) {
                expected[rank] = (byte) rank;
                expected[SIZE + 2 * rank + 1] = (byte) rank;
            }
            assertArrayEquals(expected, sample.bytes());
            file.close();
        });
    }

    private static final long GIBI = 1L << 30;

    private static int intAt(SampleFile sample, long bytes) throws IOException {
        COMM.barrier();
        ByteBuffer one = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel channel = FileChannel.open(sample.path(), StandardOpenOption.READ)) {
            channel.read(one, bytes);
        }
        COMM.barrier();
        return one.getInt(0);
    }

    /** The file is sparse, so that it takes no room on the disk. Reads skip the gaps between distant parts. */
    @Check
    void placesBeyondTheRangeOfAnInt() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            for (long start : new long[] {2 * GIBI - 8, 4 * GIBI - 8, 9 * GIBI}) {
                for (Datatype etype : List.of(MPI.INT, MPI.BYTE)) {
                    long disp = etype == MPI.INT ? 0 : start;
                    file.setView(disp, etype, etype, "native");
                    long first = (start - disp) / (etype == MPI.INT ? 4 : 1);
                    FileAccess.each(FileAccess.some(FileAccess.WRITES, (int) (start % 3)), access -> {
                        int[] mine = World.items(RANK, 3, 4);
                        long block = etype == MPI.INT ? 4 : 16;
                        access.inOrder(file, first, block, Memory.DIRECT.of(mine), 4, MPI.INT);
                        assertEquals(10_000 * (SIZE - 1) + 303, intAt(sample, start + 16 * SIZE - 4));
                        Object room = Memory.DIRECT.room(4);
                        access.reading().inOrder(file, first, block, room, 4, MPI.INT);
                        assertArrayEquals(mine, Memory.values(room));
                        COMM.barrier();
                    });
                    assertEquals(start + 16 * SIZE, file.getSize());
                    file.seek(0, MPI.SEEK_END);
                    assertEquals(file.getSize(), file.getByteOffset(file.getPosition()));
                    file.setSize(0);
                }
            }
            file.close();
        });
    }

    /** The parts of the ranks are gibibytes apart. No rank reads or writes the bytes in between. */
    @Check
    void collectiveOfPartsThatAreFarApart() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            for (FileAccess access : FileAccess.ALL) {
                if (!access.form().isCollective() || access.pointer() == Pointer.ORDERED) {
                    continue;
                }
                long at = RANK * 3 * GIBI / Integer.BYTES;
                Object buf = access.verb() == Verb.WRITE ? Memory.DIRECT.of(RANK, -RANK) : Memory.DIRECT.room(2);
                file.seek(at, MPI.SEEK_SET);
                if (access.verb() == Verb.READ) {
                    file.writeAt(at, new int[] {RANK, -RANK}, 2, MPI.INT);
                    file.sync();
                }
                assertEquals(2, access.begin(file, at, buf, 2, MPI.INT).end().getCount(MPI.INT), access::toString);
                assertArrayEquals(new int[] {RANK, -RANK}, Memory.values(buf), access::toString);
                assertEquals(-RANK, intAt(sample, 3 * GIBI * RANK + 4), access::toString);
                file.setSize(0);
            }
            file.close();
        });
    }

    /** A tile of two gibibytes, of which only the first and the last int are seen. */
    @Check
    void tilesThatAreLarge() throws Throwable {
        Datatype ends = Datatype.createHIndexed(new int[] {1, 1}, new int[] {0, Integer.MAX_VALUE - 7}, MPI.INT);
        ends.commit();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            file.setView(0, MPI.INT, ends, "native");
            int[] mine = {RANK, -RANK, RANK + 10, -RANK - 10};
            FileAccess.each(FileAccess.some(FileAccess.WRITES, 1), access -> {
                access.inOrder(file, 0, 4, Memory.DIRECT.of(mine), 4, MPI.INT);
                long extent = Integer.MAX_VALUE - 3;
                assertEquals(-RANK - 10, intAt(sample, (2L * RANK + 2) * extent - 4));
                Object room = Memory.DIRECT.room(4);
                access.reading().inOrder(file, 0, 4, room, 4, MPI.INT);
                assertArrayEquals(mine, Memory.values(room));
                COMM.barrier();
            });
            file.setSize(0);
            file.close();
        });
        ends.free();
    }
}
