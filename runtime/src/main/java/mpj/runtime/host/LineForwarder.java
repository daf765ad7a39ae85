package mpj.runtime.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Copies one output stream of one rank to mpjrun's, whole lines at a time, so that lines of ranks do not mix. Bytes
 * are not decoded. A line longer than {@link #MAX_LINE} is passed on in pieces; the last one need not end in a newline.
 */
final class LineForwarder implements Runnable {
    /** Memory for one unfinished line, in bytes. */
    static final int MAX_LINE = 1 << 20;
    /** At least a pipe's capacity: the JDK drains the pipe of a process that ends, and must not overtake us. */
    private static final int FIRST_BUFFER = 64 << 10;
    /** How much of the end is kept for the report on a failed rank. */
    private static final int TAIL = 2 << 10;
    private static final int LAST_LINES = 10;

    private final InputStream in;
    private final OutputSink sink;
    private final byte[] tag;
    private final boolean alone;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int filled;
    private boolean atLineStart = true;
    private final byte[] tail = new byte[TAIL];
    private int tailLength;

    /**
     * @param tag what begins each line; may be empty
     * @param alone whether no other rank's lines can mix with these: they are not waited for, so that a question to
     *     the user is seen before its line ends
     */
    LineForwarder(InputStream in, OutputSink sink, String tag, boolean alone) {
        this.in = in;
        this.sink = sink;
        this.alone = alone;
        this.tag = tag.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void run() {
        try {
            int got;
            while ((got = in.read(buffer, filled, buffer.length - filled)) >= 0) {
                int searched = filled;
                filled += got;
                int lines = endOfLastLine(searched);
                if (alone || lines == 0 && filled == MAX_LINE) {
                    forward(filled);
                } else if (lines > 0) {
                    forward(lines);
                } else if (filled == buffer.length) {
                    buffer = Arrays.copyOf(buffer, MAX_LINE);
                }
            }
        } catch (IOException e) {
            // The rank is gone and its stream was closed under the reader: what was read is forwarded below.
        }
        forward(filled);
    }

    /** The number of bytes up to and with the last newline, which is not before {@code from}. */
    private int endOfLastLine(int from) {
        for (int i = filled - 1; i >= from; i--) {
            if (buffer[i] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }

    private void forward(int length) {
        if (length == 0) {
            return;
        }
        keepTail(length);
        if (tag.length == 0) {
            sink.write(buffer, 0, length);
        } else {
            byte[] tagged = tagged(length);
            sink.write(tagged, 0, tagged.length);
        }
        System.arraycopy(buffer, length, buffer, 0, filled - length);
        filled -= length;
    }

    private synchronized void keepTail(int length) {
        int fresh = Math.min(length, TAIL);
        int kept = Math.min(tailLength, TAIL - fresh);
        System.arraycopy(tail, tailLength - kept, tail, 0, kept);
        System.arraycopy(buffer, length - fresh, tail, kept, fresh);
        tailLength = kept + fresh;
    }

    /** The last lines forwarded, each with its newline; the first may be cut. */
    synchronized String lastLines() {
        String text = new String(tail, 0, tailLength, StandardCharsets.UTF_8);
        String[] lines = text.split("\n");
        StringBuilder last = new StringBuilder();
        for (int i = Math.max(0, lines.length - LAST_LINES); i < lines.length; i++) {
            last.append(lines[i]).append(text.isEmpty() ? "" : "\n");
        }
        return last.toString();
    }

    private byte[] tagged(int length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 64);
        for (int i = 0; i < length; i++) {
            if (atLineStart) {
                out.writeBytes(tag);
            }
            out.write(buffer[i]);
            atLineStart = buffer[i] == '\n';
        }
        return out.toByteArray();
    }
}
