package mpj.transport.shm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import mpj.bindings.Linux;
import mpj.bindings.Uninterrupted;
import mpj.transport.spi.TransportException;

/**
 * A file in memory that has no name. It is created in /dev/shm with mode 0600 and unlinked at once, so nothing is left
 * behind, however the processes end. Other processes of the same user open it as {@code /proc/PID/fd/N}.
 *
 * <p>memfd_create would do the same through a foreign call. But the first foreign call of a JVM costs 40 ms, half of
 * the time that a short program takes in all.
 *
 * <p>A FileChannel is closed when a thread that uses it is interrupted. So the FileChannel that keeps the file open is
 * never used: each mapping is made through another FileChannel, and a RandomAccessFile writes.
 */
final class MemoryFile implements AutoCloseable {
    private static final byte[] ZEROS = new byte[64 << 10];
    private static final String FOLDER = "/dev/shm";
    private static final String PREFIX = "mpj-";
    private static final String OWN_PROCESS = "/proc/self";
    private static final String OWN_DESCRIPTORS = "/proc/self/fd";
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
        PosixFilePermissions.asFileAttribute(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    /** Keeps the file open, and is used for nothing else. */
    private final FileChannel holder;
    private final Path path;
    private final long number;
    /** The file to which the path must lead; null if the path cannot come to lead elsewhere. */
    private final Path target;

    private MemoryFile(FileChannel holder, Path path, long number, Path target) {
        this.holder = holder;
        this.path = path;
        this.number = number;
        this.target = target;
    }

    static MemoryFile create() {
        String pid = ownProcess();
        long number = ThreadLocalRandom.current().nextLong();
        Path file = named(pid, number);
        try {
            // On Linux, DELETE_ON_CLOSE unlinks the file within the call that opens it, so a kill hardly finds a moment
            // between the two.
            FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE), OWNER_ONLY);
            try {
                return new MemoryFile(channel, Linux.file("/proc", pid, "fd", descriptorOf(unlinked(file))), number,
                    null);
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new TransportException("transport shm cannot create " + file + ": " + e
                + "; it needs a writable /dev/shm, or choose another with -Dmpj.transport=NAME", e);
        }
    }

    private static Path named(String process, long number) {
        return Path.of(FOLDER, PREFIX + process + "-" + Long.toHexString(number));
    }

    /** The target of the link of a descriptor whose file was unlinked. */
    private static Path unlinked(Path file) {
        return file.resolveSibling(file.getFileName() + " (deleted)");
    }

    /** This process's id. ProcessHandle knows it, but takes 2 ms to set up the watching of other processes. */
    private static String ownProcess() {
        try {
            return Files.readSymbolicLink(Linux.file(OWN_PROCESS)).toString();
        } catch (IOException e) {
            throw new TransportException("transport shm needs /proc: " + e, e);
        }
    }

