package mpj.engine;

import mpj.transport.spi.MessageLibrary;

/** The threads that send and receive through a library. Those that share a place take it from each other. */
final class LibraryThreads {
    /** A power of two. */
    private static final int PLACES = 64;

    private final LibraryThread[] threads = new LibraryThread[PLACES];
    private final MessageLibrary library;

    LibraryThreads(MessageLibrary library) {
        this.library = library;
    }

    /** The calling thread. */
    LibraryThread mine() {
        Thread thread = Thread.currentThread();
        int place = (int) thread.threadId() & PLACES - 1;
        LibraryThread mine = threads[place];
        if (mine == null || mine.owner != thread) {
            mine = new LibraryThread(thread, library.status());
            threads[place] = mine;
        }
        return mine;
    }
}
