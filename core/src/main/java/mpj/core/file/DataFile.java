package mpj.core.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.bindings.Linux;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** A file of the operating system as one rank has it open. Its errors are those of MPI. Thread-safe. */
final class DataFile implements AutoCloseable {
    private static final String NETWORK = "nfs";
    /** How many bytes are written at once where the system cannot set space aside. */
    private static final int PIECE = 1 << 20;

    private final Path path;
    private final OpenFile open;
    private final boolean readable;
    private final boolean writable;
    private final boolean onNetwork;
    /** Whether something was written that may not be on the device. */
    private volatile boolean changed;

    DataFile(Path path, OpenFile open, boolean readable, boolean writable, boolean onNetwork) {
        this.path = path;
        this.open = open;
        this.readable = readable;
        this.writable = writable;
        this.onNetwork = onNetwork;
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
            boolean readable = true; // to write small pieces together, the file's bytes between them are read
            OpenFile open;
            try {
                open = open(path, true, mode);
            } catch (AccessDeniedException e) {
                readable = mode.isRead();
                open = open(path, readable, mode);
            }
            return new DataFile(path, open, readable, mode.isWritten(), isOnNetwork(path));
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot open", e);
        }
    }

    private static OpenFile open(Path path, boolean read, AccessMode mode) throws IOException {
        return Linux.hasBindings() ? DescriptorFile.open(path, read, mode.isWritten(), mode)
            : ChannelFile.open(path, read, mode.isWritten(), mode);
    }

    static void delete(Path path) {
        try {
            if (Files.isDirectory(path)) {
                throw new EngineException(ErrorClass.ERR_BAD_FILE, "file " + path
                    + ": cannot delete: it is a directory; pass the name of a file");
            }
            if (Linux.hasBindings()) {
                DescriptorFile.delete(path);
            } else {
                Files.delete(path);
            }
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
        return readable;
    }

    // ------------------------------------------------------------------------------------------- reading, writing

    /** Writes the whole of a memory off the heap. */
    void write(MemorySegment memory, long position) {
        changed = true;
        try {
            open.write(memory, position);
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot write " + memory.byteSize() + " bytes at offset " + position, e);
        } finally {
            changed = true; // again, because another thread may have synchronized meanwhile
        }
    }

    /** Reads into memory off the heap until it is full, or the file ends. Returns how many bytes it has read. */
    long read(MemorySegment memory, long position) {
        try {
            return open.read(memory, position);
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot read " + memory.byteSize() + " bytes at offset " + position, e);
        }
    }

    long size() {
        try (Locked _ = lockOnNetwork()) {
            return open.size();
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot tell the size", e);
        }
    }

    /** Sets the size of the file. New bytes read as zeros. */
    void size(long bytes) {
        changed = true;
        try (Locked _ = lockOnNetwork()) {
            open.size(bytes);
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot set the size to " + bytes, e);
        } finally {
            changed = true;
        }
    }

    /**
     * On a network file system a host may know an old size until it locks something. The byte does not matter. ROMIO
     * locks this one, too.
     */
    private Locked lockOnNetwork() {
        return onNetwork ? lock(0, 1, !writable) : null;
    }

    /**
     * Has the system set space aside for the file's first bytes. Existing bytes keep their content, and new ones are
     * zeros.
     */
    void preallocate(long bytes) {
        changed = true;
        try (Arena arena = Arena.ofConfined()) {
            if (open.allocate(bytes)) {
                return;
            }
            long size = size();
            MemorySegment piece = arena.allocate(PIECE);
            // Bytes that have been written have space, and holes get it. Without the right to read, the holes stay.
            for (long at = 0; readable && at < Math.min(size, bytes); at += PIECE) {
                writeBack(piece.asSlice(0, Math.min(PIECE, Math.min(size, bytes) - at)), at);
            }
            piece.fill((byte) 0);
            try (Locked _ = lockOnNetwork()) {
                for (long at = size; at < bytes; at += PIECE) {
                    open.write(piece.asSlice(0, Math.min(PIECE, bytes - at)), at);
                }
            }
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot reserve " + bytes + " bytes", e);
        }
    }

    private void writeBack(MemorySegment piece, long at) throws IOException {
        try (Locked _ = lock(at, at + piece.byteSize(), false)) {
            open.write(piece.asSlice(0, open.read(piece, at)), at);
        }
    }

    /** Has the system write the file to its device. */
    void force() {
        if (!writable) {
            return;
        }
        changed = false; // before, because what another thread writes meanwhile may come too late
        try {
            open.force();
        } catch (IOException e) {
            changed = true;
            throw FileErrors.of(path, "cannot synchronize", e);
        }
    }

    // ------------------------------------------------------------------------------------------- locks

    /** A part of the file that is locked. */
    record Locked(OpenFile.Held held, DataFile file) implements AutoCloseable {
        @Override
        public void close() {
            try {
                held.release();
            } catch (IOException e) {
                throw FileErrors.of(file.path, "cannot unlock", e);
            }
        }
    }

    /**
     * Locks bytes against other processes, other ranks of this process, and other threads of this rank.
     *
     * @param end one more than the last byte
     * @param shared whether others may read meanwhile
     */
    Locked lock(long start, long end, boolean shared) {
        try {
            return new Locked(open.lock(start, end - start, shared && readable), this);
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot lock bytes " + start + " to " + (end - 1), e);
        }
    }

    /**
     * Closes the file. What was written through it is then on its device, as MPI_File_close promises. This takes as
     * long as the device needs, so a file that was only read, or that has no news since {@link #force}, does without.
     */
    void finish() {
        try (this) {
            if (changed) {
                force();
            }
        }
    }

    /** Closes the file. What was written through it may reach its device later. */
    @Override
    public void close() {
        try {
            open.close();
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot close", e);
        }
    }
}
