package mpj.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;
import mpj.runtime.files.FileReason;

/**
 * A file with one rank's part of a version: a mark of eight bytes, the length of the table as an int, the table, the
 * content of the parts in the machine's byte order, and the CRC32C of all bytes before it as an int. The two ints are
 * big endian, as the numbers in the table are.
 */
final class SnapshotFile {
    private static final byte[] MARK = "MPJCKPT1".getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD = MARK.length + Integer.BYTES;
    /** How many bytes are read or written at once. */
    private static final long CHUNK = 4L << 20;
    private static final ValueLayout.OfInt NUMBER = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /** A piece of code that can be repeated. It closes every file that it opens. */
    private interface Repeatable<T> {
        T run() throws IOException;
    }

    private SnapshotFile() {
    }

    /**
     * Repeats a piece of code while interrupts of the thread close its files, because the interrupts are meant for the
     * program. This thread itself runs the code: it may be the only one that may use the registered memory.
     */
    private static <T> T despiteInterrupts(Repeatable<T> body) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            for (;;) {
                try {
                    return body.run();
                } catch (ClosedByInterruptException e) {
                    Thread.interrupted();
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Writes a file. The file gets its name when all of its content is on the disk.
     *
     * @param memory the content of the parts
     */
    static void write(Path folder, Table table, List<MemorySegment> memory) throws IOException {
        FileName name = FileName.of(table);
        Path unfinished = folder.resolve(name.unfinished().toString());
        try {
            despiteInterrupts(() -> {
                fill(unfinished, table, memory);
                return null;
            });
            Files.move(unfinished, folder.resolve(name.toString()), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            try {
                Files.deleteIfExists(unfinished);
            } catch (IOException stays) {
                e.addSuppressed(stays);
            }
            throw e;
        }
        forceNames(folder);
    }

    private static void fill(Path path, Table table, List<MemorySegment> memory) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
            byte[] encoded = Packed.of(table::write);
            CRC32C sum = new CRC32C();
            append(file, sum, MemorySegment.ofArray(MARK));
            append(file, sum, number(encoded.length));
            append(file, sum, MemorySegment.ofArray(encoded));
            for (MemorySegment each : memory) {
                append(file, sum, each);
            }
            append(file, sum, number((int) sum.getValue()));
            file.force(true);
        }
    }

    /** Has the system write the names of the folder to the disk, where it lets a program ask for that. */
    private static void forceNames(Path folder) {
        try {
            despiteInterrupts(() -> {
                try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
                    names.force(true);
                }
                return null;
            });
        } catch (IOException e) {
            return; // some systems cannot open a folder; they write the names by themselves
        }
    }

    private static MemorySegment number(int value) {
        MemorySegment bytes = MemorySegment.ofArray(new byte[Integer.BYTES]);
        bytes.set(NUMBER, 0, value);
        return bytes;
    }

    private static void append(FileChannel file, CRC32C sum, MemorySegment content) throws IOException {
        for (long at = 0; at < content.byteSize(); at += CHUNK) {
            ByteBuffer chunk = chunk(content, at, content.byteSize());
            sum.update(chunk.duplicate());
            while (chunk.hasRemaining()) {
                file.write(chunk);
            }
        }
    }

    private static ByteBuffer chunk(MemorySegment content, long at, long end) {
        MemorySegment part = content.asSlice(at, Math.min(CHUNK, end - at));
        // A buffer can only be made of heap memory if its array has bytes.
        return part.isNative() || part.heapBase().orElse(null) instanceof byte[] ? part.asByteBuffer()
            : ByteBuffer.wrap(part.toArray(ValueLayout.JAVA_BYTE));
    }

    /**
     * Reads a file. The messages of the exceptions name the file.
     *
     * @throws CheckpointException when the file is damaged or does not exist
     * @throws IOException when the file cannot be read, so that nobody knows whether it is damaged
     */
    static Snapshot read(Path path) throws IOException {
        MemorySegment content;
        try {
            content = despiteInterrupts(() -> content(path));
        } catch (CheckpointException e) {
            throw e;
        } catch (IOException e) {
            String text = "the file " + path + " cannot be read: " + FileReason.of(e)
                + "; try again, or delete the file";
            throw e instanceof NoSuchFileException ? new CheckpointException(text, e) : new IOException(text, e);
        }
        return decode(path, content);
    }

    private static MemorySegment content(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            MemorySegment content = Snapshot.allocate(file.size());
            for (long at = 0; at < content.byteSize(); at += CHUNK) {
                ByteBuffer chunk = chunk(content, at, content.byteSize());
                while (chunk.hasRemaining()) {
                    if (file.read(chunk) < 0) {
                        throw damaged(path, "it became shorter while it was read");
                    }
                }
            }
            return content;
        }
    }

    private static Snapshot decode(Path path, MemorySegment content) throws IOException {
        long end = content.byteSize() - Integer.BYTES;
        if (end < HEAD || MemorySegment.ofArray(MARK).mismatch(content.asSlice(0, MARK.length)) >= 0) {
            throw damaged(path, "it is not a checkpoint of this version of the library, or its beginning is damaged");
        }
        CRC32C sum = new CRC32C();
        for (long at = 0; at < end; at += CHUNK) {
            sum.update(chunk(content, at, end));
        }
        int expected = content.get(NUMBER, end);
        if (expected != (int) sum.getValue()) {
            throw damaged(path, String.format("its checksum is %08x, but the checksum of its content is %08x", expected,
                (int) sum.getValue()));
        }
        int length = content.get(NUMBER, MARK.length);
        if (length < 0 || length > end - HEAD) {
            throw damaged(path, "it says that its table has " + length + " bytes");
        }
        Table table;
        try {
            table = Table.read(Packed.read(content.asSlice(HEAD, length).toArray(ValueLayout.JAVA_BYTE)));
        } catch (IOException e) {
            throw damaged(path, String.valueOf(e.getMessage()));
        }
        MemorySegment data = content.asSlice(HEAD + length, end - HEAD - length);
        if (!FileName.of(table).toString().equals(path.getFileName().toString())) {
            throw damaged(path, "its content belongs to the file " + FileName.of(table)
                + "; rename it, or delete it");
        }
        if (data.byteSize() != table.bytes()) {
            throw damaged(path, "its content has " + data.byteSize() + " bytes instead of " + table.bytes());
        }
        return new Snapshot(table, data);
    }

    private static CheckpointException damaged(Path path, String how) {
        return new CheckpointException("the file " + path + ": " + how);
    }
}
