package mpj.runtime.threads;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * Passes the output of several ranks on, whole lines at a time. Bytes are not decoded. A line that a rank has begun is
 * passed on when that is flushed, if lines have no tags, or after a moment without more. If another rank prints then,
 * the line is ended, and what the first prints next is a line of its own.
 */
final class RankOutput extends OutputStream {
    /** A line that is longer is passed on in pieces. */
    private static final int MAX_LINE = 1 << 20;
    /** One with a tag is not, as another rank's may come between: it is ended. */
    private static final int MAX_TAGGED = 64 << 20;
    /** One that is begun may be a question if it is no longer; else it is on its way, however long its parts take. */
    private static final int LONGEST_QUESTION = 4 << 10;
    /** For threads that belong to no rank. */
    private static final int NOBODY = -1;

    private final class Line {
        private final byte[] tag;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean atStart = true;
        /** What was passed on of it was ended, as another rank printed. */
        private boolean cut;
        private long changes;
        private long seen;

        Line(int rank) {
            tag = (tagged && rank != NOBODY ? "[" + rank + "] " : "").getBytes(StandardCharsets.US_ASCII);
        }

        synchronized void write(byte[] more, int offset, int length) throws IOException {
            int lines = 0;
            changes++;
            for (int i = 0; i < length; i++) {
                if (atStart) {
                    bytes.writeBytes(tag);
                }
                bytes.write(more[offset + i]);
                atStart = more[offset + i] == '\n';
                if (atStart) {
                    lines = bytes.size();
                }
            }
            if (lines > 0) {
                pass(lines);
            } else if (bytes.size() > (tag.length > 0 ? MAX_TAGGED : MAX_LINE)) {
                end();
            }
            if (bytes.size() > 0) {
                begun = true;
            }
        }

        /** Passes on what was begun, unless that has changed since the last look; then it is for the next. */
        synchronized boolean passIfStill() throws IOException {
            boolean still = seen == changes;
            seen = changes;
            if (still && bytes.size() > 0 && bytes.size() <= LONGEST_QUESTION) {
                pass(bytes.size());
            }
            return still;
        }

        /** Where lines have tags, one that was begun is a line, as another rank's may follow. */
        synchronized void end() throws IOException {
            if (tag.length > 0 && !atStart) {
                if (bytes.size() > 0 || !wasCut()) {
                    bytes.write('\n');
                }
                atStart = true;
            }
            pass(bytes.size());
        }

        /** What was begun is for the eyes of whoever is asked a question; with a tag it is not. */
        synchronized void flush() throws IOException {
            if (tag.length == 0) {
                pass(bytes.size());
            }
        }

        /** What was passed on has been ended; if nothing was begun since, there is nothing to go on with. */
        private boolean wasCut() {
            synchronized (to) {
                boolean was = cut;
                cut = false;
                return was;
            }
        }

        private void pass(int length) throws IOException {
            byte[] all = bytes.toByteArray();
            bytes.reset();
            bytes.write(all, length, all.length - length);
            if (length == 0) {
                return;
            }
            synchronized (to) {
                if (open != null && open != this) {
                    to.write('\n');
                    open.cut = true;
                }
                if (cut) {
                    to.write(tag);
                    cut = false;
                }
                to.write(all, 0, length);
                open = all[length - 1] == '\n' ? null : this;
            }
        }
    }

    private final OutputStream to;
    /** A line that was passed on without its end, and has not been ended; guarded by the stream. */
    private Line open;
    /** Whether there may be lines that are begun, and not passed on. */
    private volatile boolean begun;
    private final Supplier<Integer> rank;
    private final boolean tagged;
    private final ConcurrentMap<Integer, Line> lines = new ConcurrentHashMap<>();

    /**
     * @param rank of the calling thread, or null
     * @param tagged whether lines begin with their rank
     */
    RankOutput(OutputStream to, Supplier<Integer> rank, boolean tagged) {
        this.to = to;
        this.rank = rank;
        this.tagged = tagged;
    }

    private Line line() {
        Integer current = rank.get();
        return lines.computeIfAbsent(current == null ? NOBODY : current, Line::new);
    }

    @Override
    public void write(int b) throws IOException {
        line().write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        line().write(bytes, offset, length);
    }

    /** Passes on what the calling rank has begun a line with, if lines have no tags. */
    @Override
    public void flush() throws IOException {
        line().flush();
    }

    /** Passes on what ranks have begun before the last call, and not gone on with since. */
    void passBegun() {
        if (!begun) {
            return;
        }
        begun = false;
        for (Line line : lines.values()) {
            try {
                if (!line.passIfStill()) {
                    begun = true;
                }
            } catch (IOException e) {
                return; // nobody reads any more, and there is nowhere to say so
            }
        }
    }

    void finish(int finished) {
        Line line = lines.get(finished);
        if (line != null) {
            finish(line);
        }
    }

    void finishAll() {
        lines.values().forEach(RankOutput::finish);
    }

    private static void finish(Line line) {
        try {
            line.end();
        } catch (IOException e) {
            return; // nobody reads any more, and there is nowhere to say so
        }
    }
}
