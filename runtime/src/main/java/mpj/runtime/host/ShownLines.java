package mpj.runtime.host;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines that were written last and that the user still sees, which is about one screen. Two streams may write to
 * the screen. Each of them holds this object's monitor while it writes.
 */
public final class ShownLines {
    /**
     * A line that has no end yet.
     *
     * @param stream the stream to which it was written
     * @param rank the rank that has begun it
     */
    record Begun(DescriptorSink stream, int rank) {
    }


    private static final int BYTES = 8 << 10;
    private static final int LINES = 60;

    private final byte[] tail = new byte[BYTES];
    private int length;
    private Begun begun;

    synchronized void add(byte[] bytes, int offset, int count) {
        int fresh = Math.min(count, BYTES);
        int kept = Math.min(length, BYTES - fresh);
        System.arraycopy(tail, length - kept, tail, 0, kept);
        System.arraycopy(bytes, offset + count - fresh, tail, kept, fresh);
        length = kept + fresh;
    }

    /** The unfinished line, which another rank must not continue; null if there is none. */
    synchronized Begun begun() {
        return begun;
    }

    synchronized void begin(Begun line) {
        begun = line;
    }

    /**
     * Returns those of the lines that are no longer on the screen. A line on the screen may begin with its rank, as in
     * [3].
     */
    public synchronized List<String> unseen(List<String> lines) {
        List<String> shown = new String(tail, 0, length, StandardCharsets.UTF_8).lines().toList();
        List<String> inSight = shown.subList(Math.max(0, shown.size() - LINES), shown.size());
        List<String> unseen = new ArrayList<>(lines);
        unseen.removeIf(line -> inSight.stream().anyMatch(seen -> seen.equals(line)
            || seen.startsWith("[") && seen.endsWith("] " + line)));
        return unseen;
    }
}
