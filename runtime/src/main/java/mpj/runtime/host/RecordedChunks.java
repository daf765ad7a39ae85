package mpj.runtime.host;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The chunks that a JVM's Flight Recorder has left in its folder. Each chunk begins with a header, which says up to
 * where the chunk is complete. If a JVM was killed, its last chunk is not finished. All chunks in a row are a
 * recording.
 */
public final class RecordedChunks {
    private static final int SIZE = 8;
    private static final int METADATA = 24;
    private static final int START = 32;
    private static final int STATE = 64;
    private static final int HEADER_BYTES = 68;
    private static final int FINISHED = 0;

    private RecordedChunks() {
    }

    /**
     * Returns the chunks of a rank, in the order of the recording, each of them finished. There are none if the rank
     * recorded nothing.
     *
     * @throws IOException when they cannot be read
     */
    public static List<Path> of(Recording recording, int rank) throws IOException {
        return in(recording.chunksOf(rank));
    }

    private static List<Path> in(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> files;
        try (var all = Files.walk(folder)) {
            files = all.filter(file -> file.toString().endsWith(".jfr")).sorted(Comparator.naturalOrder()).toList();
        }
        TreeMap<Long, Path> byStart = new TreeMap<>();
        for (Path file : files) {
            try (RandomAccessFile chunk = new RandomAccessFile(file.toFile(), "rw")) {
                if (finish(chunk)) {
                    chunk.seek(START);
                    byStart.put(chunk.readLong(), file);
                }
            }
        }
        return new ArrayList<>(byStart.values());
    }

    /** Joins the chunks of a rank in {@code rank-N.jfr}, and deletes the chunks. */
    public static void join(Recording recording, int rank) throws IOException {
        join(recording.chunksOf(rank), recording.folder().resolve("rank-" + rank + ".jfr"));
    }

    /**
     * Joins the chunks of JVMs that record into one folder, as the ranks of another launcher do. Each JVM makes a
     * folder of its own there. Its recording says which rank it was.
     *
     * @param folder of the trace
     */
    public static void joinAll(Path folder) throws IOException {
        Path all = folder.resolve(Recording.ALL);
        if (Files.isDirectory(all)) {
            List<Path> jvms;
            try (var folders = Files.list(all)) {
                jvms = folders.filter(Files::isDirectory).sorted().toList();
            }
            for (Path jvm : jvms) {
                join(jvm, folder.resolve("jvm-" + jvm.getFileName() + ".jfr"));
            }
            CacheFolder.delete(all);
        }
    }

    private static void join(Path folder, Path joined) throws IOException {
        List<Path> chunks = in(folder);
        if (!chunks.isEmpty()) {
            Files.move(chunks.getFirst(), joined);
            try (FileChannel out = FileChannel.open(joined, StandardOpenOption.APPEND)) {
                for (Path chunk : chunks.subList(1, chunks.size())) {
                    append(chunk, out);
                    Files.delete(chunk);
                }
            }
        }
        CacheFolder.delete(folder);
    }

    private static void append(Path chunk, FileChannel out) throws IOException {
        try (FileChannel in = FileChannel.open(chunk)) {
            for (long at = 0; at < in.size();) {
                at += in.transferTo(at, in.size() - at, out);
            }
        }
    }

    /** Whether the chunk contains anything. An unfinished chunk is cut behind its last complete part. */
    private static boolean finish(RandomAccessFile chunk) throws IOException {
        if (chunk.length() < HEADER_BYTES) {
            return false;
        }
        chunk.seek(SIZE);
        long size = chunk.readLong();
        chunk.seek(METADATA);
        if (chunk.readLong() == 0 || size <= HEADER_BYTES || size > chunk.length()) {
            return false;
        }
        chunk.seek(STATE);
        if (chunk.readByte() != FINISHED) {
            chunk.setLength(size);
            chunk.seek(STATE);
            chunk.writeByte(FINISHED);
        }
        return true;
    }
}
