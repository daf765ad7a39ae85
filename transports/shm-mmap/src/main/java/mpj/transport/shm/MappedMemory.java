package mpj.transport.shm;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import mpj.transport.spi.Attachments;
import mpj.transport.spi.SharedMemory;

/** Files without a name, mapped by several ranks. The key is the path under which their creator has one open. */
final class MappedMemory implements SharedMemory, AutoCloseable {
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

    /** The system takes the file's memory back when the last of its ranks has unmapped it. */
    private Attachment map(MemoryFile file, long bytes) {
        Arena arena = Arena.ofShared();
        try {
            return attachments.add(file.map(0, bytes, arena), arena::close);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Unmaps all. */
    @Override
    public void close() {
        attachments.close();
    }
}
