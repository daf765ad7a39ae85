package mpj.runtime.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Copies one output stream of one rank to mpjrun's, whole lines at a time, so that lines of ranks do not mix. Bytes
 * are not decoded. A line that the rank has begun, and then prints no more for a moment, may be a question to the user:
 * it is passed on as it is. It comes in pieces then, as does a line longer than {@link #MAX_LINE}, each with the tag.
 * The last line need not end in a newline.
 */
final class LineForwarder implements Runnable {
    /** Memory for one unfinished line, in bytes. */
    static final int MAX_LINE = 1 << 20;
    /** At least a pipe's capacity: the JDK drains the pipe of a process that ends, and must not overtake us. */
    private static final int FIRST_BUFFER = 64 << 10;
    /** How much of the end is kept for the report on a failed rank. */
    private static final int TAIL = 8 << 10;
    private static final int LAST_LINES = 10;
    /** How the JVM, and a rank's main class, begin to print an uncaught exception; a tag may be ahead of it. */
    private static final byte[] EXCEPTION = "Exception in thread \"".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_TAG = 16;
    /** How long a rank's pause within a line is looked at; pauses double, and make some 60 ms in all. */
    private static final long FIRST_PAUSE_MILLIS = 1;
    private static final long LAST_PAUSE_MILLIS = 32;
    /** How much of an exception's first line is kept. */
    private static final int MAX_MESSAGE = 2 << 10;
    /** After so much more the exception is not what ended the rank. */
    private static final int LONGEST_TRACE = 64 << 10;

    private final int rank;
    private final InputStream in;
    private final OutputSink sink;
    private final boolean tagsItself;
    /** What a line, or a piece of one, is to begin with. */
    private byte[] tag;
    private final boolean alone;
    private final boolean errors;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int filled;
    private boolean atLineStart = true;
    private final byte[] tail = new byte[TAIL];
    private int tailLength;
    private boolean tailIsCut;
    private String exception = "";
    private long sinceException;

    /**
     * @param rank whose stream it is, or the first of several
     * @param tag what begins each line; may be empty
     * @param tagsItself whether lines bring their tags, as several ranks print them; only further pieces of a line
     *     then need one
     * @param alone whether no other rank's lines can mix with these: they are not waited for, so that a question to
     *     the user is seen before its line ends
     * @param errors whether it is standard error, where exceptions are printed
     */
    LineForwarder(int rank, InputStream in, OutputSink sink, String tag, boolean tagsItself, boolean alone,
                  boolean errors) {
        this.rank = rank;
        this.tagsItself = tagsItself;
        this.in = in;
        this.sink = sink;
        this.alone = alone;
        this.errors = errors;
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
                if (filled > 0 && pauses()) {
                    forward(filled);
                }
            }
        } catch (IOException e) {
            // The rank is gone and its stream was closed under the reader: what was read is forwarded below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        forward(filled);
    }

    /** Whether no more comes for a moment. Short pauses first, so that a rank that prints fast is not held up. */
    private boolean pauses() throws InterruptedException {
        try {
            for (long pause = FIRST_PAUSE_MILLIS; pause <= LAST_PAUSE_MILLIS; pause *= 2) {
                if (in.available() > 0) {
                    return false;
                }
                Thread.sleep(pause);
            }
            return in.available() == 0;
        } catch (IOException e) {
            return false; // the rank has just ended, and the JDK keeps what it has left: the next read has that
        }
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
        if (tagsItself) {
            byte[] tagged = withTagOfPiece(length);
            sink.write(rank, tagged, 0, tagged.length);
        } else if (tag.length == 0) {
            sink.write(rank, buffer, 0, length);
        } else {
            byte[] tagged = tagged(length);
            sink.write(rank, tagged, 0, tagged.length);
        }
        System.arraycopy(buffer, length, buffer, 0, filled - length);
        filled -= length;
    }

    private synchronized void keepTail(int length) {
        if (errors) {
            keepException(length);
        }
        tailIsCut |= tailLength + length > TAIL;
        int fresh = Math.min(length, TAIL);
        int kept = Math.min(tailLength, TAIL - fresh);
        System.arraycopy(tail, tailLength - kept, tail, 0, kept);
        System.arraycopy(buffer, length - fresh, tail, kept, fresh);
        tailLength = kept + fresh;
    }

    /** Keeps the line that says what was thrown, which is ahead of more lines than the tail has. */
    private void keepException(int length) {
        sinceException += length;
        for (int start = 0; start < length;) {
            int end = start;
            while (end < length && buffer[end] != '\n') {
                end++;
            }
            int last = Math.min(start + MAX_TAG, end - EXCEPTION.length);
            for (int at = start; at <= last; at++) {
                if (buffer[at] == EXCEPTION[0] && Arrays.equals(buffer, at, at + EXCEPTION.length,
                    EXCEPTION, 0, EXCEPTION.length)) {
                    exception = new String(buffer, start, Math.min(end - start, MAX_MESSAGE), StandardCharsets.UTF_8);
                    sinceException = length - start;
                    break;
                }
            }
            start = end + 1;
        }
    }

    /** The last lines forwarded, each with its newline; ahead of them what was thrown, if that was longer ago. */
    synchronized String lastLines() {
        List<String> lines = new String(tail, 0, tailLength, StandardCharsets.UTF_8).lines().toList();
        int first = Math.max(tailIsCut && lines.size() > 1 ? 1 : 0, lines.size() - LAST_LINES);
        StringBuilder last = new StringBuilder();
        List<String> kept = lines.subList(first, lines.size());
        if (!exception.isEmpty() && sinceException <= LONGEST_TRACE && !kept.contains(exception)) {
            last.append(exception).append('\n');
        }
        kept.forEach(line -> last.append(line).append('\n'));
        return last.toString();
    }

    /** A further piece of a line gets the tag that the line has brought. */
    private byte[] withTagOfPiece(int length) {
        byte[] piece = new byte[tag.length + length];
        System.arraycopy(tag, 0, piece, 0, tag.length);
        System.arraycopy(buffer, 0, piece, tag.length, length);
        int start = piece.length;
        while (start > 0 && piece[start - 1] != '\n') {
            start--;
        }
        tag = Arrays.copyOfRange(piece, start, TaggedOutput.endOfTag(piece, start, piece.length));
        return piece;
    }

    private byte[] tagged(int length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 64);
        // Another rank's lines may have come between the pieces of a long line.
        atLineStart |= !alone;
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
