package mpj.core.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import mpj.bindings.Linux;
import mpj.bindings.libc.flock;
import mpj.bindings.libc.libc_h;

/**
 * A file through the calls of Linux. It has three advantages over a channel of the JDK: an interrupt of a thread does
 * not close it, an error has a number, and a lock belongs to the open file description.
 *
 * <p>The JDK's locks belong to the process. The system drops all of them as soon as the process closes any descriptor
 * of the file: another handle of the program, or a channel that an interrupt has closed. It also takes two threads of
 * one process for one, and then refuses a lock with EDEADLK although nobody would wait for ever. Locks of open file
 * descriptions have none of these faults. So each lock has an open file description for itself while it is held. The
 * file's own is used first. More are opened when several threads lock at once, and are kept.
 */
final class DescriptorFile implements OpenFile {
    private static final int MODE = 0666;
    private static final int FAILED = -1;
    /** The mode of fallocate in which existing bytes keep their content. */
    private static final int KEEP = 0;
    private static final String OWN_DESCRIPTORS = "/proc/self/fd/";

    private final Path path;
    private final int flags;
    private final int descriptor;
    /** Descriptors whose open file descriptions hold no lock. */
    private final Queue<Integer> lockers = new ConcurrentLinkedQueue<>();
    /**
     * The calls that use the descriptor now, and one more until it is closed. The last of them closes it, because the
     * number of a closed descriptor may mean another file at once.
     */
    private final AtomicInteger uses = new AtomicInteger(1);
    private volatile boolean closed;

    private DescriptorFile(Path path, int flags, int descriptor) {
        this.path = path;
        this.flags = flags;
        this.descriptor = descriptor;
        lockers.add(descriptor);
    }

    /**
     * Opens a file.
     *
     * @param read whether it can be read
     * @param write whether it can be written
     * @param create the flags that say whether to make it
     */
    static DescriptorFile open(Path path, boolean read, boolean write, AccessMode create) throws IOException {
        int flags = (read && write ? libc_h.O_RDWR() : write ? libc_h.O_WRONLY() : libc_h.O_RDONLY())
            | libc_h.O_CLOEXEC();
        int making = create.has(AccessMode.CREATE)
            ? libc_h.O_CREAT() | (create.has(AccessMode.EXCL) ? libc_h.O_EXCL() : 0) : 0;
        return new DescriptorFile(path, flags, open(path.toAbsolutePath().toString(), flags | making, path));
    }

