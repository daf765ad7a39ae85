package mpj.runtime.threads;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import mpj.runtime.wire.JobTag;

/**
 * The standard streams of ranks that share a process. Lines of ranks do not mix, and begin with their rank if the user
 * asked for that. Only rank 0 can read. A thread belongs to the rank that started it or that started its starter.
 */
final class RankStreams {
    private static final long LOOK_MILLIS = 40;

    private final InheritableThreadLocal<Integer> current = new InheritableThreadLocal<>();
    private final RankOutput out;
    private final RankOutput err;

    RankStreams(JobTag tag) {
        out = new RankOutput(new FileOutputStream(FileDescriptor.out), current::get, tag);
        err = new RankOutput(new FileOutputStream(FileDescriptor.err), current::get, tag);
    }

    /** Replaces the streams of System. */
    void install() {
        System.setOut(new PrintStream(out, false, System.out.charset()));
        System.setErr(new PrintStream(err, false, System.err.charset()));
        Thread.ofPlatform().daemon().name("mpj-output").start(this::passBegun);
        InputStream in = System.in;
        System.setIn(new RankInput(in, current::get));
    }

    /**
     * Passes on the beginning of a line when no more has followed for a moment, because the user must see a question
     * before the answer.
     */
    private void passBegun() {
        try {
            while (true) {
                Thread.sleep(LOOK_MILLIS);
                out.passBegun();
                err.passBegun();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: the program does not know this thread
        }
    }

    /** The calling thread, and the threads that it will start, belong to this rank from now on. */
    void enter(int rank) {
        current.set(rank);
    }

    /** Writes the line that a rank has begun. */
    void finish(int rank) {
        out.finish(rank);
        err.finish(rank);
    }

    void finishAll() {
        out.finishAll();
        err.finishAll();
    }
}
