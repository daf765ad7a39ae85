package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import mpj.runtime.host.FileErrors;
import mpj.runtime.host.ProgramCache;
import mpj.runtime.host.RankCommands;

/**
 * The training of an AOT cache by a job ({@code --train}). Only rank 0 records, because the ranks of a program do much
 * the same. Once all ranks have ended, a JVM of its own makes the cache from the recording, and a rename puts the cache
 * in place. If training fails, the user is told, but the job does not fail.
 */
final class Training {
    private static final Training OFF = new Training(null, null, null);
    private static final String CACHE = ".cache";
    private static final String LOG = ".log";
    /** Most caches take a second or two. */
    private static final long LIMIT_SECONDS = 120;

    /** The user's request; null when there is none. */
    private final CacheOption option;
    /** The recording of rank 0, beside the cache; null when the job does not train. */
    private final Path record;
    private final CacheOrigin origin;
    private Process creation;
    private boolean stopped;

    private Training(CacheOption option, Path record, CacheOrigin origin) {
        this.option = option;
        this.record = record;
        this.origin = origin;
    }

    /**
     * Decides what a job has to do.
     *
     * @param asked the user's request, or null
     * @param origin tells which files a cache would be made from now; it reads the state of every jar, so it is called
     *     only if there is a cache
     */
    static Training of(CacheOption asked, Supplier<CacheOrigin> origin) {
        if (asked == null) {
            return OFF;
        }
        return new Training(asked, asked.trains()
            ? beside(asked.file(), "." + ProcessHandle.current().pid() + "-" + System.nanoTime()) : null,
            origin.get());
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    /** What the ranks have to do. */
    ProgramCache cache() {
        if (record != null) {
            return ProgramCache.recordedTo(record);
        }
        return option != null && option.fits(origin) ? ProgramCache.at(option.file()) : ProgramCache.NONE;
    }

    /**
     * Makes the cache, once all ranks have ended.
     *
     * @param wellEnded whether the job succeeded
     */
    void finish(boolean wellEnded, RankCommands commands) throws InterruptedException {
        if (record == null) {
            return;
        }
        try {
            String failure = wellEnded ? make(commands) : "the job failed";
            say(failure == null ? "wrote the AOT cache " + option.file() + " (" + (Files.size(option.file()) >> 20)
                + " MiB); --aot " + option.file() + " uses it" : "no AOT cache was written: " + failure);
        } catch (IOException e) {
            say("no AOT cache was written: " + FileErrors.reason(e));
        } finally {
            delete();
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
    private String make(RankCommands commands) throws IOException, InterruptedException {
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
        Files.move(cache, option.file(), StandardCopyOption.ATOMIC_MOVE);
        return null;
    }

    private void delete() {
        for (Path file : List.of(record, beside(record, CACHE), beside(record, LOG))) {
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
