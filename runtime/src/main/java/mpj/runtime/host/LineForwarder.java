package mpj.runtime.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Copies one output stream of one rank to mpjrun's output, in whole lines, so that the lines of ranks do not mix. Bytes
 * are not decoded. If a rank has begun a line and then prints nothing for a moment, the line may be a question to the
 * user, and is passed on as it is. Such a line comes in pieces, and so does a line longer than {@link #MAX_LINE}; each
 * piece has the tag. The last line need not end in a newline.
 */
final class LineForwarder implements Runnable {
    /** The memory for one unfinished line, in bytes. */
    static final int MAX_LINE = 1 << 20;
    /**
     * At least the capacity of a pipe. When a process ends, the JDK reads the rest of its pipe, and must not overtake
     * this thread.
     */
    private static final int FIRST_BUFFER = 64 << 10;
    /** The number of bytes at the end that are kept for the report on a failed rank. */
    private static final int TAIL = 8 << 10;
    private static final int LAST_LINES = 10;
    /**
     * The words with which the JVM and a rank's main class begin to print an uncaught exception; a tag may come first.
     */
    private static final byte[] EXCEPTION = "Exception in thread \"".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_TAG = 16;
    /** The first pause for which a rank is watched within a line. The pauses double, and make about 60 ms in all. */
    private static final long FIRST_PAUSE_MILLIS = 1;
    private static final long LAST_PAUSE_MILLIS = 32;
    /**
     * A rank that has printed so many bytes at once asks no question. It writes whole buffers, and a buffer may end
     * anywhere in a line. On a busy machine the rest of the line may take a while to come. These pauses make about a
     * second in all.
     */
    private static final int MANY_BYTES = 4 << 10;
    private static final long LAST_PAUSE_AFTER_MANY_MILLIS = 512;
    /** The number of bytes of an exception's first line that are kept. */
    private static final int MAX_MESSAGE = 2 << 10;
    /** When this many bytes have followed, the exception is not what ended the rank. */
    private static final int LONGEST_TRACE = 64 << 10;

    private final int rank;
    private final InputStream in;
    private final OutputSink sink;
    private final boolean tagsItself;
    /** The tag for the beginning of a line or of a piece. */
    private byte[] tag;
    private final boolean alone;
    private final boolean errors;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int filled;
    private volatile long forwarded = System.nanoTime();
    private volatile boolean writing;
    private boolean atLineStart = true;
    private final byte[] tail = new byte[TAIL];
    private int tailLength;
    private boolean tailIsCut;
    /** The line that says what was thrown. */
    private final ByteArrayOutputStream exception = new ByteArrayOutputStream();
    /** Whether the end of that line has not come yet. */
    private boolean exceptionGoesOn;
    private long sinceException;

    /**
     * @param rank the rank that writes the stream, or the first of several
     * @param tag the beginning of each line; may be empty
     * @param tagsItself whether lines come with their tags, because several ranks print them; only further pieces of a
     *     line then need a tag
     * @param alone whether no other rank's lines can mix with these. Lines are then not waited for, so that the user
     *     sees a question before its line ends
     * @param errors whether this is standard error, where exceptions are printed
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
                if (filled > 0 && pauses(got < MANY_BYTES ? LAST_PAUSE_MILLIS : LAST_PAUSE_AFTER_MANY_MILLIS)) {
                    forward(filled);
                }
            }
        } catch (IOException e) {
            // The rank is gone, and its stream was closed during the read. The bytes that were read are forwarded
            // below.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        forward(filled);
    }

    /**
     * Waits a moment, and returns whether nothing more has come. Short pauses come first, so that a rank that prints
     * fast is not delayed.
     *
     * @param last the longest pause, in milliseconds
     */
    private boolean pauses(long last) throws InterruptedException {
        try {
            for (long pause = FIRST_PAUSE_MILLIS; pause <= last; pause *= 2) {
                if (in.available() > 0) {
                    return false;
                }
                Thread.sleep(pause);
            }
            return in.available() == 0;
        } catch (IOException e) {
            return false; // the rank has just ended, and the JDK keeps its last bytes for the next read
        }
    }

    /** The number of bytes up to and including the last newline that is not before {@code from}. */
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
        writing = true;
        try {
            write(length);
        } finally {
            writing = false;
        }
        System.arraycopy(buffer, length, buffer, 0, filled - length);
        filled -= length;
        forwarded = System.nanoTime();
    }

    private void write(int length) {
        if (tagsItself) {
            byte[] tagged = withTagOfPiece(length);
            sink.write(rank, tagged, 0, tagged.length);
        } else if (tag.length == 0) {
            sink.write(rank, buffer, 0, length);
        } else {
            byte[] tagged = tagged(length);
            sink.write(rank, tagged, 0, tagged.length);
        }
    }

    /**
     * When something was last forwarded, on the clock of {@link System#nanoTime}; at first, when this was made; now, if
     * something is being forwarded, for which the reader of the output may take its time.
     */
    long forwarded() {
        return writing ? System.nanoTime() : forwarded;
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

    /**
     * Keeps the line that says what was thrown. More lines follow that line than the tail can hold. The line may come
     * in two pieces: the rank first prints the name of the thread.
     */
    private void keepException(int length) {
        sinceException += length;
        for (int start = 0; start < length;) {
            int end = start;
            while (end < length && buffer[end] != '\n') {
                end++;
            }
            if (!exceptionGoesOn && beginsException(start, end)) {
                exception.reset();
                sinceException = length - start;
                exceptionGoesOn = true;
            }
            if (exceptionGoesOn) {
                exception.write(buffer, start, Math.min(end - start, MAX_MESSAGE - exception.size()));
                exceptionGoesOn = end == length;
            }
            start = end + 1;
        }
    }

    private boolean beginsException(int start, int end) {
        int last = Math.min(start + MAX_TAG, end - EXCEPTION.length);
        for (int at = start; at <= last; at++) {
            if (buffer[at] == EXCEPTION[0] && Arrays.equals(buffer, at, at + EXCEPTION.length,
                EXCEPTION, 0, EXCEPTION.length)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The last lines that were forwarded, each with its newline. If an exception was thrown before them, its line comes
     * first.
     */
    synchronized String lastLines() {
        List<String> lines = new String(tail, 0, tailLength, StandardCharsets.UTF_8).lines().toList();
        int first = Math.max(tailIsCut && lines.size() > 1 ? 1 : 0, lines.size() - LAST_LINES);
        StringBuilder last = new StringBuilder();
        List<String> kept = lines.subList(first, lines.size());
        String thrown = exception.toString(StandardCharsets.UTF_8);
        if (!thrown.isEmpty() && sinceException <= LONGEST_TRACE && !kept.contains(thrown)) {
            last.append(thrown).append('\n');
        }
        kept.forEach(line -> last.append(line).append('\n'));
        return last.toString();
    }

    /** Gives a further piece of a line the tag with which the line began. */
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
        // Lines of another rank may have come between the pieces of a long line.
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
