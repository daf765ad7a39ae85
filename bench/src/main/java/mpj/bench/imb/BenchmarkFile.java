package mpj.bench.imb;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The file that a benchmark of IMB-IO writes or reads. It is one file for all ranks of a group, or one for each rank.
 */
final class BenchmarkFile {
    private static final int PIECE = 1 << 20;

    private final Files files;
    private final FileBenchmark benchmark;
    private final Participants participants;
    private final String name;
    private final Map<String, String> hints;

    /** @param name the name of this rank's file */
    BenchmarkFile(Files files, FileBenchmark benchmark, Participants participants, String name,
                  Map<String, String> hints) {
        this.files = files;
        this.benchmark = benchmark;
        this.participants = participants;
        this.name = name;
        this.hints = hints;
    }

    /** Makes a new file of this many bytes. The bytes are written if the benchmark reads them. */
    void prepare(long bytes) {
        if (isFirst()) {
            // The file is opened before it is deleted, so that there is a file to delete.
            files.open(null, name, hints).close();
            files.delete(name);
            try (Files.Opened file = files.open(null, name, hints)) {
                file.setSize(bytes);
                if (benchmark.access() == FileBenchmark.Access.READ) {
                    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
                    for (long done = 0; done < bytes; done += PIECE) {
                        file.call(FileCall.WRITE, 0, piece, (int) Math.min(PIECE, bytes - done));
                    }
                }
            }
        }
        participants.barrier();
    }

    /**
     * Opens the file. If all ranks share the file and each rank uses its own pointer, the view shows only this rank's
     * portion of each transfer.
     */
    Files.Opened open(Portion portion, int bytes) {
        Files.Opened file = files.open(benchmark.ownFile() ? null : participants.comm(), name, hints);
        if (benchmark.place() == FileBenchmark.Place.INDV && !benchmark.ownFile() && portion.length() > 0) {
            file.view(portion.start(), portion.length(), bytes);
        } else {
            file.view(0, 1, 1);
        }
        return file;
    }

    /** Opens the file, writes a byte, and closes it. */
    void openAndClose(ByteBuffer buffer) {
        try (Files.Opened file = files.open(participants.comm(), name, hints)) {
            file.call(FileCall.WRITE, 0, buffer, 1);
        }
    }

    void delete() {
        participants.barrier();
        if (isFirst()) {
            files.delete(name);
        }
    }

    private boolean isFirst() {
        return benchmark.ownFile() || participants.comm().rank() == 0;
    }
}
