package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpj.runtime.host.FileErrors;
import mpj.runtime.host.ProgramCache;
import mpj.runtime.host.RankCommands;

/**
 * The training of an AOT cache by a job ({@code --train}, or {@code --aot auto}), or the use of one. Only rank 0
 * records, because the ranks of a program do much the same. Once all ranks have ended, a JVM of its own makes the cache
 * from the recording, and a rename puts the cache in place. If training fails, the user is told, but the job does not
 * fail.
 */
final class Training {
    static final Training OFF = new Training(null, null, null, null, null);
    private static final String CACHE = ".cache";
    private static final String LOG = ".log";
    /** Most caches take a second or two. */
    private static final long LIMIT_SECONDS = 120;

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

    /**
     * Trains or uses the cache that the user has named.
     *
     * @param origin tells which files a cache would be made from now
     */
    static Training of(CacheOption asked, CacheOrigin origin) {
        return asked.trains() ? new Training(null, recording(asked.file()), asked.file(), origin, null)
            : asked.fits(origin) ? new Training(asked.file(), null, null, origin, null) : OFF;
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
     * @param wellEnded whether the job succeeded
     */
    void finish(boolean wellEnded, RankCommands commands) throws InterruptedException {
        Duration run = Duration.ofNanos(System.nanoTime() - start);
        if (record != null) {
            finishRecording(wellEnded, run, commands);
        } else if (kept != null && wellEnded) {
            finishUse(run);
        }
    }

    private void finishRecording(boolean wellEnded, Duration run, RankCommands commands) throws InterruptedException {
        Path file = kept == null ? target : kept.trainedBy(run);
        try {
            String failure = wellEnded ? make(file, commands) : "the job failed";
            if (failure != null) {
                say("no AOT cache was written: " + failure);
            } else if (kept == null) {
                say("wrote the AOT cache " + file + " (" + (Files.size(file) >> 20) + " MiB); --aot " + file
                    + " uses it");
            } else {
                makeRoom();
            }
            if (kept != null && wellEnded && failure != null && !stopped) {
                kept.failed(failure);
            }
        } catch (IOException e) {
            say("no AOT cache was written: " + FileErrors.reason(e));
        } finally {
            delete();
        }
    }

    private void makeRoom() {
        try {
            kept.makeRoom();
        } catch (IOException e) {
            say("old AOT caches cannot be deleted: " + FileErrors.reason(e));
        }
    }

    private void finishUse(Duration run) {
        try {
            if (kept.outgrown(used, run)) {
                say("--aot auto: the AOT cache of this program was trained by a run of less than two seconds; the next"
                    + " run trains another");
            }
        } catch (IOException e) {
            say(used + " cannot be deleted: " + FileErrors.reason(e));
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

    /** Returns the reason why there is no cache; null when there is one. */
    private String make(Path file, RankCommands commands) throws IOException, InterruptedException {
        if (!Files.exists(record)) {
            return "rank 0 has recorded nothing; its JVM must end by itself, not by Runtime.halt";
        }
        Path cache = beside(record, CACHE);
        Path log = beside(record, LOG);
        Process process;
        synchronized (this) {
            if (stopped) {
                return "mpjrun was told to end";
            }
            process = commands.makeCache(record, cache, log);
            creation = process;
        }
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            return "the JVM that makes it did not end within " + LIMIT_SECONDS + " s:\n"
                + Files.readString(log).strip();
        }
        int status = process.exitValue();
        if (status != 0 || !Files.exists(cache)) {
            return "the JVM that makes it ended with exit code " + status + ":\n" + Files.readString(log).strip();
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
                say(file + " cannot be deleted: " + FileErrors.reason(e));
            }
        }
    }

    private static void say(String what) {
        System.err.println("mpjrun: " + what);
    }
}
