package mpjbuf;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A range of gibibytes in which only the touched pages take memory. */
public final class SparseMemory {

    private SparseMemory() {
    }

    /** Maps a sparse file, and removes its name at once. */
    public static MemorySegment map(Arena arena, long bytes) throws IOException {
        Path file = Files.createTempFile("sparse", null);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(MapMode.READ_WRITE, 0, bytes, arena);
        } finally {
            Files.delete(file);
        }
    }
}
