package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.runtime.files.FileReason;
import mpj.runtime.host.UsageException;

/**
 * The AOT cache of the program that the user names with {@code --train} or {@code --aot}.
 *
 * @param option which of the two options
 * @param file the cache; null if mpjrun chooses the file
 */
record CacheOption(Option option, Path file) {
    static final String ONE_PROGRAM = "a cache is of one program, and the job has several";
    private static final CacheOption AUTOMATIC = new CacheOption(Option.AOT, null);
    private static final String AUTO = "auto";
    private static final String OFF = "off";

    /**
     * Reads the option from the command line; null when there is none. A wish of mpjrun's choice gives way to a file
     * that the user names for training.
     *
     * @throws UsageException when the file does not suit the option
     */
    static CacheOption of(CommandLine line, boolean oneOfSeveral) {
        String aot = line.has(Option.AOT) ? line.last(Option.AOT) : OFF;
        boolean named = !aot.equals(AUTO) && !aot.equals(OFF);
        if (line.has(Option.TRAIN) && named) {
            throw new UsageException("--train " + line.last(Option.TRAIN) + " with --aot " + aot
                + ": a JVM that records a cache cannot use one; train first, then use the cache");
        }
        Option option = line.has(Option.TRAIN) ? Option.TRAIN : Option.AOT;
        if (option == Option.AOT && !named) {
            return aot.equals(AUTO) ? AUTOMATIC : null;
        }
        CacheOption asked = new CacheOption(option, Path.of(line.last(option)).toAbsolutePath().normalize());
        if (oneOfSeveral) {
            throw asked.refusal(ONE_PROGRAM);
        }
        asked.checkFile();
        return asked;
    }

    boolean trains() {
        return option == Option.TRAIN;
    }

    /** Whether mpjrun keeps the cache, and decides whether the job trains it or uses it. */
    boolean isAutomatic() {
        return file == null;
    }

    /** Returns whether the cache was made from the present JDK and jars. If not, prints why ranks start without it. */
    boolean fits(CacheOrigin now) {
        String difference = origin().difference(now);
        if (difference != null) {
            System.err.println("mpjrun: --aot " + file + ": " + difference + "; ranks start without it, until a run"
                + " with --train " + file + " writes it again");
        }
        return difference == null;
    }

    private void checkFile() {
        if (Files.isDirectory(file)) {
            throw refusal("this is a folder; name a file");
        }
        if (trains()) {
            if (!Files.isWritable(file.getParent())) {
                throw refusal((Files.isDirectory(file.getParent()) ? "nothing can be written in "
                    : "there is no folder ") + file.getParent());
            }
            return;
        }
        if (!Files.exists(file)) {
            throw refusal("there is no such file; a run with --train " + file + " writes it");
        }
        origin();
    }

    private CacheOrigin origin() {
        try {
            CacheOrigin origin = CacheOrigin.read(file);
            if (origin == null) {
                throw refusal("this is no AOT cache that --train has written; a run with --train " + file
                    + " writes one");
            }
            return origin;
        } catch (IOException e) {
            throw refusal("the file cannot be read: " + FileReason.of(e));
        }
    }

    UsageException refusal(String reason) {
        return new UsageException(option.name0() + " " + file + ": " + reason);
    }
}
