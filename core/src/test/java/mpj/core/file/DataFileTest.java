package mpj.core.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import mpj.bindings.Linux;
import mpj.bindings.libc.flock;
import mpj.bindings.libc.libc_h;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DataFileTest {
    private static final AccessMode BOTH = new AccessMode(AccessMode.RDWR | AccessMode.CREATE);

    @TempDir
    private Path folder;

    private static MemorySegment memory(long... values) {
        return Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, values);
    }

    private static void assertError(ErrorClass error, String words, Runnable call) {
        EngineException e = assertThrows(EngineException.class, call::run);
        assertEquals(error, e.error(), e.getMessage());
        assertTrue(e.getMessage().contains(words), e.getMessage());
    }

    @Test
    void errorsOfTheSystemHaveTheirClasses() throws IOException {
        Path none = folder.resolve("none");
        assertError(ErrorClass.ERR_NO_SUCH_FILE, none.toString(),
            () -> DataFile.open(none, new AccessMode(AccessMode.RDONLY)));
        assertError(ErrorClass.ERR_NO_SUCH_FILE, none.toString(), () -> DataFile.delete(none));
        assertError(ErrorClass.ERR_BAD_FILE, "directory", () -> DataFile.open(folder, BOTH));
        assertError(ErrorClass.ERR_BAD_FILE, "directory", () -> DataFile.delete(folder));
        Path tooLong = Files.createDirectory(folder.resolve("quota")).resolve("x".repeat(300));
        assertError(ErrorClass.ERR_BAD_FILE, "too long", () -> DataFile.open(tooLong, BOTH));
        Path there = Files.createFile(folder.resolve("there"));
        assertError(ErrorClass.ERR_FILE_EXISTS, there.toString(),
            () -> DataFile.open(there, new AccessMode(BOTH.bits() | AccessMode.EXCL)));
        Path full = Path.of("/dev/full");
        if (Files.exists(full)) {
            try (DataFile file = DataFile.open(full, new AccessMode(AccessMode.WRONLY))) {
                assertError(ErrorClass.ERR_NO_SPACE, "8 bytes at offset 0", () -> file.write(memory(1), 0));
            }
        }
    }

    /** A file through each of the two ways to call the system. */
    private enum Kind {
        DESCRIPTOR, CHANNEL;

        OpenFile open(Path path) throws IOException {
            return this == DESCRIPTOR ? DescriptorFile.open(path, true, true, BOTH)
                : ChannelFile.open(path, true, true, BOTH);
        }

        DataFile file(Path path, boolean onNetwork) throws IOException {
            assumeTrue(this == CHANNEL || Linux.hasBindings(), "only Linux has such files");
            return new DataFile(path, open(path), true, true, onNetwork);
        }

        DataFile file(Path path) throws IOException {
            return file(path, false);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void sizesAreSetAndSpaceIsSetAside(Kind kind) throws IOException {
        try (DataFile file = kind.file(folder.resolve("file"))) {
            file.write(memory(1, 2, 3), 0);
            file.size(8);
            assertEquals(8, file.size());
            file.size(100_000);
            file.preallocate(0);
            file.preallocate(10);
            assertEquals(100_000, file.size());
            file.preallocate(200_000);
            assertEquals(200_000, file.size());
            MemorySegment read = memory(-1, -1);
            assertEquals(16, file.read(read, 0));
            assertEquals(1, read.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(0, read.get(ValueLayout.JAVA_LONG, 8));
            assertEquals(4, file.read(read, 199_996));
            assertEquals(0, file.read(read, 300_000));
        }
    }

    /** Space is set aside for holes as well, and what is there already stays. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void holesGetSpace(Kind kind) throws Exception {
        Path path = folder.resolve("file");
        long bytes = 5 << 20;
        try (DataFile file = kind.file(path)) {
            file.write(memory(7), bytes / 2);
            file.size(bytes);
            assumeTrue(space(path) < bytes, "the file system makes no holes");
            file.preallocate(bytes - 100_000);
            assertTrue(space(path) >= bytes - 100_000, () -> "space for " + bytes);
            assertEquals(bytes, file.size());
            MemorySegment read = memory(-1, -1);
            file.read(read, bytes / 2);
            assertArrayEquals(new long[] {7, 0}, read.toArray(ValueLayout.JAVA_LONG));
        }
    }

    /** How much space a file has, in bytes. */
    private static long space(Path path) throws IOException, InterruptedException {
        try {
            Process stat = new ProcessBuilder("stat", "-c", "%b %B", path.toString()).start();
            assertTrue(stat.waitFor(30, TimeUnit.SECONDS));
            String[] words = stat.inputReader().readLine().split(" ");
            return Long.parseLong(words[0]) * Long.parseLong(words[1]);
        } catch (IOException e) {
            assumeTrue(false, "the command stat of coreutils is missing: " + e);
            throw e;
        }
    }

    /** An interrupt closes a channel of the JDK, and by then the file may have no name any more. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void interruptsDoNotMatter(Kind kind) throws Exception {
        Path path = folder.resolve("file");
        try (DataFile file = kind.file(path)) {
            file.write(memory(7), 0);
            for (boolean named : new boolean[] {true, false}) {
                if (!named) {
                    Files.delete(path);
                    Files.writeString(path, "another file");
                }
                Thread.currentThread().interrupt();
                MemorySegment read = memory(0);
                assertEquals(8, file.read(read, 0));
                assertTrue(Thread.interrupted());
                assertEquals(7, read.get(ValueLayout.JAVA_LONG, 0));
                readWhileInterrupted(file);
            }
        }
        assertEquals("another file", Files.readString(path));
    }

    private static void readWhileInterrupted(DataFile file) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean ends = new AtomicBoolean();
        Throwable[] thrown = new Throwable[1];
        Thread reader = new Thread(() -> {
            MemorySegment read = memory(0);
            long seen = 0;
            while (!ends.get()) {
                file.read(read, 0);
                if (Thread.interrupted() && ++seen == 20) {
                    begun.countDown();
                }
                assertEquals(7, read.get(ValueLayout.JAVA_LONG, 0));
            }
        });
        reader.setUncaughtExceptionHandler((_, e) -> {
            thrown[0] = e;
            begun.countDown();
        });
        reader.start();
        while (!begun.await(1, TimeUnit.MILLISECONDS)) {
            reader.interrupt();
        }
        ends.set(true);
        reader.join();
        assertEquals(null, thrown[0]);
    }

    /** Each rank of a process has its own locks, and so has each thread of a rank. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void lockIsWaitedForWithinAProcess(Kind kind) throws Exception {
        Path path = folder.resolve("file");
        try (DataFile one = kind.file(path); DataFile other = kind.file(path)) {
            for (DataFile waits : new DataFile[] {one, other}) {
                assertWaitsFor(one, 0, 100, () -> waits.lock(50, 60, false).close(), () -> {
                    try (DataFile.Locked _ = one.lock(100, 110, false)) {
                        return; // other bytes can be locked meanwhile
                    }
                });
            }
        }
    }

    /** The call ends only after a lock of the file was released. */
    private static void assertWaitsFor(DataFile holder, long start, long end, Runnable call, Runnable meanwhile)
            throws InterruptedException {
        AtomicBoolean released = new AtomicBoolean();
        Throwable[] thrown = new Throwable[1];
        Thread second;
        try (DataFile.Locked _ = holder.lock(start, end, false)) {
            second = Thread.ofPlatform().unstarted(() -> {
                call.run();
                assertTrue(released.get(), "it has not waited for the lock");
            });
            second.setUncaughtExceptionHandler((_, e) -> thrown[0] = e);
            second.start();
            meanwhile.run();
            assertFalse(second.join(Duration.ofMillis(100)), "it has not waited");
            released.set(true);
        }
        assertTrue(second.join(Duration.ofSeconds(30)), "it waits for ever");
        assertEquals(null, thrown[0]);
    }

    /** On a network file system only a lock makes a host see sizes that another host has set. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void sizesAreAskedForAndSetUnderALockOnANetwork(Kind kind) throws Exception {
        Path path = folder.resolve("file");
        try (DataFile file = kind.file(path, true); DataFile other = kind.file(path, true)) {
            assertWaitsFor(other, 0, 8, file::size, () -> { });
            assertWaitsFor(other, 0, 8, () -> file.size(5), () -> { });
            assertEquals(5, file.size());
        }
    }

    /** The JDK's locks end when the process closes any channel of the file, which an interrupt does as well. */
    @Test
    void locksLastUntilTheyAreReleased() throws Exception {
        assumeTrue(Linux.hasBindings(), "only Linux has such locks");
        Path path = folder.resolve("file");
        try (DataFile file = DataFile.open(path, BOTH)) {
            file.write(memory(7), 0);
            DataFile.Locked first = file.lock(0, 10, false);
            DataFile.Locked second = file.lock(10, 20, false);
            assertFalse(canLock(path));
            DataFile.open(path, BOTH).close();
            assertFalse(canLock(path), "closing another handle has released the lock");
            readWhileInterrupted(file);
            assertFalse(canLock(path), "an interrupt has released the lock");
            second.close();
            assertFalse(canLock(path), "the end of another lock has released the lock");
            first.close();
            assertTrue(canLock(path));
        }
    }

    /** Whether somebody else can lock the first byte of the file. */
    private static boolean canLock(Path path) {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = libc_h.open.makeInvoker(ValueLayout.JAVA_INT).apply(
                arena.allocateFrom(path.toString()), libc_h.O_RDWR() | libc_h.O_CLOEXEC(), 0);
            MemorySegment lock = flock.allocate(arena);
            flock.l_type(lock, (short) libc_h.F_WRLCK());
            flock.l_len(lock, 1);
            int result = libc_h.fcntl.makeInvoker(ValueLayout.ADDRESS).apply(descriptor, libc_h.F_OFD_SETLK(), lock);
            libc_h.close(descriptor);
            return result == 0;
        }
    }

    /** A file that counts how often it is brought to its device, and when it is closed. */
    private static final class Device implements OpenFile {
        private int forced;
        private boolean closed;

        @Override
        public void write(MemorySegment memory, long position) {
            assertFalse(closed);
        }

        @Override
        public long read(MemorySegment memory, long position) {
            return 0;
        }

        @Override
        public long size() {
            return 0;
        }

        @Override
        public void size(long bytes) {
            assertFalse(closed);
        }

        @Override
        public boolean allocate(long bytes) {
            return true;
        }

        @Override
        public void force() {
            assertFalse(closed);
            forced++;
        }

        @Override
        public Held lock(long start, long length, boolean shared) {
            return () -> { };
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private static int forcedAtTheEnd(Consumer<DataFile> before) {
        Device device = new Device();
        DataFile file = new DataFile(Path.of("file"), device, true, true, false);
        before.accept(file);
        int forced = device.forced;
        file.finish();
        assertTrue(device.closed);
        return device.forced - forced;
    }

    @Test
    void whatIsWrittenIsOnTheDeviceWhenTheFileIsClosed() {
        assertEquals(1, forcedAtTheEnd(file -> file.write(memory(1), 0)));
        assertEquals(1, forcedAtTheEnd(file -> file.size(5)));
        assertEquals(1, forcedAtTheEnd(file -> file.preallocate(5)));
        assertEquals(0, forcedAtTheEnd(file -> file.read(memory(1), 0)), "nothing was written");
        assertEquals(0, forcedAtTheEnd(file -> {
            file.write(memory(1), 0);
            file.force();
        }), "it is there already");
    }

    /** The number of a closed descriptor may belong to another file at once. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void callsOfAClosedFileAreRefused(Kind kind) throws IOException {
        DataFile file = kind.file(folder.resolve("file"));
        file.close();
        file.close();
        assertError(ErrorClass.ERR_IO, "closed", () -> file.write(memory(1), 0));
        assertError(ErrorClass.ERR_IO, "closed", file::size);
        assertError(ErrorClass.ERR_IO, "closed", () -> file.lock(0, 1, false));
    }
}
