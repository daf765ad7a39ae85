package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpj.runtime.files.FileReason;
import mpj.runtime.host.ProgramCache;
import mpj.runtime.host.RankCommands;

/**
 * The training of an AOT cache by a job ({@code --train}, or {@code --aot auto}), or the use of one. Only rank 0
 * records, because the ranks of a program do much the same. Once all ranks have ended, a JVM of its own makes the cache
 * from the recording, and a rename puts the cache in place. If training fails, the user is told, but the job does not
 * fail.
 */
final class Training {
    private static final String CACHE = ".cache";
    private static final String LOG = ".log";
    /** Most caches take a second or two. */
    private static final long LIMIT_SECONDS = 120;

    /** The exit code of a JVM that was ended by a signal is larger: by Ctrl-C, or when the host has no memory left. */
    private static final int SIGNAL_BASE = 128;
    private static final Failure TOO_SHORT = new Failure("this run took less than five seconds, and a longer run has"
        + " found the cache of such a run too small; the next run that takes longer trains another", false);

    /** The cache that the ranks use; null when they use none. */
    private final Path used;
    /** The file of the new cache; null when the job trains none, or mpjrun chooses the file at the end. */
    private final Path target;
    /** Null if mpjrun does not keep the cache. */
    private final KeptCache kept;
    /** The recording of rank 0, beside the cache; null when the job does not train. */
    private final Path record;
    private final CacheOrigin origin;
    private final long start = System.nanoTime();
    private Process creation;
    private volatile boolean stopped;

    private Training(Path used, Path record, Path target, CacheOrigin origin, KeptCache kept) {
        this.used = used;
        this.record = record;
        this.target = target;
        this.origin = origin;
        this.kept = kept;
    }

    /** Neither trains nor uses a cache. */
    static Training off() {
        return new Training(null, null, null, null, null);
    }

    boolean isOff() {
        return record == null && used == null;
    }

    /**
     * Trains or uses the cache that the user has named.
     *
     * @param origin tells which files a cache would be made from now
     */
    static Training of(CacheOption asked, CacheOrigin origin) {
        return asked.trains() ? new Training(null, recording(asked.file()), asked.file(), origin, null)
            : asked.fits(origin) ? new Training(asked.file(), null, null, origin, null) : off();
    }

    /** Trains a cache that mpjrun keeps. */
    static Training automatic(KeptCache kept, CacheOrigin origin) {
        return new Training(null, recording(kept.trainedBy(Duration.ZERO)), null, origin, kept);
    }

    /** Uses a cache that mpjrun keeps. */
    static Training using(Path file, KeptCache kept) {
        return new Training(file, null, null, null, kept);
    }

    /** Other jobs may train the same cache at the same time. */
    private static Path recording(Path cache) {
        return beside(cache, "." + ProcessHandle.current().pid() + "-" + System.nanoTime());
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    /** What the ranks have to do. */
    ProgramCache cache() {
        return record != null ? ProgramCache.recordedTo(record) : used != null ? ProgramCache.at(used)
            : ProgramCache.NONE;
    }

    /** The files that must stay while the job runs. */
    List<Path> files() {
        return record != null ? temporary() : used != null ? List.of(used) : List.of();
    }

    private List<Path> temporary() {
        return List.of(record, beside(record, CACHE), beside(record, LOG));
    }

    /**
     * Makes the cache, once all ranks have ended.
     *
     * @param obstacle why the job can train nothing after all; null if it has succeeded
     */
    void finish(String obstacle, RankCommands commands) throws InterruptedException {
        finish(obstacle, Duration.ofNanos(System.nanoTime() - start), commands);
    }

    /** @param run the time that the job took */
    void finish(String obstacle, Duration run, RankCommands commands) throws InterruptedException {
        if (record != null) {
            finishRecording(obstacle, run, commands);
        } else if (kept != null && obstacle == null) {
            finishUse(run);
        }
    }

    private void finishRecording(String obstacle, Duration run, RankCommands commands) throws InterruptedException {
        Path file = kept == null ? target : kept.trainedBy(run);
        try {
            Failure failure = obstacle != null ? new Failure(obstacle, false)
                : kept != null && kept.isTooShort(run) ? TOO_SHORT : make(file, commands);
            if (failure != null) {
                say("no AOT cache was written: " + failure.reason());
            } else if (kept == null) {
                say("wrote the AOT cache " + file + " (" + (Files.size(file) >> 20) + " MiB); --aot " + file
                    + " uses it");
            } else {
                makeRoom();
            }
            if (kept != null && failure != null && failure.lasts() && !stopped) {
                kept.failed(failure.reason());
            }
        } catch (IOException e) {
            say("no AOT cache was written: " + FileReason.withName(e));
        } finally {
            delete();
        }
    }

    private void makeRoom() {
        try {
            kept.succeeded();
            kept.makeRoom();
        } catch (IOException e) {
            say("old AOT caches cannot be deleted: " + FileReason.withName(e));
        } catch (RuntimeException e) {
            say("old AOT caches cannot be deleted: " + e); // the job has succeeded all the same
        }
    }

    private void finishUse(Duration run) {
        try {
            if (kept.outgrown(used, run)) {
                say("--aot auto: the AOT cache of this program was trained by a run of less than five seconds; the next"
                    + " run that takes longer trains another");
            }
        } catch (IOException e) {
            say(used + " cannot be deleted: " + FileReason.withName(e));
        } catch (RuntimeException e) {
            say(used + " cannot be deleted: " + e);
        }
    }

    /** Prevents the making of a cache, because this process is ending. */
    void stop() {
        if (record == null) {
            return;
        }
        synchronized (this) {
            stopped = true;
            if (creation != null) {
                creation.destroyForcibly();
            }
        }
        delete();
    }

    /** Returns null when there is a cache. */
    private Failure make(Path file, RankCommands commands) throws IOException, InterruptedException {
        if (!Files.exists(record)) {
            return new Failure("rank 0 has recorded nothing; its JVM must end by itself, not by Runtime.halt", true);
        }
        Path cache = beside(record, CACHE);
        Path log = beside(record, LOG);
        Process process;
        synchronized (this) {
            if (stopped) {
                return new Failure("mpjrun was told to end", false);
            }
            process = commands.makeCache(record, cache, log);
            creation = process;
        }
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            return new Failure("the JVM that makes it did not end within " + LIMIT_SECONDS + " s:\n"
                + Files.readString(log).strip(), false);
        }
        int status = process.exitValue();
        if (status != 0 || !Files.exists(cache)) {
            return new Failure("the JVM that makes it ended with exit code " + status + ":\n"
                + Files.readString(log).strip(), status < SIGNAL_BASE);
        }
        origin.appendTo(cache);
        Files.move(cache, file, StandardCopyOption.ATOMIC_MOVE);
        return null;
    }

    private void delete() {
        for (Path file : temporary()) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                say(file + " cannot be deleted: " + FileReason.withName(e));
            }
        }
    }

    /**
     * Why there is no cache.
     *
     * @param lasts whether another run of the program would fail in the same way
     */
    private record Failure(String reason, boolean lasts) {
    }

    private static void say(String what) {
        System.err.println("mpjrun: " + what);
    }
}
