package mpj.runtime.host;

/**
 * Takes the output of many ranks, whose lines begin with their rank as {@code mpjrun --tag-output} has it, and tells
 * whose each part is. A line that comes in pieces has its tag ahead of each of them: so other ranks' lines may come
 * between.
 */
public final class TaggedOutput implements OutputSink {
    /** Takes the parts, one at a time. */
    @FunctionalInterface
    public interface Parts {
        /**
         * A part, which has a newline at its end or none at all.
         *
         * @param rank whose it is; negative where there was no tag, as ahead of what a JVM prints itself
         */
        void part(int rank, byte[] bytes, int offset, int length);
    }

    private final int size;
    private final Parts parts;
    /** Whose the last part was, which a piece of the same line may follow. */
    private int current = -1;
    private boolean atLineStart = true;

    /** @param size the number of ranks: there are no tags of others */
    public TaggedOutput(int size, Parts parts) {
        this.size = size;
        this.parts = parts;
    }

    /** What comes at once is of one process. */
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

    /** The rank of a tag such as {@code [12] } at this place; negative when there is none. */
    private int rankAt(byte[] bytes, int at, int end) {
        if (bytes[at] != '[') {
            return -1;
        }
        int rank = 0;
        int next = at + 1;
        while (next < end && Character.isDigit(bytes[next]) && rank < size) {
            rank = 10 * rank + bytes[next++] - '0';
        }
        boolean closed = next > at + 1 && next + 1 < end && bytes[next] == ']' && bytes[next + 1] == ' ';
        return closed && rank < size ? rank : -1;
    }

    /** Behind the tag of any rank at this place; the place itself where there is none. */
    static int endOfTag(byte[] bytes, int at, int end) {
        int next = at;
        if (next < end && bytes[next] == '[') {
            do {
                next++;
            } while (next < end && Character.isDigit(bytes[next]));
            if (next > at + 1 && next + 1 < end && bytes[next] == ']' && bytes[next + 1] == ' ') {
                return next + 2;
            }
        }
        return at;
    }

    /** Behind the tag at this place. */
    private static int textAt(byte[] bytes, int tag) {
        int next = tag;
        while (bytes[next] != ' ') {
            next++;
        }
        return next + 1;
    }
}
