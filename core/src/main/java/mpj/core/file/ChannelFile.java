package mpj.core.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
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

/**
 * A file through channels of the JDK, on systems whose own calls the library does not know.
 *
 * <p>The JDK closes the channel that an interrupted thread uses. So each call sets an earlier interrupt aside while it
 * lasts. After an interrupt during the call, the file is opened once more, and the read or write is repeated at the
 * same place. Another channel holds the same file open, and does nothing else. Through this channel the file is found
 * even if it has no name any more.
 *
 * <p>On Unix a lock of the JDK belongs to the process, which loses it when it closes any channel of the file, and so
 * also after an interrupt during a read or write. Only calls of the system, as in {@link DescriptorFile}, could avoid
 * this.
 */
final class ChannelFile implements OpenFile {
    /** The most bytes of one call of the channel. A buffer has fewer bytes than 2^31. */
    private static final long PIECE = 1 << 30;
    private static final String OWN_DESCRIPTORS = "/proc/self/fd";
    /** The time between two attempts to lock bytes, in nanoseconds. */
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
    private volatile FileChannel channel;
    private volatile boolean closed;

    private ChannelFile(Path path, Set<OpenOption> options) throws IOException {
        this.path = path;
        again = Set.copyOf(options.stream().filter(option -> option != StandardOpenOption.CREATE
            && option != StandardOpenOption.CREATE_NEW).toList());
        holder = FileChannel.open(path, options);
        try {
            key = keyOf(path);
            channel = FileChannel.open(path, again);
        } catch (IOException | RuntimeException | Error e) {
            holder.close();
            throw e;
        }
    }

    /** Opens a file; see {@link DescriptorFile#open}. */
    static ChannelFile open(Path path, boolean read, boolean write, AccessMode create) throws IOException {
        Set<OpenOption> options = new HashSet<>();
        if (read) {
            options.add(StandardOpenOption.READ);
        }
        if (write) {
            options.add(StandardOpenOption.WRITE);
        }
        if (create.has(AccessMode.CREATE)) {
            options.add(create.has(AccessMode.EXCL) ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
        }
        return new ChannelFile(path, options);
    }

    private static Object keyOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    // ------------------------------------------------------------------------------------------- reading, writing

    @Override
    public void write(MemorySegment memory, long position) throws IOException {
        long bytes = memory.byteSize();
        for (long at = 0; at < bytes; at += PIECE) {
            ByteBuffer piece = memory.asSlice(at, Math.min(PIECE, bytes - at)).asByteBuffer();
            long from = position + at;
            call(open -> {
                piece.rewind();
                while (piece.hasRemaining()) {
                    open.write(piece, from + piece.position());
                }
                return null;
            });
        }
    }

    @Override
    public long read(MemorySegment memory, long position) throws IOException {
        long bytes = memory.byteSize();
        long done = 0;
        while (done < bytes) {
            ByteBuffer piece = memory.asSlice(done, Math.min(PIECE, bytes - done)).asByteBuffer();
            long from = position + done;
            call(open -> {
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

    @Override
    public long size() throws IOException {
        return call(FileChannel::size);
    }

    @Override
    public void size(long bytes) throws IOException {
        call(open -> {
            if (open.size() > bytes) {
                open.truncate(bytes);
            } else if (open.size() < bytes) {
                open.write(ByteBuffer.allocate(1), bytes - 1);
            }
            return null;
        });
    }

    @Override
    public boolean allocate(long bytes) {
        return false;
    }

    @Override
    public void force() throws IOException {
        call(open -> {
            open.force(true);
            return null;
        });
    }

    // ------------------------------------------------------------------------------------------- locks

    @Override
    public Held lock(long start, long length, boolean shared) throws IOException {
        // It asks again and again, because a system that lets a process wait takes it for one thread. It would refuse
        // to wait where two processes hold a lock each and wait for the other's in another thread.
        FileLock lock = call(open -> {
            for (;;) {
                try {
                    FileLock got = open.tryLock(start, length, shared);
                    if (got != null) {
                        return got;
                    }
                } catch (OverlappingFileLockException e) {
                    // another rank of this process has locked it, for one access
                }
                Uninterrupted.park(PAUSE);
            }
        });
        return () -> {
            try {
                lock.release();
            } catch (ClosedChannelException e) {
                return; // an interrupt has closed the channel, and so released the lock
            }
        };
    }

    // ------------------------------------------------------------------------------------------- every call

    private interface Call<T> {
        T on(FileChannel open) throws IOException;
    }

    private <T> T call(Call<T> call) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (;;) {
                FileChannel open = channel;
                try {
                    return call.on(open);
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
    public void close() throws IOException {
        closed = true;
        try (holder; FileChannel last = channel) {
            assert last != null;
        }
    }
}
