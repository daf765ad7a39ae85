package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.host.FileErrors;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.ProgramCache;
import mpj.runtime.host.RankProgram;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.Program;

/**
 * The AOT cache of the program that the user names with {@code --train} or {@code --aot}.
 *
 * @param option which of the two options
 * @param file the cache
 */
record CacheOption(Option option, Path file) {
    /**
     * Reads the option from the command line; null when there is none.
     *
     * @throws UsageException when the file does not suit the option
     */
    static CacheOption of(CommandLine line, boolean oneOfSeveral) {
        if (line.has(Option.TRAIN) && line.has(Option.AOT)) {
            throw new UsageException("--train " + line.last(Option.TRAIN) + " with --aot " + line.last(Option.AOT)
                + ": a JVM that records a cache cannot use one; train first, then use the cache");
        }
        Option option = line.has(Option.TRAIN) ? Option.TRAIN : Option.AOT;
        if (!line.has(option)) {
            return null;
        }
        CacheOption asked = new CacheOption(option, Path.of(line.last(option)).toAbsolutePath().normalize());
        if (oneOfSeveral) {
            throw asked.refusal("a cache is of one program, and the job has several");
        }
        asked.checkFile();
        return asked;
    }

    boolean trains() {
        return option == Option.TRAIN;
    }

    /** @throws UsageException when a cache is impossible with this JDK, this program or these hosts */
    void check(RankProgram ranks, Program program, Placement placement, Jdk jdk, Map<String, String> environment) {
        String reason = ProgramCache.refusal(jdk, ranks, environment);
        if (reason != null) {
            throw refusal(reason);
        }
        for (String entry : program.classPath()) {
            if (Files.isDirectory(Path.of(entry))) {
                throw refusal("an AOT cache holds classes of jars only, and the class path has the folder " + entry
                    + "; make a jar of it: jar --create --file app.jar -C " + entry + " .");
            }
        }
        HostPlan first = placement.hostOf(0);
        if (trains() && !Host.isLocal(first.name())) {
            throw refusal("rank 0 records, and the file is of this host, but rank 0 is on host " + first.name()
                + "; name this host first, or train on this host alone");
        }
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
            throw refusal("the file cannot be read: " + FileErrors.reason(e));
        }
    }

    private UsageException refusal(String reason) {
        return new UsageException(option.name0() + " " + file + ": " + reason);
    }
}
