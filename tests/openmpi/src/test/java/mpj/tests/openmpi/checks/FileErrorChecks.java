package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.bindings.Linux;
import mpj.bindings.libc.libc_h;
import mpj.tests.Check;
import mpj.tests.Runs;
import mpj.tests.openmpi.checks.FileAccess.Form;
import mpj.tests.openmpi.checks.FileAccess.Pointer;
import mpj.tests.openmpi.checks.FileAccess.Verb;
import org.junit.jupiter.api.function.Executable;

/**
 * Wrong calls on files. The error gives the reason, on all ranks if the call is collective, and the file can still be
 * used.
 */
@Runs(ranks = {1, 2, 4})
public final class FileErrorChecks {
    private static final int LAST = SIZE - 1;
    private static final List<FileAccess> COLLECTIVES = FileAccess.ALL.stream()
        .filter(access -> access.form().isCollective()).toList();

    /** The last rank makes the wrong call, and the others make a right one. All get an error of the same class. */
    private static void assertErrorOfAll(int error, String words, Executable wrong, Executable right) {
        if (RANK == LAST) {
            assertError(error, words, wrong);
        } else {
            assertError(error, "rank " + LAST, right);
        }
    }

    /** No rank can open the file. The first rank tries, and the others are told that it failed. */
    private static void assertNotOpened(Set<Integer> errors, String name, int amode) {
        MPIException e = assertThrows(MPIException.class, () -> new File(COMM, name, amode), name);
        assertTrue(errors.contains(e.getErrorClass()), () -> "class " + e.getErrorClass() + ": " + e.getMessage());
        assertTrue(e.getMessage().contains(RANK == 0 ? name : "rank 0"), e.getMessage());
    }

    /** A right access after wrong ones shows that the wrong ones have changed nothing. */
    private static void assertGoesOn(SampleFile sample, File file) throws Throwable {
        assertEquals(0, sample.bytes().length, "wrong calls have written something");
        assertEquals(0, file.getPositionShared());
        COMM.barrier();
        // The standard does not say where a rank's own pointer is after an error of another rank.
        file.seek(0, MPI.SEEK_SET);
        file.writeOrdered(new int[] {RANK}, 1, MPI.INT);
        assertArrayEquals(IntStream.range(0, SIZE).toArray(), sample.ints());
        int[] room = new int[SIZE];
        file.readAll(room, SIZE, MPI.INT);
        assertArrayEquals(IntStream.range(0, SIZE).toArray(), room);
        file.close();
    }

    // ------------------------------------------------------------------------------------------- opening, deleting

    @Check
    void invalidAccessModes() throws Throwable {
        SampleFile.with(sample -> {
            for (int amode : new int[] {0, MPI.MODE_CREATE, MPI.MODE_RDONLY | MPI.MODE_WRONLY,
                MPI.MODE_RDONLY | MPI.MODE_RDWR, MPI.MODE_WRONLY | MPI.MODE_RDWR, MPI.MODE_RDONLY | MPI.MODE_CREATE,
                MPI.MODE_RDONLY | MPI.MODE_EXCL, MPI.MODE_RDWR | MPI.MODE_SEQUENTIAL, 1 << 9 | MPI.MODE_RDWR, -1}) {
                assertError(MPI.ERR_AMODE, "amode", () -> sample.open(amode));
                assertErrorOfAll(MPI.ERR_AMODE, "amode", () -> sample.open(amode),
                    () -> sample.open(SampleFile.EDIT));
            }
            COMM.barrier();
            assertFalse(Files.exists(sample.path()), "a call that is refused makes no file");
        });
    }

    @Check(ranks = 2)
    void accessModesThatDiffer() throws Throwable {
        SampleFile.with(sample -> {
            int amode = RANK == LAST ? SampleFile.EDIT | MPI.MODE_UNIQUE_OPEN : SampleFile.EDIT;
            assertError(MPI.ERR_NOT_SAME, "amode", () -> sample.open(amode));
        });
    }

