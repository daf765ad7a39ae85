package mpj.launch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import mpj.runtime.host.OutputSink;

/**
 * Takes the output of all ranks, whose lines begin with their rank, as {@code mpjrun --tag-output} has it, and tells
 * the lines of each. Thread-safe.
 */
final class TaggedLines implements OutputSink {
    private final boolean error;
    private final RankOutput to;
    /** A line whose end has not come yet. */
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    /** @param error whether it is standard error */
    TaggedLines(boolean error, RankOutput to) {
        this.error = error;
        this.to = to;
    }

    /** What comes at once is of one rank: another's ends a line that was begun. */
    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        if (begun.size() > 0 && length > 0 && bytes[offset] == '[') {
            end();
        }
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '\n') {
                end();
            } else {
                begun.write(bytes[i]);
            }
        }
    }

    /** Tells a last line that has no end. */
    synchronized void finish() {
        if (begun.size() > 0) {
            end();
        }
    }

    private void end() {
        String line = begun.toString(Charset.defaultCharset());
        begun.reset();
        int behind = line.startsWith("[") ? line.indexOf("] ") : -1;
        if (behind > 1 && line.chars().limit(behind).skip(1).allMatch(Character::isDigit)) {
            to.line(Integer.parseInt(line.substring(1, behind)), error, line.substring(behind + 2));
        } else {
            to.line(RankOutput.NOBODY, error, line);
        }
    }
}
