package mpj.core.file;

import java.lang.foreign.MemorySegment;

/**
 * Reads and writes without other ranks. Adjacent bytes go straight between the program's memory and the file, or
 * through memory off the heap. Small pieces are read together with the bytes between them (data sieving). Small pieces
 * are written in this way only if a hint asks for it, because the bytes between them are read and written again.
 * Although these bytes are locked meanwhile, a process that writes there without a lock may lose what it writes.
 * Thread-safe.
 */
final class Independent {
    /**
     * In bytes. If pieces start nearer to each other than this, on average, one long read takes less time than a read
     * for each piece: a system call takes as long as copying this many bytes.
     */
    private static final long NEAR_TO_READ = 8 << 10;

    private final DataFile file;
    private final Staging staging;

    Independent(DataFile file, Staging staging) {
        this.file = file;
        this.staging = staging;
    }

    /** How an access is carried out. */
    record Manner(View view, Hints hints, boolean atomic) {
    }

    /** Writes a stream from a position of the view's stream on. */
    void write(Manner manner, long position, Stream stream) {
        if (stream.bytes() == 0) {
            return;
        }
        try (DataFile.Locked lock = lock(manner, position, stream.bytes(), false)) {
            if (isSieved(manner, position, stream.bytes(), true)) {
                sieve(manner, position, stream, lock != null);
            } else {
                writeRuns(manner.view, position, stream);
            }
        }
    }

    /** Reads into a stream. Returns how many bytes there were before the end of the file. */
    long read(Manner manner, long position, Stream stream) {
        if (stream.bytes() == 0) {
            return 0;
        }
        try (DataFile.Locked _ = lock(manner, position, stream.bytes(), true)) {
            return isSieved(manner, position, stream.bytes(), false) ? sievedRead(manner, position, stream)
                : readRuns(manner.view, position, stream);
        }
    }

    /**
     * Locks everything that an access may touch, if the access is to be atomic. On a file system of a network each
     * access locks, because only a lock makes a host see what another host has written.
     */
    private DataFile.Locked lock(Manner manner, long position, long bytes, boolean shared) {
        if (!manner.atomic && !file.isOnNetwork()) {
            return null;
        }
        View view = manner.view;
        if (view.isOrdered()) {
            return file.lock(view.at(position), view.at(position + bytes - 1) + 1, shared);
        }
        long low = Long.MAX_VALUE;
        long high = 0;
        View.Runs runs = view.runs(position, bytes);
        while (runs.next()) {
            low = Math.min(low, runs.place());
            high = Math.max(high, runs.place() + runs.length());
        }
        return file.lock(low, high, shared);
    }

    private boolean isSieved(Manner manner, long position, long bytes, boolean write) {
        View view = manner.view;
        Hints.Choice choice = write ? manner.hints.sievingWrite() : manner.hints.sievingRead();
        if (choice == Hints.Choice.DISABLE || view.isContiguous() || !view.isOrdered() || !file.isReadable()) {
            return false;
        }
        View.Runs runs = view.runs(position, bytes);
        runs.next();
        if (runs.length() == bytes) {
            return false;
        }
        if (write || choice == Hints.Choice.ENABLE) {
            return choice == Hints.Choice.ENABLE;
        }
        long span = view.at(position + bytes - 1) - view.at(position);
        long pieces = Math.max(2, bytes / view.averageRun());
        return span / pieces < NEAR_TO_READ;
    }

    // ------------------------------------------------------------------------------------------- run by run

    private void writeRuns(View view, long position, Stream stream) {
        MemorySegment direct = stream.direct();
        MemorySegment passing = direct == null ? staging.take(Staging.PASSING) : null;
        try {
            View.Runs runs = view.runs(position, stream.bytes());
            long at = 0;
            while (runs.next()) {
                if (direct != null) {
                    file.write(direct.asSlice(at, runs.length()), runs.place());
                } else {
                    writeRun(stream, at, runs, passing);
                }
                at += runs.length();
            }
        } finally {
            give(passing);
        }
    }

    private void writeRun(Stream stream, long at, View.Runs run, MemorySegment passing) {
        for (long done = 0; done < run.length(); done += Staging.PASSING) {
            long length = Math.min(Staging.PASSING, run.length() - done);
            stream.copyTo(at + done, passing, 0, length);
            file.write(passing.asSlice(0, length), run.place() + done);
        }
    }

    private long readRuns(View view, long position, Stream stream) {
        MemorySegment direct = stream.direct();
        MemorySegment passing = direct == null ? staging.take(Staging.PASSING) : null;
        try {
            View.Runs runs = view.runs(position, stream.bytes());
            long at = 0;
            while (runs.next()) {
                long read = direct != null ? file.read(direct.asSlice(at, runs.length()), runs.place())
                    : readRun(stream, at, runs, passing);
                at += read;
                if (read < runs.length()) {
                    return at;
                }
            }
            return at;
        } finally {
            give(passing);
        }
    }

    private long readRun(Stream stream, long at, View.Runs run, MemorySegment passing) {
        for (long done = 0; done < run.length(); done += Staging.PASSING) {
            long length = Math.min(Staging.PASSING, run.length() - done);
            long read = file.read(passing.asSlice(0, length), run.place() + done);
            stream.copyFrom(at + done, passing, 0, read);
            if (read < length) {
                return done + read;
            }
        }
        return run.length();
    }

    private void give(MemorySegment memory) {
        if (memory != null) {
            staging.give(memory);
        }
    }

    // ------------------------------------------------------------------------------------------- data sieving

    private void sieve(Manner manner, long position, Stream stream, boolean locked) {
        View view = manner.view;
        int window = manner.hints.writeBuffer();
        MemorySegment memory = staging.take(window);
        try {
            long at = 0;
            while (at < stream.bytes()) {
                long start = view.at(position + at);
                long bytes = Math.min(view.before(start + window) - position - at, stream.bytes() - at);
                Pieces pieces = Pieces.of(view, position + at, bytes, start);
                writeWindow(stream, at, pieces, memory.asSlice(0, pieces.end()), start, locked);
                at += bytes;
            }
        } finally {
            staging.give(memory);
        }
    }

    private void writeWindow(Stream stream, long at, Pieces pieces, MemorySegment window, long start, boolean locked) {
        if (pieces.isOne()) {
            Copies.scatter(stream, at, pieces, window);
            file.write(window, start);
            return;
        }
        try (DataFile.Locked _ = locked ? null : file.lock(start, start + window.byteSize(), false)) {
            long there = file.read(window, start);
            window.asSlice(there).fill((byte) 0);
            Copies.scatter(stream, at, pieces, window);
            file.write(window, start);
        }
    }

    private long sievedRead(Manner manner, long position, Stream stream) {
        View view = manner.view;
        int window = manner.hints.readBuffer();
        MemorySegment memory = staging.take(window);
        try {
            long at = 0;
            while (at < stream.bytes()) {
                long start = view.at(position + at);
                long bytes = Math.min(view.before(start + window) - position - at, stream.bytes() - at);
                Pieces pieces = Pieces.of(view, position + at, bytes, start);
                long there = file.read(memory.asSlice(0, pieces.end()), start);
                long found = pieces.before(there);
                Copies.gather(memory, pieces, stream, at, found);
                at += found;
                if (found < bytes) {
                    return at;
                }
            }
            return at;
        } finally {
            staging.give(memory);
        }
    }
}