    @Check
    void filesThatCannotBeOpened() throws Throwable {
        SampleFile.with(sample -> {
            String missing = sample.sibling("no/file").name();
            String folder = sample.path().getParent().toString();
            for (int amode : new int[] {MPI.MODE_RDONLY, MPI.MODE_RDWR, MPI.MODE_WRONLY}) {
                assertNotOpened(Set.of(MPI.ERR_NO_SUCH_FILE), sample.name(), amode);
                assertNotOpened(Set.of(MPI.ERR_BAD_FILE), folder, amode);
            }
            assertNotOpened(Set.of(MPI.ERR_NO_SUCH_FILE), missing, SampleFile.EDIT);
            sample.put(1);
            // The error classes of these cases depend on the file system.
            assertNotOpened(Set.of(MPI.ERR_BAD_FILE, MPI.ERR_NO_SUCH_FILE), sample.name() + "/below", SampleFile.EDIT);
            String notEvenForRoot = "/sys/devices/system/cpu/online";
            if (Files.isReadable(Path.of(notEvenForRoot))) {
                assertNotOpened(Set.of(MPI.ERR_ACCESS, MPI.ERR_READ_ONLY), notEvenForRoot, MPI.MODE_RDWR);
                new File(COMM, notEvenForRoot, MPI.MODE_RDONLY).close();
            }
            assertArrayEquals(new int[] {1}, sample.ints());
        });
    }

    /** Each rank may use its own path for the file, and only one of the paths may be wrong. */
    @Check(ranks = 2)
    void fileThatOneRankCannotOpen() throws Throwable {
        SampleFile.with(sample -> {
            sample.put(1);
            String missing = sample.sibling("missing").name();
            assertErrorOfAll(MPI.ERR_NO_SUCH_FILE, missing, () -> new File(COMM, missing, MPI.MODE_RDWR),
                () -> sample.open(MPI.MODE_RDWR));
            sample.open(MPI.MODE_RDWR).close();
        });
    }

    @Check
    void invalidNames() throws Throwable {
        SampleFile.with(sample -> {
            for (String name : new String[] {null, "", sample.name() + "\0", "\0"}) {
                assertErrorOfAll(MPI.ERR_BAD_FILE, "filename", () -> new File(COMM, name, SampleFile.EDIT),
                    () -> sample.open(SampleFile.EDIT));
                assertError(MPI.ERR_BAD_FILE, "filename", () -> File.delete(name));
            }
            assertError(MPI.ERR_BAD_FILE, "directory", () -> File.delete(sample.path().getParent().toString()));
            assertError(MPI.ERR_NO_SUCH_FILE, sample.name(), () -> File.delete(sample.name()));
            assertError(MPI.ERR_INFO, "info is null", () -> File.delete(sample.name(), null));
        });
    }

    @Check
    void communicatorsThatHaveNoFile() throws Throwable {
        SampleFile.with(sample -> {
            assertError(MPI.ERR_COMM, "comm is null", () -> new File(null, sample.name(), SampleFile.EDIT));
            Intracomm freed = COMM.dup();
            freed.free();
            assertError(MPI.ERR_COMM, "freed", () -> new File(freed, sample.name(), SampleFile.EDIT));
            if (SIZE > 1) {
                Intracomm part = COMM.split(RANK % 2, 0);
                Intercomm inter = COMM.createIntercomm(part, 0, 1 - RANK % 2, 5);
                assertError(MPI.ERR_COMM, "intercommunicator", () -> new File(inter, sample.name(), SampleFile.EDIT));
                inter.free();
                part.free();
            }
        });
    }