    private static int open(String name, int flags, Path path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = bytes(name, arena);
            return (int) checked(path, repeated(state -> (int) Open.OPEN.invokeExact(state, bytes, flags, MODE)));
        }
    }

    /** Deletes the file of a name, which is not the name of a directory. */
    static void delete(Path path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = bytes(path.toAbsolutePath().toString(), arena);
            checked(path, repeated(state -> (int) Unlink.UNLINK.invokeExact(state, bytes)));
        }
    }

    /** The name as the system has it. The JDK has decoded it in the same way, so nothing is lost. */
    private static MemorySegment bytes(String name, Arena arena) {
        // Not allocateFrom, which knows only the encodings of Unicode, of ASCII and of ISO 8859-1.
        byte[] encoded = name.getBytes(Charset.forName(System.getProperty("sun.jnu.encoding")));
        MemorySegment bytes = arena.allocate(encoded.length + 1L); // the last one stays 0
        return bytes.copyFrom(MemorySegment.ofArray(encoded));
    }

    // ------------------------------------------------------------------------------------------- reading, writing

    @Override
    public void write(MemorySegment memory, long position) throws IOException {
        for (long done = 0; done < memory.byteSize(); ) {
            MemorySegment rest = memory.asSlice(done);
            long from = position + done;
            done += call(state -> (long) Write.PWRITE.invokeExact(state, descriptor, rest, rest.byteSize(), from));
        }
    }

    @Override
    public long read(MemorySegment memory, long position) throws IOException {
        long done = 0;
        while (done < memory.byteSize()) {
            MemorySegment rest = memory.asSlice(done);
            long from = position + done;
            long read = call(state -> (long) Read.PREAD.invokeExact(state, descriptor, rest, rest.byteSize(), from));
            if (read == 0) {
                return done;
            }
            done += read;
        }
        return done;
    }

    @Override
    public long size() throws IOException {
        return call(state -> (long) Seek.LSEEK.invokeExact(state, descriptor, 0L, libc_h.SEEK_END()));
    }

    @Override
    public void size(long bytes) throws IOException {
        call(state -> (int) Truncate.FTRUNCATE.invokeExact(state, descriptor, bytes));
    }

    @Override
    public boolean allocate(long bytes) throws IOException {
        if (bytes == 0) {
            return true; // the system does not accept 0
        }
        long result = used(state -> (int) Allocate.FALLOCATE.invokeExact(state, descriptor, KEEP, 0L, bytes));
        return result != -libc_h.EOPNOTSUPP() && result != -libc_h.ENOSYS() && checked(path, result) == 0;
    }

    @Override
    public void force() throws IOException {
        long result = used(state -> (int) Sync.FSYNC.invokeExact(state, descriptor));
        if (result != -libc_h.EINVAL()) { // a file such as /dev/null has no device
            checked(path, result);
        }
    }

    // ------------------------------------------------------------------------------------------- locks

    @Override
    public Held lock(long start, long length, boolean shared) throws IOException {
        enter();
        try {
            int locker = locker();
            boolean held = false;
            try {
                checked(path, lock(locker, libc_h.F_OFD_SETLKW(), shared ? libc_h.F_RDLCK() : libc_h.F_WRLCK(), start,
                    length));
                held = true;
            } finally {
                if (!held) {
                    lockers.add(locker);
                }
            }
            return () -> unlock(locker, start, length);
        } catch (IOException | RuntimeException | Error e) {
            leave();
            throw e;
        }
    }

    /** A descriptor whose open file description holds no lock. */
    private int locker() throws IOException {
        Integer free = lockers.poll();
        // This name leads to the file even if it was renamed or deleted.
        return free != null ? free : open(OWN_DESCRIPTORS + descriptor, flags, path);
    }

    private void unlock(int locker, long start, long length) throws IOException {
        try {
            checked(path, lock(locker, libc_h.F_OFD_SETLK(), libc_h.F_UNLCK(), start, length));
        } finally {
            lockers.add(locker);
            leave();
        }
    }

    private static long lock(int locker, int command, int type, long start, long length) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment lock = flock.allocate(arena); // its l_pid must be 0
            flock.l_type(lock, (short) type);
            flock.l_whence(lock, (short) libc_h.SEEK_SET());
            flock.l_start(lock, start);
            flock.l_len(lock, length);
            return repeated(state -> (int) Lock.FCNTL.invokeExact(state, locker, command, lock));
        }
    }

    // ------------------------------------------------------------------------------------------- the end

    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            leave();
        }
    }

    private void enter() throws ClosedChannelException {
        for (int now = uses.get(); now > 0 && !closed; now = uses.get()) {
            if (uses.compareAndSet(now, now + 1)) {
                return;
            }
        }
        throw new ClosedChannelException();
    }

    private void leave() throws IOException {
        if (uses.decrementAndGet() > 0) {
            return;
        }
        for (Integer locker = lockers.poll(); locker != null; locker = lockers.poll()) {
            if (locker != descriptor) {
                libc_h.close(locker);
            }
        }
        long result = attempted(state -> (int) Close.CLOSE.invokeExact(state, descriptor));
        if (result != -libc_h.EINTR()) { // it is closed then too, and another attempt might close another file
            checked(path, result);
        }
    }

    // ------------------------------------------------------------------------------------------- calls

    private interface Call {
        long on(MemorySegment state) throws Throwable;
    }

    private long call(Call call) throws IOException {
        return checked(path, used(call));
    }

    private long used(Call call) throws IOException {
        enter();
        try {
            return repeated(call);
        } finally {
            leave();
        }
    }

    private static long checked(Path path, long result) throws IOException {
        if (result < 0) {
            throw Errno.exception((int) -result, path);
        }
        return result;
    }

    /** Makes a call until no signal disturbs it. Returns its result, or the error's number as a negative number. */
    private static long repeated(Call call) {
        long result;
        do {
            result = attempted(call);
        } while (result == -libc_h.EINTR());
        return result;
    }

    private static long attempted(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Calls.STATE);
            long result = call.on(state);
            return result == FAILED ? -(int) Calls.ERRNO.get(state, 0L) : result;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * How calls are linked. To link one takes milliseconds, so each is linked when it is needed first. Every call may
     * block, so none is critical.
     */
    private static final class Calls {
        static final StructLayout STATE = Linker.Option.captureStateLayout();
        static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

        static MethodHandle handle(MemorySegment function, FunctionDescriptor descriptor) {
            return Linux.linker().downcallHandle(function, descriptor, Linker.Option.captureCallState("errno"));
        }

        static MethodHandle variadic(MemorySegment function, MemoryLayout... parameters) {
            return Linux.linker().downcallHandle(function, FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters),
                Linker.Option.firstVariadicArg(2), Linker.Option.captureCallState("errno"));
        }
    }

    private static final class Open {
        static final MethodHandle OPEN = Calls.variadic(libc_h.open.address(), ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    }

    private static final class Close {
        static final MethodHandle CLOSE = Calls.handle(libc_h.close$address(), libc_h.close$descriptor());
    }

    private static final class Sync {
        static final MethodHandle FSYNC = Calls.handle(libc_h.fsync$address(), libc_h.fsync$descriptor());
    }

    private static final class Read {
        static final MethodHandle PREAD = Calls.handle(libc_h.pread$address(), libc_h.pread$descriptor());
    }

    private static final class Write {
        static final MethodHandle PWRITE = Calls.handle(libc_h.pwrite$address(), libc_h.pwrite$descriptor());
    }

    private static final class Seek {
        static final MethodHandle LSEEK = Calls.handle(libc_h.lseek$address(), libc_h.lseek$descriptor());
    }

    private static final class Truncate {
        static final MethodHandle FTRUNCATE = Calls.handle(libc_h.ftruncate$address(), libc_h.ftruncate$descriptor());
    }

    private static final class Allocate {
        static final MethodHandle FALLOCATE = Calls.handle(libc_h.fallocate$address(), libc_h.fallocate$descriptor());
    }

    private static final class Unlink {
        static final MethodHandle UNLINK = Calls.handle(libc_h.unlink$address(), libc_h.unlink$descriptor());
    }

    private static final class Lock {
        static final MethodHandle FCNTL = Calls.variadic(libc_h.fcntl.address(), ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT, ValueLayout.ADDRESS);
    }
}