    private static String descriptorOf(Path file) throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Linux.file(OWN_DESCRIPTORS))) {
            for (Path descriptor : descriptors) {
                if (leadsTo(descriptor, file)) {
                    return descriptor.getFileName().toString();
                }
            }
        }
        throw new IOException(OWN_DESCRIPTORS + " does not list the open " + file);
    }

    private static boolean leadsTo(Path descriptor, Path file) {
        try {
            return Files.readSymbolicLink(descriptor).equals(file);
        } catch (IOException e) {
            return false; // another thread has closed the descriptor meanwhile
        }
    }

    /**
     * Opens the file of another process.
     *
     * @throws TransportException when that process has closed the file, or has ended, or belongs to another user
     */
    static MemoryFile open(Path path) {
        Path file;
        try {
            file = Files.readSymbolicLink(path);
        } catch (IOException e) {
            throw isClosed(path) ? closed(path) : cannotOpen(path, e);
        }
        if (!isMemory(file)) {
            throw closed(path);
        }
        return opened(path, file);
    }

    /**
     * Opens a certain file of another process. The id of a process that has ended may belong to another one, and the
     * descriptor there may lead to another file.
     *
     * @param target the {@link #target} of the file
     * @throws TransportException when that process has closed the file, or has ended, or belongs to another user
     */
    static MemoryFile open(Path path, Path target) {
        if (isClosed(path, target)) {
            throw closed(path);
        }
        MemoryFile file = opened(path, target);
        // Checked again after opening: the opened file is the right one only if the link still leads there.
        if (leadsTo(path, target)) {
            return file;
        }
        file.close();
        throw closed(path);
    }

    private static TransportException closed(Path path) {
        return new TransportException("transport shm: " + path + ", a peer's memory, is closed: the peer has ended,"
            + " or has called MPI.Finalize");
    }

    private static TransportException cannotOpen(Path path, IOException e) {
        String text = "transport shm cannot open a peer's memory " + path + ": " + e;
        if (e instanceof AccessDeniedException || e instanceof NoSuchFileException) {
            return new TransportException(text + "; the peer belongs to another user, or has ended", e);
        }
        return TransportException.passing(text, e); // this process, or the system, has no descriptor left
    }

    /** Whether the target of a descriptor's link is such a file. Of a pipe or a socket, the target is no path. */
    private static boolean isMemory(Path target) {
        String file = target.toString();
        return file.startsWith(PREFIX, file.lastIndexOf('/') + 1);
    }

    /**
     * Whether the process that created a file has closed it, or has ended. The descriptor of a closed file may lead to
     * another file of that process, which must not be written. The system lets only root look at the descriptors of a
     * process that is ending.
     */
    static boolean isClosed(Path path) {
        try {
            return !isMemory(Files.readSymbolicLink(path));
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return PeerProcess.hasEnded(processOf(path));
        }
    }

    /** As {@link #isClosed(Path)}, for a certain file. */
    static boolean isClosed(Path path, Path target) {
        try {
            return !Files.readSymbolicLink(path).equals(target);
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return PeerProcess.hasEnded(processOf(path));
        }
    }

    /** The id of the process that created the file at a path. */
    static int processOf(Path path) {
        return Integer.parseInt(path.getName(1).toString());
    }

    private static FileChannel channel(Path path) throws IOException {
        return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static MemoryFile opened(Path path, Path target) {
        try {
            return new MemoryFile(channel(path), path, 0, target);
        } catch (IOException e) {
            throw cannotOpen(path, e);
        }
    }

    /**
     * Opens a certain file of another process. That process may have closed the file meanwhile, and opened another
     * under the same descriptor.
     *
     * @param number the {@link #number} of the file in that process
     */
    static MemoryFile open(int process, int descriptor, long number) {
        String pid = Integer.toString(process);
        Path file = unlinked(named(pid, number));
        try {
            Path path = Linux.file("/proc", pid, "fd", Integer.toString(descriptor));
            if (leadsTo(path, file)) {
                MemoryFile opened = opened(path, file);
                // Checked again after opening: the opened file is the right one only if the link still leads there.
                if (leadsTo(path, file)) {
                    return opened;
                }
                opened.close();
            }
        } catch (NoSuchFileException e) {
            throw new TransportException("transport shm needs /proc: " + e, e);
        }
        throw new TransportException("transport shm: process " + pid + " has closed " + file);
    }

    /** The id of the process that created the file. */
    int process() {
        return processOf(path);
    }

    /** The descriptor under which that process has the file open. */
    int descriptor() {
        return Integer.parseInt(path.getFileName().toString());
    }

    /** A number that distinguishes the file from any other file of that process. */
    long number() {
        return number;
    }

    /** The file's size in bytes. */
    long bytes() {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new TransportException("transport shm cannot tell the size of " + path + ": " + e, e);
        }
    }

    /** The path by which another process of this user opens the file. */
    Path path() {
        return path;
    }

    /** Where {@link #path} leads, for a file that this process has created. No other file ever has this name. */
    Path target() {
        return unlinked(named(Integer.toString(process()), number));
    }

    /**
     * Makes the system allocate memory for a part of the file, and clears that memory. Without this, the first store
     * into a full /dev/shm would end the JVM with a signal.
     */
    void allocate(long offset, long bytes) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            checkTarget(); // if the link still leads there, it did so when the file was opened
            file.seek(offset);
            for (long left = bytes; left > 0; left -= ZEROS.length) {
                file.write(ZEROS, 0, (int) Math.min(ZEROS.length, left));
            }
        } catch (IOException e) {
            throw TransportException.passing("transport shm cannot reserve " + bytes + " bytes of " + FOLDER + ": "
                + e.getMessage() + "; make it larger (in a container, --shm-size), or choose another transport with "
                + "-Dmpj.transport=NAME", e);
        }
    }

    /** Makes the file at least this long, and never shorter. Only its last page takes memory. */
    void lengthen(long bytes) {
        allocate(bytes - 1, 1);
    }

    /**
     * Whether more than four times these bytes are free for such files, and more than half of all the memory for them.
     */
    static boolean hasPlenty(long bytes) {
        try {
            FileStore memory = Files.getFileStore(Linux.file(FOLDER));
            long free = memory.getUsableSpace();
            return free > 4 * bytes && free > memory.getTotalSpace() / 2;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Checks that this many bytes are free for such files, and that a fraction of all the memory for them stays free.
     *
     * @param part the fraction's denominator: 4 for a fourth
     * @throws TransportException when there is less
     */
    static void checkRemaining(long bytes, int part) {
        long free;
        long total;
        try {
            FileStore memory = Files.getFileStore(Linux.file(FOLDER));
            free = memory.getUsableSpace();
            total = memory.getTotalSpace();
        } catch (IOException e) {
            throw new TransportException("transport shm cannot tell how large " + FOLDER + " is: " + e, e);
        }
        if (bytes > free - total / part) {
            throw new TransportException(free + " of " + total + " bytes of " + FOLDER + " are free, and "
                + total / part + " are reserved for channels; make it larger (in a container, --shm-size)");
        }
    }

    /**
     * Maps a part of the file.
     *
     * @param arena a shared arena, because another thread does the mapping if this one is interrupted
     */
    MemorySegment map(long offset, long bytes, Arena arena) {
        try {
            MemorySegment mapped = Uninterrupted.call(() -> {
                try (FileChannel channel = channel(path)) {
                    return channel.map(FileChannel.MapMode.READ_WRITE, offset, bytes, arena);
                }
            });
            checkTarget();
            return mapped;
        } catch (IOException e) {
            throw TransportException.passing("transport shm cannot map " + bytes + " bytes of " + path + ": " + e, e);
        }
    }

    private void checkTarget() {
        if (target != null && !leadsTo(path, target)) {
            throw new TransportException("transport shm: a peer has closed " + target);
        }
    }

    @Override
    public void close() {
        try {
            holder.close();
        } catch (IOException e) {
            throw new TransportException("closing " + path + ": " + e, e);
        }
    }
}
