package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.FileView;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, sections 13.2, 13.4.3, 13.5 and 13.6: files, without their views and without the data access itself. */
@Runs(ranks = {1, 2, 4})
public final class FileChecks {
    @Check
    void fileThatIsOpenedTellsHow() throws Throwable {
        SampleFile.with(sample -> {
            for (int amode : new int[] {SampleFile.EDIT, MPI.MODE_RDWR, MPI.MODE_RDONLY, MPI.MODE_WRONLY,
                MPI.MODE_CREATE | MPI.MODE_WRONLY, MPI.MODE_RDWR | MPI.MODE_APPEND | MPI.MODE_UNIQUE_OPEN}) {
                File file = sample.open(amode);
                assertEquals(amode, file.getAMode());
                assertEquals(MPI.IDENT, Group.compare(COMM.getGroup(), file.getGroup()));
                assertEquals(0, file.getSize());
                assertEquals(0, file.getPosition());
                assertEquals(0, file.getPositionShared());
                assertFalse(file.getAtomicity());
                FileView view = file.getView();
                assertEquals(0, view.getDisp());
                assertSame(MPI.BYTE, view.getEType());
                assertSame(MPI.BYTE, view.getFileType());
                assertEquals("native", view.getDataRep());
                file.close();
            }
        });
    }

    @Check
    void createMakesAFileOrTakesTheOneThatIsThere() throws Throwable {
        SampleFile.with(sample -> {
            sample.open(SampleFile.EDIT).close();
            assertEquals(0, sample.bytes().length);
            sample.put(1, 2);
            File file = sample.open(SampleFile.EDIT);
            assertEquals(8, file.getSize());
            file.close();
            assertArrayEquals(new int[] {1, 2}, sample.ints(), "the file is unchanged");
        });
    }

    @Check
    void exclusiveCreationOfAnExistingFileIsAnErrorOnAllRanks() throws Throwable {
        SampleFile.with(sample -> {
            int amode = SampleFile.EDIT | MPI.MODE_EXCL;
            sample.open(amode).close();
            // The first rank makes the file for all ranks.
            assertError(MPI.ERR_FILE_EXISTS, RANK == 0 ? sample.name() : "rank 0", () -> sample.open(amode));
            sample.open(MPI.MODE_RDWR).close();
        });
    }

    @Check
    void pointersBeginAtTheEndOfAFileToAppendTo() throws Throwable {
        SampleFile.with(sample -> {
            sample.put(7, 8);
            File file = sample.open(MPI.MODE_RDWR | MPI.MODE_APPEND);
            assertEquals(8, file.getPosition());
            assertEquals(8, file.getPositionShared());
            COMM.barrier();
            file.writeOrdered(new int[] {RANK}, 1, MPI.INT);
            assertArrayEquals(World.joined(new int[] {7, 8}, IntStream.range(0, SIZE).toArray()), sample.ints());
            assertEquals(8, file.getPosition());
            file.seek(0, MPI.SEEK_SET);
            int[] first = new int[1];
            file.read(first, 1, MPI.INT);
            assertEquals(7, first[0], "the pointer can also be moved to the beginning");
            file.close();
        });
    }

