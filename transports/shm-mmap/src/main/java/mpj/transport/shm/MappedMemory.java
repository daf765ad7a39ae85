package mpj.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import mpj.transport.spi.SharedMemory;

/** Files without a name, mapped by several ranks. The key is the path under which their creator has one open. */
final class MappedMemory implements SharedMemory {
    private record File(MemoryFile file, MemorySegment memory) implements Created {
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
            return new File(file, file.map(0, bytes, Arena.ofAuto()));
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public MemorySegment attach(byte[] key, long bytes) {
        try (MemoryFile file = MemoryFile.open(Path.of(new String(key, StandardCharsets.UTF_8)))) {
            return file.map(0, bytes, Arena.ofAuto());
        }
    }
}
