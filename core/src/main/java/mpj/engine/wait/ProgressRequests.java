package mpj.engine.wait;

/** The progress thread of a rank, as long as anybody wants one. Thread-safe. */
public final class ProgressRequests {
    private final Progress progress;
    private int wanted;
    private boolean ended;
    /** Null while there is none. */
    private ProgressThread thread;

    /** @param progress the progress that the thread makes */
    public ProgressRequests(Progress progress) {
        this.progress = progress;
    }

    /**
     * Asks for the thread, or takes back one request. The first request starts the thread, unless the rank has no
     * transport: then nothing can come. When the last request is taken back, the thread ends. Called without the
     * engine's lock.
     */
    public synchronized void want(boolean one) {
        assert one || wanted > 0;
        wanted += one ? 1 : -1;
        if (wanted == 0) {
            endThread();
        } else if (thread == null && !ended && progress.standby().isPossible()) {
            thread = ProgressThread.start(progress);
        }
    }

    /**
     * Ends the thread for good, even if somebody still wants it. Called without the engine's lock, before the engine
     * ends.
     */
    public synchronized void end() {
        ended = true;
        endThread();
    }

    private void endThread() {
        if (thread != null) {
            thread.end();
            thread = null;
        }
    }
}
