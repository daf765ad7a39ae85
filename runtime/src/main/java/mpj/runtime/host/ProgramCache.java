package mpj.runtime.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the JVMs of a program's ranks do with an AOT cache of the program: use one ({@code mpjrun --aot}), or let rank 0
 * record what one is made from ({@code mpjrun --train}). Such a cache holds what the library's own does, and beside it
 * the program's classes and the profiles from which its methods were compiled.
 *
 * @param file the cache that is used; null when there is none
 * @param record what rank 0 writes at its end; null when it does not
 */
public record ProgramCache(Path file, Path record) {
    /** Ranks have the library's own archive. */
    public static final ProgramCache NONE = new ProgramCache(null, null);

    /** JVMs can make and use one from then on. */
    private static final int FIRST = 25;
    /** What chooses archives, which ours would clash with. */
    private static final List<String> OF_ARCHIVES = List.of("-XX:AOT", "-Xshare", "-XX:SharedArchiveFile",
        "-XX:ArchiveClassesAtExit", "-XX:DumpLoadedClassList");

    /** One that is there. */
    public static ProgramCache at(Path file) {
        return new ProgramCache(file, null);
    }

    /** One that is to be made of what is recorded here. */
    public static ProgramCache recordedTo(Path record) {
        return new ProgramCache(null, record);
    }

    /** Why this program can have none, and what to do; null when it can. */
    public static String refusal(Jdk jdk, RankProgram program, Map<String, String> environment) {
        if (jdk.feature() < FIRST) {
            return "AOT caches need JDK " + FIRST + " or later, and " + jdk.home() + " is " + jdk.feature()
                + "; set JAVA_HOME to a later one, or leave the option out";
        }
        if (program.asThreads()) {
            return "with -Dmpj.transport=threads (or -dev multicore) each rank loads the program anew, and no AOT cache"
                + " holds that; choose another transport, such as -Dmpj.transport=shm";
        }
        if (program.module() != null) {
            return "the program is a module, which no AOT cache of mpjrun's holds; run it from the class path, with -cp"
                + " in place of -p";
        }
        for (String option : program.jvmOptions()) {
            if (OF_ARCHIVES.stream().anyMatch(option::startsWith)) {
                return "the JVM gets " + option + ", which chooses archives as well; leave one of them out";
            }
        }
        for (String variable : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
            if (OF_ARCHIVES.stream().anyMatch(environment.getOrDefault(variable, "")::contains)) {
                return variable + " chooses archives as well; unset it";
            }
        }
        return null;
    }

    boolean isOn() {
        return file != null || record != null;
    }

    /** Options of each rank. */
    List<String> flags() {
        return file == null ? List.of() : ClassDataArchive.cacheFlags(file);
    }

    /**
     * Options of rank 0 alone. Where its JVM cannot use the cache, it says why; others would say the same. One that
     * records would say so among the program's output.
     */
    List<String> flagsOfFirst() {
        return record == null ? List.of("-Xlog:aot=warning:stderr:tags,level")
            : List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + record, "-Xlog:aot*=off", "-Xlog:cds*=off",
                "-XX:+UnlockDiagnosticVMOptions", "-XX:-DisplayVMOutput");
    }
}
