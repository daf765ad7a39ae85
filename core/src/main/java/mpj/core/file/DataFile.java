package mpj.core.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import mpj.bindings.Linux;
import mpj.bindings.Uninterrupted;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * A file of the operating system as one rank has it open. Thread-safe.
 *
 * <p>An interrupt of a thread must not disturb MPI, but the JDK closes the channel that the interrupted thread uses. So
 * each call sets an earlier interrupt aside while it lasts. After an interrupt during the call, the file is opened once
 * more, and the read or write is repeated at the same place. Another channel holds the same file open, and does nothing
 * else. Through this channel the file is found even if it has no name any more.
 */
final class DataFile implements AutoCloseable {
    /** The most bytes of one call of the channel. A buffer has fewer bytes than 2^31. */
    private static final long PIECE = 1 << 30;
    private static final byte[] ZEROS = new byte[1 << 16];
    private static final String OWN_DESCRIPTORS = "/proc/self/fd";
    private static final String NETWORK = "nfs";
    /** The time between two attempts to lock bytes that another rank of this process has locked, in nanoseconds. */
    private static final long PAUSE = 20_000;

    private final Path path;
    /** The options for opening the file again: they neither make the file nor refuse an existing one. */
    private final Set<OpenOption> again;
    private final FileChannel holder;
    /**
     * Distinguishes the file from every other file, even when it has no name any more; null if the system has no such
     * key.
     */
    private final Object key;
    private final boolean onNetwork;
    private volatile FileChannel channel;
    private volatile boolean closed;

    private DataFile(Path path, Set<OpenOption> options) throws IOException {
        this.path = path;
        again = Set.copyOf(options.stream().filter(option -> option != StandardOpenOption.CREATE
            && option != StandardOpenOption.CREATE_NEW).toList());
        holder = FileChannel.open(path, options);
        key = keyOf(path);
        onNetwork = isOnNetwork(path);
        channel = FileChannel.open(path, again);
    }

    private static Object keyOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    private static boolean isOnNetwork(Path path) {
        try {
            return Files.getFileStore(path).type().startsWith(NETWORK);
        } catch (IOException | SecurityException e) {
            return false; // this file system does not report its type, so it is not a network file system
        }
    }

    static DataFile open(Path path, AccessMode mode) {
        try {
            if (Files.isDirectory(path)) {
                throw new EngineException(ErrorClass.ERR_BAD_FILE, "file " + path
                    + ": cannot open: it is a directory; pass the name of a file");
            }
            Set<OpenOption> options = options(mode);
            if (!mode.has(AccessMode.WRONLY)) {
                return new DataFile(path, options);
            }
            try {
                // To write small pieces together, the file's bytes between them are read.
                options.add(StandardOpenOption.READ);
                return new DataFile(path, options);
            } catch (AccessDeniedException e) {
                options.remove(StandardOpenOption.READ);
                return new DataFile(path, options);
            }
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot open", e);
        }
    }