    @Check
    void fileGoesWithItsClose() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT | MPI.MODE_DELETE_ON_CLOSE);
            file.writeAt(RANK, new byte[] {1}, 1, MPI.BYTE);
            assertEquals(SIZE, sample.bytes().length);
            file.close();
            assertFalse(Files.exists(sample.path()));
        });
    }

    @Check
    void oneRankDeletesAFile() throws Throwable {
        SampleFile.with(sample -> {
            sample.put(1);
            if (RANK == SIZE - 1) {
                File.delete(sample.name());
                assertFalse(Files.exists(sample.path()));
                assertError(MPI.ERR_NO_SUCH_FILE, sample.name(), () -> File.delete(sample.name(), MPI.INFO_NULL));
            }
        });
    }

    @Check
    void sizeGrowsWithZerosAndShrinks() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            file.writeAtAll(RANK, new int[] {RANK + 1}, 1, MPI.INT);
            file.seek(5, MPI.SEEK_SET);
            file.seekShared(6, MPI.SEEK_SET);
            file.setSize(4L * SIZE + 6);
            assertEquals(4L * SIZE + 6, file.getSize());
            byte[] found = sample.bytes();
            assertArrayEquals(new byte[6], Arrays.copyOfRange(found, 4 * SIZE, found.length));
            assertEquals(5, file.getPosition());
            assertEquals(6, file.getPositionShared());
            file.setSize(4);
            assertEquals(4, file.getSize());
            assertArrayEquals(new int[] {1}, sample.ints());
            file.setSize(0);
            assertEquals(0, file.getSize());
            file.close();
            assertEquals(0, sample.bytes().length);
        });
    }

    @Check
    void preallocatedSpaceIsThereAndNothingIsCutOff() throws Throwable {
        SampleFile.with(sample -> {
            sample.put(1, 2, 3);
            File file = sample.openInts();
            file.preallocate(100_000);
            assertEquals(100_000, file.getSize());
            file.preallocate(8);
            assertEquals(100_000, file.getSize());
            file.close();
            assertArrayEquals(new int[] {1, 2, 3, 0}, Arrays.copyOf(sample.ints(), 4));
        });
    }

    /** The view shows every second int, after two that it does not show. */
    private static Datatype everySecond() {
        Datatype type = Datatype.createResized(MPI.INT, 0, 8);
        type.commit();
        return type;
    }

    @Check
    void pointersGoWhereTheyAreTold() throws Throwable {
        Datatype holes = everySecond();
        SampleFile.with(sample -> {
            sample.put(new int[10]);
            File file = sample.open(MPI.MODE_RDWR);
            file.setView(8, MPI.INT, holes, "native");
            file.seek(3, MPI.SEEK_SET);
            assertEquals(3, file.getPosition());
            file.seek(4, MPI.SEEK_CUR);
            assertEquals(7, file.getPosition());
            file.seek(-6, MPI.SEEK_CUR);
            assertEquals(1, file.getPosition());
            file.seek(0, MPI.SEEK_END);
            assertEquals(4, file.getPosition(), "the number of ints in the view");
            file.seek(-1, MPI.SEEK_END);
            assertEquals(3, file.getPosition());
            file.seek(1L << 40, MPI.SEEK_END);
            assertEquals((1L << 40) + 4, file.getPosition());
            file.seek(0, MPI.SEEK_SET);
            file.seekShared(3, MPI.SEEK_SET);
            assertEquals(3, file.getPositionShared());
            COMM.barrier();
            file.seekShared(-2, MPI.SEEK_CUR);
            assertEquals(1, file.getPositionShared());
            COMM.barrier();
            file.seekShared(-4, MPI.SEEK_END);
            assertEquals(0, file.getPositionShared());
            assertEquals(0, file.getPosition(), "the rank's own pointer has not moved");
            COMM.barrier();
            assertError(MPI.ERR_ARG, "-1", () -> file.seek(-1, MPI.SEEK_SET));
            assertError(MPI.ERR_ARG, "-1", () -> file.seek(-1, MPI.SEEK_CUR));
            assertError(MPI.ERR_ARG, "-1", () -> file.seek(-5, MPI.SEEK_END));
            assertError(MPI.ERR_ARG, "-1", () -> file.seekShared(-5, MPI.SEEK_END));
            assertEquals(0, file.getPosition());
            assertEquals(0, file.getPositionShared());
            file.close();
        });
        holes.free();
    }

    @Check
    void offsetsInBytes() throws Throwable {
        Datatype holes = everySecond();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            assertEquals(17, file.getByteOffset(17));
            file.setView(12, MPI.INT, holes, "native");
            for (long offset : new long[] {0, 1, 7, 1L << 31, 1L << 40}) {
                assertEquals(12 + 8 * offset, file.getByteOffset(offset));
            }
            file.setView(4L * RANK, MPI.INT, MPI.INT, "native");
            assertEquals(4L * RANK + 8, file.getByteOffset(2));
            file.close();
        });
        holes.free();
    }

    @Check
    void extentsInTheFile() throws Throwable {
        Datatype vector = Datatype.createVector(2, 1, 3, MPI.LONG);
        vector.commit();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            for (String representation : List.of("native", "internal", "external32")) {
                file.setView(0, MPI.BYTE, MPI.BYTE, representation);
                for (Elements elements : Elements.PRIMITIVE) {
                    assertEquals(elements.bytes(), file.getTypeExtent(elements.type()), elements::toString);
                }
                assertEquals(32, file.getTypeExtent(vector), representation);
            }
            file.close();
        });
        vector.free();
    }

    @Check
    void hintsInUseAreReturnedAndOtherKeysAreIgnored() throws Throwable {
        SampleFile.with(sample -> {
            Info hints = new Info();
            Map<String, String> all = Map.of("cb_nodes", "1", "cb_buffer_size", "8192", "romio_cb_read", "enable",
                "romio_cb_write", "disable", "romio_ds_read", "automatic", "romio_ds_write", "enable",
                "ind_rd_buffer_size", "4096", "ind_wr_buffer_size", "4096");
            all.forEach(hints::set);
            hints.set("striping_factor", "4");
            hints.set("no_hint_at_all", "7");
            File file = sample.open(SampleFile.EDIT, hints);
            hints.set("cb_nodes", "2");
            Info used = file.getInfo();
            all.forEach((key, value) -> assertEquals(value, used.get(key), key));
            assertEquals(all.size(), used.size(), "hints that have no effect are not in use");
            used.set("cb_buffer_size", "16384");
            assertEquals("8192", file.getInfo().get("cb_buffer_size"), "it is a copy");
            file.setInfo(used);
            assertEquals("16384", file.getInfo().get("cb_buffer_size"));
            file.setInfo(MPI.INFO_NULL);
            assertEquals("16384", file.getInfo().get("cb_buffer_size"));
            used.set("romio_ds_read", "disable");
            used.set("cb_nodes", "1000");
            file.setView(0, MPI.BYTE, MPI.BYTE, "native", used);
            assertEquals("disable", file.getInfo().get("romio_ds_read"));
            assertEquals(Integer.toString(SIZE), file.getInfo().get("cb_nodes"), "there are no more ranks");
            file.close();
            File plain = sample.open(SampleFile.EDIT, MPI.INFO_NULL);
            Info defaults = plain.getInfo();
            for (String key : List.of("cb_nodes", "cb_buffer_size", "romio_cb_read", "romio_cb_write", "romio_ds_read",
                "romio_ds_write")) {
                assertNotNull(defaults.get(key), key);
            }
            assertNull(defaults.get("no_hint_at_all"));
            plain.close();
            hints.free();
        });
    }

    @Check
    void syncAndBarrierShowWhatOthersHaveWritten() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            for (int round = 1; round < 20; round++) {
                if (RANK == round % SIZE) {
                    file.writeAt(0, new int[] {round, -round}, 2, MPI.INT);
                }
                file.sync();
                COMM.barrier();
                file.sync();
                int[] room = new int[2];
                file.readAt(0, room, 2, MPI.INT);
                assertArrayEquals(new int[] {round, -round}, room);
                COMM.barrier();
            }
            file.close();
        });
    }

    /** A reader sees all of a write or nothing of it, even if the view has holes. */
    @Check
    void atomicAccessesAreAllOrNothing() throws Throwable {
        int length = 5000;
        Datatype holes = everySecond();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            file.setAtomicity(true);
            assertTrue(file.getAtomicity());
            for (Datatype filetype : List.of(MPI.INT, holes)) {
                file.setView(0, MPI.INT, filetype, "native");
                file.writeAtAll(0, new int[length], length, MPI.INT);
                int[] mine = new int[length];
                int[] room = new int[length];
                for (int round = 0; round < 10; round++) {
                    Arrays.fill(mine, RANK + round * SIZE);
                    file.writeAt(0, mine, length, MPI.INT);
                    assertEquals(length, file.readAt(0, room, length, MPI.INT).getCount(MPI.INT));
                    assertEquals(1, Arrays.stream(room).distinct().count(), "a write is seen in part");
                    file.writeAtAll(0, mine, length, MPI.INT);
                    file.readAtAll(0, room, length, MPI.INT);
                    assertEquals(1, Arrays.stream(room).distinct().count(), "a collective write is seen in part");
                    IntBuffer direct = MPI.newIntBuffer(length).put(0, mine);
                    Request write = file.iWriteAt(0, direct, length, MPI.INT);
                    file.readAt(0, room, length, MPI.INT);
                    assertEquals(1, Arrays.stream(room).distinct().count(), "a write under way is seen in part");
                    write.waitFor();
                }
                COMM.barrier();
            }
            file.setAtomicity(false);
            assertFalse(file.getAtomicity());
            file.close();
        });
        holes.free();
    }

    /**
     * Two threads of each rank hold a lock each, and others wait for these locks. Nobody waits for ever, although a
     * system that takes the threads of a rank for one would say so.
     */
    @Check
    void atomicAccessesOfSeveralThreads() throws Throwable {
        int length = 20_000; // shorter accesses seldom wait for each other
        int rounds = 200;
        SampleFile.with(sample -> {
            File file = sample.openInts();
            file.setAtomicity(true);
            Throwable[] failure = new Throwable[1];
            Thread[] started = new Thread[2];
            for (int thread = 0; thread < started.length; thread++) {
                int number = thread;
                started[thread] = Thread.ofPlatform().daemon().start(() -> {
                    int[] mine = new int[length];
                    int[] room = new int[length];
                    try {
                        for (int round = 0; round < rounds; round++) {
                            int at = number * length;
                            Arrays.fill(mine, RANK + SIZE * round);
                            file.writeAt(at, mine, length, MPI.INT);
                            file.readAt(at, room, length, MPI.INT);
                            assertEquals(1, Arrays.stream(room).distinct().count(), "a write is seen in part");
                        }
                    } catch (Throwable e) {
                        failure[0] = e;
                    }
                });
            }
            for (Thread thread : started) {
                assertTrue(thread.join(Duration.ofSeconds(60)), "a thread does not end");
            }
            assertNull(failure[0], () -> "a thread failed: " + failure[0]);
            file.close();
        });
    }

    /** In atomic mode, written data is visible at once, without sync. */
    @Check
    void atomicWritesAreSeenWithoutSync() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            file.setAtomicity(true);
            for (int round = 0; round < 10; round++) {
                file.writeAt(RANK, new int[] {round + RANK}, 1, MPI.INT);
                COMM.barrier();
                int[] room = new int[SIZE];
                file.readAt(0, room, SIZE, MPI.INT);
                assertArrayEquals(IntStream.range(round, round + SIZE).toArray(), room);
                COMM.barrier();
            }
            file.close();
        });
    }

    @Check
    void severalFilesOfSeveralCommunicators() throws Throwable {
        SampleFile.with(sample -> {
            Intracomm half = COMM.split(RANK % 2, 0);
            File all = sample.openInts();
            File ofHalf = new File(half, sample.sibling("half" + RANK % 2).name(), SampleFile.EDIT);
            File own = new File(MPI.COMM_SELF, sample.sibling("own" + RANK).name(), SampleFile.EDIT);
            File again = sample.open(MPI.MODE_RDONLY);
            all.writeOrdered(new int[] {RANK}, 1, MPI.INT);
            ofHalf.writeOrdered(new int[] {RANK}, 1, MPI.INT);
            own.writeAll(new int[] {RANK}, 1, MPI.INT);
            assertEquals(half.getSize(), ofHalf.getGroup().getSize());
            assertEquals(1, own.getGroup().getSize());
            half.free();
            all.sync();
            COMM.barrier();
            int[] room = new int[SIZE];
            assertEquals(SIZE, again.readAtAll(0, room, SIZE, MPI.INT).getCount(MPI.INT));
            assertArrayEquals(IntStream.range(0, SIZE).toArray(), room);
            assertEquals(SIZE, all.getPositionShared());
            COMM.barrier();
            assertEquals(0, again.getPositionShared(), "each open has pointers of its own");
            again.close();
            all.close();
            own.close();
            ofHalf.writeOrdered(new int[] {-RANK}, 1, MPI.INT);
            ofHalf.close();
            assertArrayEquals(new int[] {RANK}, sample.sibling("own" + RANK).ints());
            int[] members = IntStream.range(0, SIZE).filter(rank -> rank % 2 == RANK % 2).toArray();
            assertArrayEquals(World.joined(members, Arrays.stream(members).map(rank -> -rank).toArray()),
                sample.sibling("half" + RANK % 2).ints());
        });
    }

    @Check
    void communicatorMayBeFreedFirst() throws Throwable {
        SampleFile.with(sample -> {
            Intracomm comm = COMM.dup();
            File file = new File(comm, sample.name(), SampleFile.EDIT);
            comm.free();
            file.writeOrdered(new byte[] {(byte) RANK}, 1, MPI.BYTE);
            file.close();
            assertEquals(SIZE, sample.bytes().length);
        });
    }

    /** Messages and collectives of the communicator do not mix with those of the file. */
    @Check
    void communicatorIsUsedMeanwhile() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            Request[] requests = new Request[2 * SIZE];
            for (int i = 0; i < SIZE; i++) {
                IntBuffer buf = MPI.newIntBuffer(1).put(0, i);
                requests[2 * i] = file.iWriteAtAll((long) i * SIZE + RANK, buf, 1, MPI.INT);
                requests[2 * i + 1] = COMM.iAllReduce(MPI.newIntBuffer(1).put(0, 1), 1, MPI.INT, MPI.SUM);
                int[] sum = {RANK};
                COMM.allReduce(sum, 1, MPI.INT, MPI.SUM);
                assertEquals(SIZE * (SIZE - 1) / 2, sum[0]);
            }
            Request.waitAll(requests);
            assertArrayEquals(IntStream.range(0, SIZE * SIZE).map(i -> i / SIZE).toArray(), sample.ints());
            file.close();
        });
    }

    @Check
    void errorHandlers() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            assertSame(MPI.ERRORS_RETURN, file.getErrhandler());
            file.setErrhandler(MPI.ERRORS_ARE_FATAL);
            assertSame(MPI.ERRORS_ARE_FATAL, file.getErrhandler());
            file.setErrhandler(MPI.ERRORS_RETURN);
            assertError(MPI.ERR_ARG, "handler is null", () -> file.setErrhandler(null));
            for (int error : new int[] {MPI.ERR_IO, MPI.ERR_NO_SPACE, MPI.ERR_LASTCODE}) {
                assertError(error, "the program has called the error handler", () -> file.callErrhandler(error));
            }
            assertError(MPI.ERR_ARG, "errorCode is 0", () -> file.callErrhandler(MPI.SUCCESS));
            file.close();
        });
    }

    /** Another process truncates the file repeatedly. Readers get the bytes that exist, and nothing breaks. */
    @Check
    void fileThatIsTruncatedMeanwhile() throws Throwable {
        int length = 200_000;
        SampleFile.with(sample -> {
            sample.put(new int[length]);
            File file = sample.openInts();
            COMM.barrier();
            int[] room = new int[length];
            for (int round = 0; round < 30; round++) {
                if (RANK == 0) {
                    truncate(sample, round % 2 == 0 ? length : 4L * length, length);
                }
                int found = file.readAt(0, room, length, MPI.INT).getCount(MPI.INT);
                assertTrue(found >= length / 4 && found <= length, "read " + found);
                found = file.readAtAll(0, room, length, MPI.INT).getCount(MPI.INT);
                assertTrue(found >= length / 4 && found <= length, "read together " + found);
            }
            COMM.barrier();
            if (RANK == 0) {
                truncate(sample, 8, length);
            }
            COMM.barrier();
            assertEquals(8, file.getSize());
            assertEquals(2, file.readAtAll(0, room, length, MPI.INT).getCount(MPI.INT));
            file.writeAtAll(4 + RANK, new int[] {RANK}, 1, MPI.INT);
            assertArrayEquals(World.joined(new int[4], IntStream.range(0, SIZE).toArray()), sample.ints());
            file.close();
        });
    }

    private static void truncate(SampleFile sample, long bytes, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(sample.path(), StandardOpenOption.WRITE)) {
            if (bytes < 4L * length) {
                channel.truncate(bytes);
            } else {
                channel.write(ByteBuffer.allocate(1), bytes - 1);
            }
        }
    }

    /** Closing a file completes its open requests. Their status can be read afterwards. */
    @Check
    void closeCompletesRequests() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            IntBuffer[] bufs = new IntBuffer[20];
            Request[] requests = new Request[bufs.length];
            for (int i = 0; i < bufs.length; i++) {
                bufs[i] = MPI.newIntBuffer(1).put(0, i);
                requests[i] = i % 2 == 0 ? file.iWriteAt((long) i * SIZE + RANK, bufs[i], 1, MPI.INT)
                    : file.iWriteAtAll((long) i * SIZE + RANK, bufs[i], 1, MPI.INT);
            }
            file.close();
            Request.waitAll(requests);
            assertArrayEquals(IntStream.range(0, SIZE * bufs.length).map(i -> i / SIZE).toArray(), sample.ints());
        });
    }

    @Check
    void closeWithinASplitCollectiveIsAnError() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            int[] one = {RANK};
            file.writeAtAllBegin(RANK, one, 1, MPI.INT);
            assertError(MPI.ERR_OTHER, "MPI_File_write_at_all_begin", file::close);
            file.writeAtAllEnd(one);
            file.close();
            assertArrayEquals(IntStream.range(0, SIZE).toArray(), sample.ints());
        });
    }

    /** Any thread may call methods of a file, also several threads at once. */
    @Check
    void severalThreads() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            int threads = 4;
            int each = 50;
            Throwable[] failure = new Throwable[1];
            Thread[] started = new Thread[threads];
            for (int thread = 0; thread < threads; thread++) {
                int number = thread;
                started[thread] = Thread.ofPlatform().daemon().start(() -> {
                    try {
                        for (int i = 0; i < each; i++) {
                            long at = (long) (i * threads + number) * SIZE + RANK;
                            file.writeAt(at, new int[] {number}, 1, MPI.INT);
                            int[] room = new int[1];
                            file.readAt(at, room, 1, MPI.INT);
                            assertEquals(number, room[0]);
                            file.writeShared(new int[0], 0, MPI.INT);
                        }
                    } catch (Throwable e) {
                        failure[0] = e;
                    }
                });
            }
            for (Thread thread : started) {
                assertTrue(thread.join(Duration.ofSeconds(30)), "a thread does not end");
            }
            assertNull(failure[0], () -> "a thread failed: " + failure[0]);
            assertArrayEquals(IntStream.range(0, each * threads * SIZE).map(i -> i / SIZE % threads).toArray(),
                sample.ints());
            file.close();
        });
    }

    /**
     * An interrupted thread's call does the same as any other, and the thread is still marked as interrupted
     * afterwards.
     */
    @Check
    void threadThatIsInterrupted() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            int[] mine = World.items(RANK, 0, 3);
            FileAccess.each(FileAccess.WRITES, access -> {
                file.setSize(0);
                for (FileAccess each : List.of(access, access.reading())) {
                    Object buf = each == access ? Memory.DIRECT.of(mine) : Memory.DIRECT.room(3);
                    Thread.currentThread().interrupt();
                    FileAccess.Begun begun = each.beginInOrder(file, 0, 3, buf, 3, MPI.INT);
                    assertTrue(Thread.currentThread().isInterrupted(), "the beginning has taken the interrupt away");
                    assertEquals(3, begun.end().getCount(MPI.INT));
                    assertTrue(Thread.interrupted(), "the end has taken the interrupt away");
                    assertArrayEquals(mine, Memory.values(buf));
                    COMM.barrier();
                }
                assertArrayEquals(World.ofEach(SIZE, rank -> World.items(rank, 0, 3)), sample.ints());
            });
            Thread.currentThread().interrupt();
            file.sync();
            file.setSize(8);
            assertEquals(8, file.getSize());
            file.setAtomicity(true);
            file.writeAt(0, new int[] {5}, 1, MPI.INT);
            file.close();
            File again = sample.open(MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
            again.close();
            assertTrue(Thread.interrupted(), "a call has taken the interrupt away");
        });
    }

    /** Interrupts at any moment, even while the system reads or writes for the thread. */
    @Check
    void interruptsAtAnyMoment() throws Throwable {
        int length = 100_000;
        SampleFile.with(sample -> {
            File file = sample.openInts();
            Thread main = Thread.currentThread();
            AtomicBoolean ends = new AtomicBoolean();
            Thread disturbs = Thread.ofPlatform().daemon().start(() -> {
                for (int i = 1; !ends.get(); i++) {
                    LockSupport.parkNanos(i * 7919L % 300_000);
                    main.interrupt();
                }
            });
            int[] mine = IntStream.range(RANK, RANK + length).toArray();
            int[] room = new int[length];
            for (int round = 0; round < 20; round++) {
                file.setAtomicity(round % 3 == 0);
                if (round % 2 == 0) {
                    file.writeAt((long) RANK * length, mine, length, MPI.INT);
                } else {
                    file.writeAtAll((long) RANK * length, mine, length, MPI.INT);
                }
                Arrays.fill(room, -1);
                assertEquals(length, file.readAt((long) RANK * length, room, length, MPI.INT).getCount(MPI.INT));
                assertArrayEquals(mine, room);
            }
            ends.set(true);
            while (disturbs.isAlive()) {
                Thread.interrupted();
                try {
                    assertTrue(disturbs.join(Duration.ofSeconds(30)));
                } catch (InterruptedException e) {
                    continue;
                }
            }
            Thread.interrupted();
            file.close();
        });
    }
}
