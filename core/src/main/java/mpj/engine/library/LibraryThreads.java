package mpj.engine.library;

import java.util.ArrayList;
import java.util.List;
import mpj.transport.spi.MessageLibrary;

/**
 * The threads that send and receive through a library, and whether each has a core to wait on. Threads that share a
 * place take it from each other.
 */
final class LibraryThreads {
    /** A power of two. */
    private static final int PLACES = 64;

    private final LibraryThread[] threads = new LibraryThread[PLACES];
    /** One record for each thread that may still run, including the threads that have lost their place. */
    private final List<LibraryThread> all = new ArrayList<>();
    private final MessageLibrary library;
    private final int cores;
    private volatile boolean sharesCores;

    /** @param cores the number of cores of this host */
    LibraryThreads(MessageLibrary library, int cores) {
        this.library = library;
        this.cores = cores;
        sharesCores = library.localSize() > cores;
    }

    /**
     * The record of the calling thread, if the thread may wait within the library; otherwise null. It may wait there if
     * it, the rank's other threads and the other ranks have a core each. A virtual thread may not, since it would keep
     * others from its carrier.
     */
    LibraryThread waiter() {
        Thread thread = Thread.currentThread();
        LibraryThread mine = threads[place(thread)];
        if (mine == null || mine.owner != thread) {
            if (thread.isVirtual()) {
                return null;
            }
            mine = come(thread);
        }
        return sharesCores ? null : mine;
    }

    private static int place(Thread thread) {
        return (int) thread.threadId() & PLACES - 1;
    }

    private synchronized LibraryThread come(Thread thread) {
        all.removeIf(each -> !each.owner.isAlive());
        LibraryThread mine = known(thread);
        if (mine == null) {
            mine = new LibraryThread(thread, library.status());
            all.add(mine);
        }
        threads[place(thread)] = mine;
        sharesCores = (long) all.size() * library.localSize() > cores;
        return mine;
    }

    /** The record of a thread that has lost its place, or null. */
    private LibraryThread known(Thread thread) {
        for (LibraryThread each : all) {
            if (each.owner == thread) {
                return each;
            }
        }
        return null;
    }

    /**
     * Takes back the receives in which threads wait within the library. Returns false if no thread is in a call there.
     */
    synchronized boolean cancelReceives() {
        boolean any = false;
        for (LibraryThread each : all) {
            if (each.isInside()) {
                any = true;
                library.cancelReceive(each.status);
            }
        }
        return any;
    }
}