    @Check
    void invalidHints() throws Throwable {
        SampleFile.with(sample -> {
            assertErrorOfAll(MPI.ERR_INFO, "info is null", () -> sample.open(SampleFile.EDIT, null),
                () -> sample.open(SampleFile.EDIT));
            Map<String, String> wrong = Map.of("cb_nodes", "-1", "cb_buffer_size", "0", "ind_wr_buffer_size", "many",
                "ind_rd_buffer_size", "99999999999999999999", "romio_cb_read", "1", "romio_cb_write", "yes",
                "romio_ds_read", "", "romio_ds_write", "enable,disable");
            File file = sample.openInts();
            for (String key : wrong.keySet().stream().sorted().toList()) {
                Info hints = new Info();
                hints.set(key, wrong.get(key));
                assertErrorOfAll(MPI.ERR_INFO_VALUE, key, () -> sample.open(SampleFile.EDIT, hints),
                    () -> sample.open(SampleFile.EDIT));
                String before = file.getInfo().get(key);
                assertErrorOfAll(MPI.ERR_INFO_VALUE, key, () -> file.setInfo(hints),
                    () -> file.setInfo(MPI.INFO_NULL));
                assertErrorOfAll(MPI.ERR_INFO_VALUE, key, () -> file.setView(0, MPI.INT, MPI.INT, "native", hints),
                    () -> file.setView(0, MPI.INT, MPI.INT, "native"));
                assertEquals(before, file.getInfo().get(key));
                hints.free();
            }
            assertGoesOn(sample, file);
        });
    }

