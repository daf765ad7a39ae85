package mpj.runtime.threads;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import mpj.runtime.wire.JobTag;

/**
 * Passes the output of several ranks on, in whole lines. Bytes are not decoded. The beginning of a line is passed on
 * alone in two cases: when it is flushed, if lines have no tags, or after a moment without more output. If another rank
 * then prints, the line is ended, and further output of the first rank begins a new line.
 */
final class RankOutput extends OutputStream {
    /** A longer line is passed on in pieces. */
    private static final int MAX_LINE = 1 << 20;
    /**
     * The limit for a line with a tag. Such a line is not passed on in pieces, because lines of other ranks may come
     * between them; at the limit it is ended.
     */
    private static final int MAX_TAGGED = 64 << 20;
    /**
     * A line without an end may be a question if it is no longer than this. The rest of a longer line is still on its
     * way, however long its parts take.
     */
    private static final int LONGEST_QUESTION = 4 << 10;
    /** For threads that belong to no rank. */
    private static final int NOBODY = -1;

    private final class Line {
        private final byte[] tag;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean atStart = true;
        /** Whether the part of the line that was passed on was ended, because another rank printed. */
        private boolean cut;
        private long changes;
        private long seen;

        Line(int rank) {
            tag = (rank != NOBODY ? tags.of(rank) : "").getBytes(StandardCharsets.US_ASCII);
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

        /**
         * Passes the beginning of a line on, unless it has changed since the last look. A changed one is left for the
         * next look.
         */
        synchronized boolean passIfStill() throws IOException {
            boolean still = seen == changes;
            seen = changes;
            if (still && bytes.size() > 0 && bytes.size() <= LONGEST_QUESTION) {
                pass(bytes.size());
            }
            return still;
        }

        /**
         * Ends the output. Where lines have tags, an unfinished line is ended, because a line of another rank may
         * follow.
         */
        synchronized void end() throws IOException {
            if (tag.length > 0 && !atStart) {
                if (bytes.size() > 0 || !wasCut()) {
                    bytes.write('\n');
                }
                atStart = true;
            }
            pass(bytes.size());
        }

        /**
         * A flush passes the beginning of a line on, so that the user sees a question. Lines with tags are not shown
         * early.
         */
        synchronized void flush() throws IOException {
            if (tag.length == 0) {
                pass(bytes.size());
            }
        }

        /**
         * Whether the part that was passed on was ended. If no more output has followed, there is nothing to continue.
         */
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
    /** The line that was passed on without its end, and was not ended since; guarded by the stream. */
    private Line open;
    /** Whether there may be lines that have begun and were not passed on. */
    private volatile boolean begun;
    private final Supplier<Integer> rank;
    private final JobTag tags;
    private final ConcurrentMap<Integer, Line> lines = new ConcurrentHashMap<>();

    /**
     * @param rank of the calling thread, or null
     * @param tags how lines begin
     */
    RankOutput(OutputStream to, Supplier<Integer> rank, JobTag tags) {
        this.to = to;
        this.rank = rank;
        this.tags = tags;
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

    /** Passes on the line that the calling rank has begun, if lines have no tags. */
    @Override
    public void flush() throws IOException {
        line().flush();
    }

    /** Passes on the lines that have not changed since the last call. */
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
                return; // nobody reads the output, and there is nowhere to report that
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
            return; // nobody reads the output, and there is nowhere to report that
        }
    }
}
