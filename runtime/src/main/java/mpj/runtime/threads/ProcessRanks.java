package mpj.runtime.threads;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.Programs;

/** The ranks of this process. */
final class ProcessRanks {
    private final List<RankThread> ranks = new ArrayList<>();
    private final RankStreams streams;
    private final CountDownLatch running;
    private final AtomicInteger notEnding;
    private final AtomicReference<RankThread> leaving = new AtomicReference<>();
    private volatile boolean someExited;

    /** @throws MalformedURLException when an entry of the class path cannot be a URL */
    ProcessRanks(JobEnvironment first, List<Integer> numbers, RankStreams streams) throws MalformedURLException {
        this.streams = streams;
        running = new CountDownLatch(numbers.size());
        notEnding = new AtomicInteger(numbers.size());
        URL[] classPath = classPath();
        ClassLoader shared = SharedPackages.of(RuntimeProperties.SHARE.value(), classPath,
            new SharedClasses(ClassLoader.getSystemClassLoader()));
        for (int number : numbers) {
            ranks.add(new RankThread(first.ofRank(number), this, classPath, shared));
        }
    }

    private static URL[] classPath() throws MalformedURLException {
        String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            urls[i] = new File(entries[i]).toURI().toURL();
        }
        return urls;
    }

    int size() {
        return ranks.size();
    }

    RankStreams streams() {
        return streams;
    }

    /**
     * Starts all ranks.
     *
     * @param words the main class of each program, followed by its arguments
     * @param cores the core of each rank: a negative number for a rank that is not bound
     */
    void start(String[] words, Programs programs, List<Integer> cores) {
        for (int i = 0; i < ranks.size(); i++) {
            RankThread rank = ranks.get(i);
            rank.start(programs.words(rank.job().rank(), words), i < cores.size() ? cores.get(i) : -1);
        }
    }

    /** Whether the rank that asks is the last one to end. Each rank asks once, at its end. */
    boolean isLast() {
        return notEnding.decrementAndGet() == 0;
    }

    /** A rank has ended. */
    void ended() {
        running.countDown();
    }

    /** A rank has ended by System.exit(0), and has left threads behind. */
    void exited() {
        someExited = true;
    }

    /**
     * Waits until all ranks have ended. Returns whether this process must be ended, because there are threads that
     * would keep it running.
     */
    boolean awaitEnd() throws InterruptedException {
        running.await();
        return someExited;
    }

    /** A rank ends this process. Only the first such rank counts. */
    void endedBy(RankThread rank) {
        leaving.compareAndSet(null, rank);
    }

    /** Runs in a shutdown hook, and tells the launcher which rank has set the exit status of the process. */
    void nameLeaving() {
        RankThread rank = leaving.get() != null ? leaving.get() : ownerOfExit();
        if (rank != null) {
            rank.sayExiting();
        }
        streams.finishAll();
    }

    /** The rank that has called exit is recognized by a stack: the calling thread waits for the shutdown hooks. */
    private RankThread ownerOfExit() {
        for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
            for (StackTraceElement frame : thread.getValue()) {
                if (frame.getClassName().equals("java.lang.ApplicationShutdownHooks")
                    && frame.getMethodName().equals("runHooks")) {
                    return ranks.stream().filter(rank -> rank.owns(thread.getKey())).findFirst().orElse(null);
                }
            }
        }
        return null;
    }
}