    /** The descriptors of this process that have a file open. */
    private static List<Integer> descriptors(Path file) throws IOException {
        List<Integer> found = new ArrayList<>();
        try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : open) {
                try {
                    if (Files.readSymbolicLink(each).equals(file)) {
                        found.add(Integer.parseInt(each.getFileName().toString()));
                    }
                } catch (IOException e) {
                    continue; // another thread has closed it meanwhile
                }
            }
        }
        return found;
    }

    /** The size of a pipe cannot be asked for, and the end of the file is needed. */
    @Check
    void fileWhoseSizeOneRankCannotFind() throws Throwable {
        Path mkfifo = Path.of("/usr/bin/mkfifo");
        if (!Linux.hasBindings() || !Files.isExecutable(mkfifo)) {
            return; // only Linux is asked for the end of the file
        }
        SampleFile.with(sample -> {
            sample.put(1);
            SampleFile pipe = sample.sibling("pipe");
            if (RANK == LAST) {
                assertEquals(0, new ProcessBuilder(mkfifo.toString(), pipe.name()).start().waitFor());
            }
            COMM.barrier();
            int amode = MPI.MODE_RDWR | MPI.MODE_APPEND;
            assertErrorOfAll(MPI.ERR_IO, pipe.name(), () -> pipe.open(amode), () -> sample.open(amode));
            COMM.barrier(); // the last rank may be a thread of this process
            assertEquals(List.of(), descriptors(pipe.path()), "the file is still open");
            File file = sample.open(amode);
            assertEquals(4, file.getPositionShared());
            file.close();
        });
    }

    /** The descriptor of one rank is gone, so the system refuses to close it. */
    @Check
    void fileThatOneRankCannotClose() throws Throwable {
        if (!Linux.hasBindings()) {
            return; // the descriptors are not known
        }
        SampleFile.with(sample -> {
            SampleFile own = sample.sibling("own" + RANK); // ranks may be threads of a process
            for (int amode : new int[] {SampleFile.EDIT, SampleFile.EDIT | MPI.MODE_DELETE_ON_CLOSE}) {
                File file = own.open(amode);
                if (RANK == LAST) {
                    descriptors(own.path()).forEach(libc_h::close);
                }
                COMM.barrier();
                assertErrorOfAll(MPI.ERR_IO, own.name(), file::close, file::close);
                assertError(MPI.ERR_FILE, "was closed", file::getSize);
                assertEquals(RANK == 0 && amode != SampleFile.EDIT, !Files.exists(own.path()));
            }
            sample.open(SampleFile.EDIT).close();
        });
    }

    // ------------------------------------------------------------------------------------------- accesses

    @Check
    void accessesThatTheModeForbids() throws Throwable {
        SampleFile.with(sample -> {
            sample.put(1, 2);
            File read = sample.open(MPI.MODE_RDONLY);
            FileAccess.each(FileAccess.WRITES, access -> assertError(MPI.ERR_READ_ONLY, sample.name(),
                () -> access.begin(read, 0, Memory.DIRECT.of(5), 1, MPI.INT).end()));
            assertError(MPI.ERR_READ_ONLY, sample.name(), () -> read.setSize(0));
            assertError(MPI.ERR_READ_ONLY, sample.name(), () -> read.preallocate(100));
            read.close();
            File write = sample.open(MPI.MODE_WRONLY);
            FileAccess.each(FileAccess.READS, access -> {
                Object room = Memory.DIRECT.room(1);
                assertError(MPI.ERR_ACCESS, sample.name(), () -> access.begin(write, 0, room, 1, MPI.INT).end());
                assertArrayEquals(new int[] {Memory.UNTOUCHED}, Memory.values(room));
            });
            write.close();
            assertArrayEquals(new int[] {1, 2}, sample.ints());
        });
    }

    /** A wrong buffer, count or datatype, and the words of its error. */
    private record Wrong(int error, String words, Object buf, int count, Datatype type) {
    }

    private static List<Wrong> wrongs(FileAccess access, Datatype open, Datatype freed) {
        Object right = Memory.SEGMENT.room(4);
        List<Wrong> wrongs = new ArrayList<>(List.of(new Wrong(MPI.ERR_BUFFER, "buf is null", null, 1, MPI.INT),
            new Wrong(MPI.ERR_COUNT, "-1", right, -1, MPI.INT),
            new Wrong(MPI.ERR_COUNT, "-2147483648", right, Integer.MIN_VALUE, MPI.INT),
            new Wrong(MPI.ERR_BUFFER, "buf", right, 5, MPI.INT),
            new Wrong(MPI.ERR_BUFFER, "buf", right, Integer.MAX_VALUE, MPI.INT),
            new Wrong(MPI.ERR_TYPE, "null", right, 1, null),
            new Wrong(MPI.ERR_TYPE, "DATATYPE_NULL", right, 1, MPI.DATATYPE_NULL),
            new Wrong(MPI.ERR_TYPE, "not committed", right, 1, open),
            new Wrong(MPI.ERR_TYPE, "freed", right, 1, freed),
            new Wrong(MPI.ERR_TYPE, "FLOAT", MPI.newIntBuffer(4), 1, MPI.FLOAT)));
        if (access.form().isRequest()) {
            wrongs.add(new Wrong(MPI.ERR_BUFFER, "heap buffer", IntBuffer.allocate(4), 1, MPI.INT));
        } else {
            wrongs.add(new Wrong(MPI.ERR_TYPE, "float[]", new float[4], 1, MPI.INT));
            wrongs.add(new Wrong(MPI.ERR_TYPE, "java.lang.String", "no buffer", 1, MPI.BYTE));
        }
        if (access.verb() == Verb.READ) {
            wrongs.add(new Wrong(MPI.ERR_BUFFER, "read-only", MPI.newIntBuffer(1).asReadOnlyBuffer(), 1, MPI.INT));
        }
        return wrongs;
    }

    @Check
    void wrongBuffersCountsAndDatatypes() throws Throwable {
        Datatype open = Datatype.createContiguous(1, MPI.INT);
        Datatype freed = Datatype.createContiguous(1, MPI.INT);
        freed.commit();
        freed.free();
        SampleFile.with(sample -> {
            File file = sample.openInts();
            FileAccess.each(FileAccess.ALL, access -> {
                for (Wrong wrong : wrongs(access, open, freed)) {
                    Executable call = () -> access.begin(file, 0, wrong.buf, wrong.count, wrong.type).end();
                    assertError(wrong.error, wrong.words, call);
                    if (access.form().isCollective()) {
                        assertErrorOfAll(wrong.error, wrong.words, call, right(access, file));
                    }
                }
                if (access.pointer() == Pointer.EXPLICIT) {
                    for (long offset : new long[] {-1, Long.MIN_VALUE}) {
                        Executable call = () -> access.begin(file, offset, Memory.DIRECT.room(1), 1, MPI.INT).end();
                        assertError(MPI.ERR_ARG, "offset is " + offset, call);
                        if (access.form().isCollective()) {
                            assertErrorOfAll(MPI.ERR_ARG, "offset is " + offset, call, right(access, file));
                        }
                    }
                }
            });
            assertGoesOn(sample, file);
        });
        open.free();
    }

    private static Executable right(FileAccess access, File file) {
        return () -> access.begin(file, 0, Memory.DIRECT.room(1), 1, MPI.INT).end();
    }

    /** The end of the access would be greater than the largest long, in elements or in bytes. */
    @Check
    void placesThatAreTooFar() throws Throwable {
        Datatype sparse = Datatype.createResized(MPI.INT, 0, 1 << 30);
        sparse.commit();
        SampleFile.with(sample -> {
            for (Datatype filetype : List.of(MPI.INT, sparse)) {
                File file = sample.open(SampleFile.EDIT);
                FileAccess.each(FileAccess.ALL, access -> {
                    for (long offset : new long[] {Long.MAX_VALUE, Long.MAX_VALUE / 4, 1L << 61, 1L << 35}) {
                        if (filetype == MPI.INT && offset == 1L << 35) {
                            continue;
                        }
                        file.setView(0, MPI.INT, filetype, "native");
                        assertThrows(MPIException.class, () -> {
                            if (access.pointer().isCommon()) {
                                file.seekShared(offset, MPI.SEEK_SET);
                            } else {
                                file.seek(offset, MPI.SEEK_SET);
                            }
                            access.begin(file, offset, Memory.DIRECT.room(1), 1, MPI.INT).end();
                        }, () -> access + " at " + offset);
                    }
                });
                file.setView(0, MPI.INT, MPI.INT, "native");
                assertGoesOn(sample, file);
                sample.put(new byte[0]);
            }
        });
        sparse.free();
    }

    @Check
    void partsOfElementsOfTheView() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            FileAccess.each(FileAccess.ALL, access -> assertError(MPI.ERR_TYPE, "etype",
                () -> access.begin(file, 0, MPI.newByteBuffer(8), 3, MPI.BYTE).end()));
            assertGoesOn(sample, file);
        });
    }

    @Check
    void memoryThatIsClosedOrOfOneThread() throws Throwable {
        MemorySegment closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(8, 4);
        }
        SampleFile.with(sample -> {
            File file = sample.openInts();
            FileAccess.each(FileAccess.ALL, access -> assertError(MPI.ERR_BUFFER, "closed",
                () -> access.begin(file, 0, closed, 1, MPI.INT).end()));
            assertGoesOn(sample, file);
        });
    }

    /** The program of one rank breaks the rule that a buffer lasts until the end of the operation. */
    @Check(ranks = 2)
    void memoryThatIsClosedDuringACollectiveAccess() throws Throwable {
        int length = 1000;
        Datatype mine = Datatype.createResized(MPI.INT, 0, Integer.BYTES * SIZE);
        mine.commit();
        SampleFile.with(sample -> {
            for (String together : List.of("enable", "disable")) {
                Info hints = new Info();
                for (String key : List.of("romio_cb_read", "romio_cb_write")) {
                    hints.set(key, together);
                }
                hints.set("cb_nodes", "1");
                File file = sample.open(SampleFile.EDIT, hints);
                file.setView(Integer.BYTES * RANK, MPI.INT, mine, "native");
                file.writeAtAll(0, new int[length], length, MPI.INT);
                for (FileAccess access : List.of(new FileAccess(Verb.WRITE, Pointer.EXPLICIT, Form.COLLECTIVE_REQUEST),
                    new FileAccess(Verb.READ, Pointer.EXPLICIT, Form.COLLECTIVE_REQUEST))) {
                    Arena arena = Arena.ofShared();
                    MemorySegment memory = arena.allocate(Integer.BYTES * length, Integer.BYTES);
                    if (RANK != LAST) {
                        COMM.barrier();
                    }
                    FileAccess.Begun begun = access.begin(file, 0, memory, length, MPI.INT);
                    if (RANK == LAST) {
                        arena.close(); // the operation waits for the other ranks meanwhile
                        COMM.barrier();
                    }
                    assertErrorOfAll(MPI.ERR_BUFFER, "arena", begun::end, begun::end);
                    if (RANK != LAST) {
                        arena.close();
                    }
                }
                hints.free();
                file.setSize(0);
                file.setView(0, MPI.INT, MPI.INT, "native");
                assertGoesOn(sample, file);
                sample.put(new byte[0]);
            }
        });
        mine.free();
    }

    // ------------------------------------------------------------------------------------------- views

    /** Datatypes that are no filetypes of ints in a file that is written, and the reason for each. */
    private static Map<String, Datatype> invalidFiletypes(Datatype pair) {
        Map<String, Datatype> wrong = new LinkedHashMap<>();
        wrong.put("twice", Datatype.createIndexed(new int[] {2, 2}, new int[] {0, 1}, MPI.INT));
        wrong.put("in common", Datatype.createResized(pair, 0, 4));
        wrong.put("decrease", Datatype.createIndexed(new int[] {1, 1}, new int[] {1, 0}, MPI.INT));
        wrong.put("-4", Datatype.createIndexed(new int[] {1}, new int[] {-1}, MPI.INT));
        wrong.put("multiple", Datatype.createContiguous(3, MPI.SHORT));
        wrong.values().forEach(Datatype::commit);
        return wrong;
    }

    @Check
    void invalidViews() throws Throwable {
        Datatype open = Datatype.createContiguous(1, MPI.INT);
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        Datatype none = Datatype.createContiguous(0, MPI.INT);
        Datatype freed = Datatype.createContiguous(1, MPI.INT);
        freed.commit();
        freed.free();
        none.commit();
        Map<String, Datatype> filetypes = invalidFiletypes(pair);
        SampleFile.with(sample -> {
            File file = sample.openInts();
            Executable right = () -> file.setView(0, MPI.INT, MPI.INT, "native");
            for (long disp : new long[] {-1, -5, Long.MIN_VALUE}) {
                assertErrorOfAll(MPI.ERR_ARG, "disp is " + disp,
                    () -> file.setView(disp, MPI.INT, MPI.INT, "native"), right);
            }
            for (Datatype wrong : new Datatype[] {null, MPI.DATATYPE_NULL, open, freed}) {
                assertErrorOfAll(MPI.ERR_TYPE, "etype", () -> file.setView(0, wrong, MPI.INT, "native"), right);
                assertErrorOfAll(MPI.ERR_TYPE, "filetype", () -> file.setView(0, MPI.INT, wrong, "native"), right);
            }
            assertErrorOfAll(MPI.ERR_TYPE, "etype", () -> file.setView(0, none, none, "native"), right);
            for (Map.Entry<String, Datatype> wrong : filetypes.entrySet()) {
                assertErrorOfAll(MPI.ERR_TYPE, wrong.getKey(),
                    () -> file.setView(0, MPI.INT, wrong.getValue(), "native"), right);
            }
            for (String datarep : new String[] {null, "", "NATIVE", "native ", "external64"}) {
                assertErrorOfAll(MPI.ERR_UNSUPPORTED_DATAREP, "datarep is",
                    () -> file.setView(0, MPI.INT, MPI.INT, datarep), right);
            }
            assertErrorOfAll(MPI.ERR_INFO, "info is null", () -> file.setView(0, MPI.INT, MPI.INT, "native", null),
                right);
            assertEquals("native", file.getView().getDataRep());
            assertGoesOn(sample, file);
            COMM.barrier();
            File read = sample.open(MPI.MODE_RDONLY);
            read.setView(0, MPI.INT, filetypes.get("twice"), "native");
            read.setView(0, MPI.INT, filetypes.get("in common"), "native");
            assertError(MPI.ERR_TYPE, "decrease",
                () -> read.setView(0, MPI.INT, filetypes.get("decrease"), "native"));
            read.close();
        });
        filetypes.values().forEach(Datatype::free);
        none.free();
        open.free();
        pair.free();
    }

    @Check(ranks = 2)
    void viewsThatDiffer() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            assertError(MPI.ERR_NOT_SAME, "datarep",
                () -> file.setView(0, MPI.INT, MPI.INT, RANK == LAST ? "external32" : "native"));
            assertError(MPI.ERR_NOT_SAME, "etype", () -> {
                Datatype type = RANK == LAST ? MPI.LONG : MPI.INT;
                file.setView(0, type, type, "native");
            });
            assertGoesOn(sample, file);
        });
    }

    /**
     * A filetype may show no element. A rank with such a filetype takes part in collectives, but can read or write
     * nothing.
     */
    @Check
    void filetypeWithoutElements() throws Throwable {
        Datatype none = Datatype.createContiguous(0, MPI.INT);
        none.commit();
        SampleFile.with(sample -> {
            File file = sample.open(SampleFile.EDIT);
            file.setView(0, MPI.INT, RANK == LAST ? none : MPI.INT, "native");
            int count = RANK == LAST ? 0 : 1;
            file.writeAtAll(RANK, new int[] {RANK}, count, MPI.INT);
            assertArrayEquals(IntStream.range(0, SIZE - 1).toArray(), sample.ints());
            if (RANK == LAST) {
                assertThrows(MPIException.class, () -> file.writeAt(0, new int[] {7}, 1, MPI.INT));
            }
            file.close();
        });
        none.free();
    }

    // ------------------------------------------------------------------------------------------- pointers and sizes

    @Check
    void wrongPlacesAndSizes() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            for (int whence : new int[] {-1, 3, 7}) {
                assertError(MPI.ERR_ARG, "whence is " + whence, () -> file.seek(0, whence));
                assertErrorOfAll(MPI.ERR_ARG, "whence is " + whence, () -> file.seekShared(0, whence),
                    () -> file.seekShared(0, MPI.SEEK_SET));
            }
            for (int whence : new int[] {MPI.SEEK_SET, MPI.SEEK_CUR, MPI.SEEK_END}) {
                assertError(MPI.ERR_ARG, "offset is -1", () -> file.seek(-1, whence));
                assertError(MPI.ERR_ARG, "offset is -1", () -> file.seekShared(-1, whence));
            }
            assertError(MPI.ERR_ARG, "offset is -1", () -> file.getByteOffset(-1));
            assertError(MPI.ERR_ARG, "offset is", () -> file.getByteOffset(Long.MAX_VALUE));
            assertError(MPI.ERR_TYPE, "null", () -> file.getTypeExtent(null));
            for (long size : new long[] {-1, Long.MIN_VALUE}) {
                assertErrorOfAll(MPI.ERR_ARG, "size is " + size, () -> file.setSize(size), () -> file.setSize(0));
                assertErrorOfAll(MPI.ERR_ARG, "size is " + size, () -> file.preallocate(size),
                    () -> file.preallocate(0));
            }
            if (SIZE > 1) {
                assertError(MPI.ERR_NOT_SAME, "size", () -> file.setSize(RANK));
                assertError(MPI.ERR_NOT_SAME, "size", () -> file.preallocate(RANK));
                assertError(MPI.ERR_NOT_SAME, "offset", () -> file.seekShared(RANK, MPI.SEEK_SET));
                assertError(MPI.ERR_NOT_SAME, "whence",
                    () -> file.seekShared(0, RANK == LAST ? MPI.SEEK_SET : MPI.SEEK_CUR));
                assertError(MPI.ERR_NOT_SAME, "atomicity", () -> file.setAtomicity(RANK == LAST));
            }
            assertThrows(MPIException.class, () -> file.setSize(Long.MAX_VALUE));
            assertGoesOn(sample, file);
        });
    }

    @Check
    void callsThatASequentialFileDoesNotAllow() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.open(MPI.MODE_CREATE | MPI.MODE_WRONLY | MPI.MODE_SEQUENTIAL);
            int error = MPI.ERR_UNSUPPORTED_OPERATION;
            FileAccess.each(FileAccess.WRITES.stream().filter(access -> !access.pointer().isCommon()).toList(),
                access -> assertError(error, "SEQUENTIAL",
                    () -> access.begin(file, 0, Memory.DIRECT.of(1), 1, MPI.INT).end()));
            Executable[] calls = {() -> file.seek(0, MPI.SEEK_SET), () -> file.seekShared(0, MPI.SEEK_SET),
                file::getPosition, file::getPositionShared, () -> file.setSize(0), () -> file.preallocate(10)};
            for (Executable call : calls) {
                assertError(error, "SEQUENTIAL", call);
            }
            file.writeOrdered(new int[] {RANK}, 1, MPI.INT);
            assertArrayEquals(IntStream.range(0, SIZE).toArray(), sample.ints());
            file.close();
        });
    }

    // ------------------------------------------------------------------------------------------- split collectives

    private static List<FileAccess> splits() {
        return COLLECTIVES.stream().filter(access -> access.form() == Form.SPLIT).toList();
    }

    /** The names by which errors call a split collective. */
    private static String name(FileAccess access) {
        return "MPI_File_" + access.method().replaceAll("[A-Z]", "_$0").toLowerCase(Locale.ROOT) + "_begin";
    }

    private static Executable end(FileAccess access, File file, Object buf) {
        return () -> access.end(file, buf);
    }

    @Check
    void splitCollectivesThatEndWithoutABeginning() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            FileAccess.each(splits(), access -> assertError(MPI.ERR_OTHER, name(access),
                end(access, file, new int[1])));
            assertGoesOn(sample, file);
        });
    }

    /**
     * A file has one split collective at a time. It allows no other collective access before its end, and it is ended
     * by its own call with its own buffer.
     */
    @Check
    void splitCollectivesInAWrongOrder() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            FileAccess.each(splits(), access -> {
                int[] buf = new int[1];
                FileAccess.Begun begun = access.begin(file, 0, buf, 0, MPI.INT);
                for (FileAccess other : COLLECTIVES) {
                    assertError(MPI.ERR_OTHER, name(access),
                        () -> other.begin(file, 0, MPI.newIntBuffer(1), 0, MPI.INT).end());
                }
                for (FileAccess other : splits()) {
                    if (!other.equals(access)) {
                        assertError(MPI.ERR_OTHER, name(access), end(other, file, buf));
                    }
                }
                assertError(MPI.ERR_OTHER, name(access), file::close);
                assertError(MPI.ERR_BUFFER, "buf", end(access, file, new int[1]));
                assertError(MPI.ERR_BUFFER, "buf", end(access, file, null));
                begun.end();
                assertError(MPI.ERR_OTHER, name(access), end(access, file, buf));
            });
            assertGoesOn(sample, file);
        });
    }

    // ------------------------------------------------------------------------------------------- closed files

    @Check
    void filesThatAreClosed() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            file.close();
            FileAccess.each(FileAccess.ALL, access -> assertError(MPI.ERR_FILE, "closed",
                () -> access.begin(file, 0, Memory.DIRECT.of(1), 1, MPI.INT).end()));
            int[] buf = new int[1];
            Executable[] calls = {file::close, () -> file.setSize(0), () -> file.preallocate(0), file::getSize,
                file::getGroup, file::getAMode, () -> file.setInfo(MPI.INFO_NULL), file::getInfo,
                () -> file.setView(0, MPI.BYTE, MPI.BYTE, "native"), file::getView, () -> file.seek(0, MPI.SEEK_SET),
                file::getPosition, () -> file.getByteOffset(0), () -> file.seekShared(0, MPI.SEEK_SET),
                file::getPositionShared, () -> file.readAtAllEnd(buf), () -> file.writeOrderedEnd(buf),
                () -> file.getTypeExtent(MPI.INT), () -> file.setAtomicity(true), file::getAtomicity, file::sync,
                file::getErrhandler, () -> file.setErrhandler(MPI.ERRORS_RETURN),
                () -> file.callErrhandler(MPI.ERR_OTHER)};
            for (Executable call : calls) {
                assertError(MPI.ERR_FILE, "closed", call);
            }
            sample.open(MPI.MODE_RDWR).close();
        });
    }

    /** A deleted file still exists for ranks that have it open. */
    @Check
    void fileThatGoesMeanwhile() throws Throwable {
        SampleFile.with(sample -> {
            File file = sample.openInts();
            COMM.barrier();
            if (RANK == 0) {
                Files.delete(sample.path());
            }
            COMM.barrier();
            file.writeAtAll(RANK, new int[] {RANK}, 1, MPI.INT);
            file.sync();
            COMM.barrier();
            int[] room = new int[SIZE];
            assertEquals(SIZE, file.readAtAll(0, room, SIZE, MPI.INT).getCount(MPI.INT));
            assertArrayEquals(IntStream.range(0, SIZE).toArray(), room, "it is there until it is closed");
            file.close();
            assertNotOpened(Set.of(MPI.ERR_NO_SUCH_FILE), sample.name(), MPI.MODE_RDWR);
        });
    }
}
