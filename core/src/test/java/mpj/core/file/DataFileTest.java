package mpj.core.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void sizesAreSetAndSpaceIsSetAside() {
        try (DataFile file = DataFile.open(folder.resolve("file"), BOTH)) {
            file.write(memory(1, 2, 3), 0);
            file.size(8);
            assertEquals(8, file.size());
            file.size(100_000);
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

    /** An interrupt closes a channel of the JDK, and by then the file may have no name any more. */
    @Test
    void interruptsDoNotMatter() throws Exception {
        Path path = folder.resolve("file");
        try (DataFile file = DataFile.open(path, BOTH)) {
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

    /** Each rank of a process has its own locks. */
    @Test
    void lockIsWaitedForWithinAProcess() throws Exception {
        Path path = folder.resolve("file");
        try (DataFile one = DataFile.open(path, BOTH); DataFile other = DataFile.open(path, BOTH)) {
            DataFile.Locked lock = one.lock(0, 100, false);
            AtomicBoolean released = new AtomicBoolean();
            Thread second = Thread.ofPlatform().start(() -> {
                try (DataFile.Locked _ = other.lock(50, 60, false)) {
                    assertTrue(released.get());
                }
            });
            boolean[] failed = new boolean[1];
            second.setUncaughtExceptionHandler((_, _) -> failed[0] = true);
            try (DataFile.Locked _ = one.lock(100, 110, false)) {
                released.set(true);
            }
            lock.close();
            second.join();
            assertEquals(false, failed[0]);
        }
    }
}
