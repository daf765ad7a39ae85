package mpj.runtime.threads;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;

/**
 * The standard streams of ranks that share a process: lines of ranks do not mix, and begin with their rank if that is
 * asked for; only rank 0 can read. A thread belongs to the rank that started it, or that started its starter.
 */
final class RankStreams {
    private static final long LOOK_MILLIS = 40;

    private final InheritableThreadLocal<Integer> current = new InheritableThreadLocal<>();
    private final RankOutput out;
    private final RankOutput err;

    RankStreams(boolean tag) {
        out = new RankOutput(new FileOutputStream(FileDescriptor.out), current::get, tag);
        err = new RankOutput(new FileOutputStream(FileDescriptor.err), current::get, tag);
    }

    /** Puts them in the place of System's. */
    void install() {
        System.setOut(new PrintStream(out, false, System.out.charset()));
        System.setErr(new PrintStream(err, false, System.err.charset()));
        Thread.ofPlatform().daemon().name("mpj-output").start(this::passBegun);
        InputStream in = System.in;
        System.setIn(new RankInput(in, current::get));
    }

    /** A question is to be seen before its answer: what was begun is passed on after a moment without more. */
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

    /** The calling thread, and those it will start, belong to this rank. */
    void enter(int rank) {
        current.set(rank);
    }

    /** Writes what a rank has begun a line with. */
    void finish(int rank) {
        out.finish(rank);
        err.finish(rank);
    }

    void finishAll() {
        out.finishAll();
        err.finishAll();
    }
}