    private static Set<OpenOption> options(AccessMode mode) {
        Set<OpenOption> options = new HashSet<>();
        if (mode.isRead()) {
            options.add(StandardOpenOption.READ);
        }
        if (mode.isWritten()) {
            options.add(StandardOpenOption.WRITE);
        }
        if (mode.has(AccessMode.CREATE)) {
            options.add(mode.has(AccessMode.EXCL) ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
        }
        return options;
    }

    static void delete(Path path) {
        try {
            if (Files.isDirectory(path)) {
                throw new EngineException(ErrorClass.ERR_BAD_FILE, "file " + path
                    + ": cannot delete: it is a directory; pass the name of a file");
            }
            Files.delete(path);
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot delete", e);
        }
    }

    Path path() {
        return path;
    }

    /** Whether each host may keep its own copy of parts of the file until a process locks them. */
    boolean isOnNetwork() {
        return onNetwork;
    }

    /** Whether this rank can read the file. */
    boolean isReadable() {
        return again.contains(StandardOpenOption.READ);
    }

    // ------------------------------------------------------------------------------------------- reading, writing

    /** Writes the whole of a memory off the heap. */
    void write(MemorySegment memory, long position) {
        long bytes = memory.byteSize();
        String doing = "cannot write " + bytes + " bytes at offset " + position;
        for (long at = 0; at < bytes; at += PIECE) {
            ByteBuffer piece = memory.asSlice(at, Math.min(PIECE, bytes - at)).asByteBuffer();
            long from = position + at;
            call(doing, open -> {
                piece.rewind();
                while (piece.hasRemaining()) {
                    open.write(piece, from + piece.position());
                }
                return null;
            });
        }
    }

    /** Reads into memory off the heap until it is full, or the file ends. Returns how many bytes it has read. */
    long read(MemorySegment memory, long position) {
        long bytes = memory.byteSize();
        String doing = "cannot read " + bytes + " bytes at offset " + position;
        long done = 0;
        while (done < bytes) {
            ByteBuffer piece = memory.asSlice(done, Math.min(PIECE, bytes - done)).asByteBuffer();
            long from = position + done;
            call(doing, open -> {
                piece.rewind();
                int more = 0;
                while (piece.hasRemaining() && more >= 0) {
                    more = open.read(piece, from + piece.position());
                }
                return null;
            });
            done += piece.position();
            if (piece.hasRemaining()) {
                return done;
            }
        }
        return done;
    }

    long size() {
        return call("cannot tell the size", FileChannel::size);
    }

    /** Sets the size of the file. New bytes read as zeros. */
    void size(long bytes) {
        call("cannot set the size to " + bytes, open -> {
            if (open.size() > bytes) {
                open.truncate(bytes);
            } else if (open.size() < bytes) {
                open.write(ByteBuffer.allocate(1), bytes - 1);
            }
            return null;
        });
    }

    /**
     * Has the system set space aside for the file's first bytes. Existing bytes keep their content, and new ones are
     * zeros.
     */
    void preallocate(long bytes) {
        for (long at = size(); at < bytes; at += ZEROS.length) {
            long from = at;
            ByteBuffer zeros = ByteBuffer.wrap(ZEROS, 0, (int) Math.min(ZEROS.length, bytes - at));
            call("cannot reserve " + bytes + " bytes", open -> {
                zeros.rewind();
                while (zeros.hasRemaining()) {
                    open.write(zeros, from + zeros.position());
                }
                return null;
            });
        }
    }

    /** Has the system write the file to its device. */
    void force() {
        if (again.contains(StandardOpenOption.WRITE)) {
            call("cannot synchronize", open -> {
                open.force(true);
                return null;
            });
        }
    }

    // ------------------------------------------------------------------------------------------- locks

    /** A part of the file that is locked. */
    record Locked(FileLock lock, DataFile file) implements AutoCloseable {
        @Override
        public void close() {
            try {
                lock.release();
            } catch (ClosedChannelException e) {
                return; // an interrupt has closed the channel, and so released the lock
            } catch (IOException e) {
                throw FileErrors.of(file.path, "cannot unlock", e);
            }
        }
    }

    /**
     * Locks bytes for this process, and among the ranks of this process.
     *
     * @param end one more than the last byte
     * @param shared whether others may read meanwhile
     */
    Locked lock(long start, long end, boolean shared) {
        return call("cannot lock bytes " + start + " to " + (end - 1), open -> {
            for (;;) {
                try {
                    return new Locked(open.lock(start, end - start, shared && isReadable()), this);
                } catch (OverlappingFileLockException e) {
                    Uninterrupted.park(PAUSE); // another rank of this process has locked it, for one access
                }
            }
        });
    }

    // ------------------------------------------------------------------------------------------- every call

    private interface Call<T> {
        T on(FileChannel open) throws IOException;
    }

    private <T> T call(String doing, Call<T> call) {
        boolean interrupted = Thread.interrupted();
        try {
            for (;;) {
                FileChannel open = channel;
                try {
                    return call.on(open);
                } catch (FileLockInterruptionException e) {
                    Thread.interrupted();
                    interrupted = true;
                } catch (ClosedByInterruptException e) {
                    Thread.interrupted();
                    interrupted = true;
                    reopen(open);
                } catch (ClosedChannelException e) {
                    if (closed) {
                        throw e;
                    }
                    reopen(open); // the interrupt of another thread has closed it
                }
            }
        } catch (IOException e) {
            throw FileErrors.of(path, doing, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Opens the file once more, unless another thread has done so. */
    private synchronized void reopen(FileChannel lost) throws IOException {
        if (channel != lost || closed) {
            return;
        }
        if (key == null || isStillNamed()) {
            channel = FileChannel.open(path, again);
            return;
        }
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Linux.file(OWN_DESCRIPTORS))) {
            for (Path descriptor : descriptors) {
                if (isHolder(descriptor)) {
                    channel = FileChannel.open(descriptor, again);
                    return;
                }
            }
        }
        throw new NoSuchFileException(path.toString(), null,
            "an interrupt has closed it, and it was deleted, so it cannot be opened again");
    }

    private boolean isStillNamed() {
        try {
            return Objects.equals(key, keyOf(path));
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isHolder(Path descriptor) {
        try {
            return key.equals(keyOf(descriptor));
        } catch (IOException e) {
            return false; // another thread has closed it meanwhile
        }
    }

    @Override
    public void close() {
        closed = true;
        try (holder; FileChannel last = channel) {
            assert last != null;
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot close", e);
        }
    }
}
