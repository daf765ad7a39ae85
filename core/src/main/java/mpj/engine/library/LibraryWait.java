package mpj.engine.library;

import java.util.concurrent.locks.LockSupport;
import mpj.engine.EngineException;
import mpj.engine.LibraryGroup;

/** Makes progress in a thread of its own while another thread waits within a library. */
final class LibraryWait implements LibraryGroup.Wait {
    /** The time between two polls, in nanoseconds. */
    private static final long PAUSE = 20_000;

    private final LibraryEngine engine;
    private final Thread thread;
    private volatile boolean over;

    private LibraryWait(LibraryEngine engine) {
        this.engine = engine;
        thread = Thread.ofPlatform().daemon().name("mpj-mpi-progress").unstarted(this::run);
    }

    static LibraryWait start(LibraryEngine engine) {
        LibraryWait wait = new LibraryWait(engine);
        wait.thread.start();
        return wait;
    }

    private void run() {
        try {
            while (!over) {
                engine.progress();
                LockSupport.parkNanos(PAUSE);
            }
        } catch (EngineException e) {
            return; // MPI has ended; the next call sees any other error
        }
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
    }
}
