package mpj.transport.shm;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import mpj.transport.spi.Attachments;
import mpj.transport.spi.SharedMemory;

/** Files without a name that several ranks map. The key is the path under which the file's creator has it open. */
final class MappedMemory implements SharedMemory, AutoCloseable {
    /** From this size on, the free memory is checked first. Collectives of fewer than 64 ranks need less. */
    private static final long LARGE = 16 << 20;

    private final Attachments attachments = new Attachments();

    private record File(MemoryFile file, Attachment attachment) implements Created {
        @Override
        public byte[] key() {
            return file.path().toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            file.close();
        }
    }

    @Override
    public Created create(long bytes) {
        if (bytes >= LARGE) {
            // Filling the file until /dev/shm is full would meanwhile take the memory of every process of the host.
            MemoryFile.checkRemaining(bytes, Allocations.PART_LEFT);
        }
        MemoryFile file = MemoryFile.create();
        try {
            file.allocate(0, bytes);
            return new File(file, map(file, bytes));
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public Attachment attach(byte[] key, long bytes) {
        try (MemoryFile file = MemoryFile.open(Path.of(new String(key, StandardCharsets.UTF_8)))) {
            return map(file, bytes);
        }
    }

    /** The system frees the file's memory when the last of its ranks has unmapped it. */
    private Attachment map(MemoryFile file, long bytes) {
        Arena arena = Arena.ofShared();
        try {
            return attachments.add(file.map(0, bytes, arena), arena::close);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Unmaps everything. */
    @Override
    public void close() {
        attachments.close();
    }
}
