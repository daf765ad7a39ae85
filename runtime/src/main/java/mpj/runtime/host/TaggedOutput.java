package mpj.runtime.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mpj.runtime.wire.JobTag;

/**
 * Takes the output of many ranks, whose lines begin with their rank as with {@code mpjrun --tag-output}, and reports
 * the rank of each part. When a line comes in pieces, each piece begins with the tag, so lines of other ranks may come
 * between the pieces.
 */
public final class TaggedOutput implements OutputSink {
    /** Receives the parts, one at a time. */
    @FunctionalInterface
    public interface Parts {
        /**
         * Receives a part, which has no newline, or only one at its end.
         *
         * @param rank the rank that printed the part; negative where there was no tag, as for lines that a JVM prints
         *     itself
         */
        void part(int rank, byte[] bytes, int offset, int length);
    }

    private final byte[] begin;
    private final int size;
    private final Parts parts;
    /** The rank of the last part, which a piece of the same line may follow. */
    private int current = -1;
    private boolean atLineStart = true;

    /**
     * @param job the job's number among those of its launcher, as in {@link JobTag}
     * @param size the number of ranks; the tag of a larger number is no tag
     */
    public TaggedOutput(int job, int size, Parts parts) {
        String tag = new JobTag(job, true).of(0);
        begin = tag.substring(0, tag.lastIndexOf('0')).getBytes(StandardCharsets.US_ASCII);
        this.size = size;
        this.parts = parts;
    }

    /** The bytes of one call come from one process. */
    @Override
    public synchronized void write(int process, byte[] bytes, int offset, int length) {
        int end = offset + length;
        int next = offset;
        while (next < end) {
            int tag = rankAt(bytes, next, end);
            if (tag >= 0) {
                current = tag;
                next = textAt(bytes, next);
            } else if (atLineStart) {
                current = -1;
            }
            int stop = next;
            while (stop < end && bytes[stop] != '\n') {
                stop++;
            }
            stop = Math.min(stop + 1, end);
            parts.part(current, bytes, next, stop - next);
            atLineStart = stop > next ? bytes[stop - 1] == '\n' : atLineStart;
            next = stop;
        }
    }

    /** The rank of a tag such as {@code [12] } at this place; negative when there is no tag. */
    private int rankAt(byte[] bytes, int at, int end) {
        int first = at + begin.length;
        if (first > end || !Arrays.equals(bytes, at, first, begin, 0, begin.length)) {
            return -1;
        }
        int rank = 0;
        int next = first;
        while (next < end && Character.isDigit(bytes[next]) && rank < size) {
            rank = 10 * rank + bytes[next++] - '0';
        }
        boolean closed = next > first && next + 1 < end && bytes[next] == ']' && bytes[next + 1] == ' ';
        return closed && rank < size ? rank : -1;
    }

    /** The place behind the tag of any rank of any job; the given place where there is no tag. */
    static int endOfTag(byte[] bytes, int at, int end) {
        int next = at;
        if (next < end && bytes[next] == '[') {
            do {
                next++;
            } while (next < end && (Character.isDigit(bytes[next]) || bytes[next] == ':' && next > at + 1));
            if (next > at + 1 && next + 1 < end && bytes[next] == ']' && bytes[next + 1] == ' ') {
                return next + 2;
            }
        }
        return at;
    }

    /** The place behind the tag that begins here. */
    private static int textAt(byte[] bytes, int tag) {
        int next = tag;
        while (bytes[next] != ' ') {
            next++;
        }
        return next + 1;
    }
}
