package mpj.runtime.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the JVMs of a program's ranks do with an AOT cache of the program. They use a cache ({@code mpjrun --aot}), or
 * rank 0 records the contents of a new one ({@code mpjrun --train}). Such a cache holds the contents of the library's
 * own cache, the program's classes, and the profiles from which the program's methods were compiled.
 *
 * @param file the cache that is used; null when there is none
 * @param record the file that rank 0 writes at its end; null when it records nothing
 */
public record ProgramCache(Path file, Path record) {
    /** The ranks have the library's own archive. */
    public static final ProgramCache NONE = new ProgramCache(null, null);

    /** Variables with options that each JVM takes. */
    public static final List<String> VARIABLES = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    /** The first JDK whose JVM can make and use such a cache. */
    private static final int FIRST = 25;
    /** Options that choose archives. They conflict with the options of this class. */
    private static final List<String> OF_ARCHIVES = List.of("-XX:AOT", "-Xshare", "-XX:SharedArchiveFile",
        "-XX:ArchiveClassesAtExit", "-XX:DumpLoadedClassList");

    /** An existing cache. */
    public static ProgramCache at(Path file) {
        return new ProgramCache(file, null);
    }

    /** A cache to be made from the recording in this file. */
    public static ProgramCache recordedTo(Path record) {
        return new ProgramCache(null, record);
    }

    /**
     * Returns why this program can have no cache, and what to do; null when it can.
     *
     * @param environment of this process
     */
    public static String refusal(Jdk jdk, RankProgram program, Map<String, String> environment) {
        if (jdk.feature() < FIRST) {
            return "AOT caches need JDK " + FIRST + " or later, and " + jdk.home() + " is " + jdk.feature()
                + "; set JAVA_HOME to a later one, or leave the option out";
        }
        if (program.asThreads()) {
            return "ranks that are threads (-Dmpj.transport=threads, -dev multicore, --ranks-per-jvm) have a class"
                + " loader each, whose classes no AOT cache holds; choose another transport, such as"
                + " -Dmpj.transport=shm, and leave --ranks-per-jvm out";
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
        Map<String, String> ofRanks = program.environmentOver(environment);
        for (String variable : VARIABLES) {
            if (OF_ARCHIVES.stream().anyMatch(ofRanks.getOrDefault(variable, "")::contains)) {
                return variable + " chooses archives as well; unset it, and leave out -x " + variable;
            }
        }
        return null;
    }

    boolean isOn() {
        return file != null || record != null;
    }

    /** Whether rank 0 records the contents of a new cache. */
    boolean isRecorded() {
        return record != null;
    }

    /** The options for each rank. */
    List<String> flags() {
        return file == null ? List.of() : ClassDataArchive.cacheFlags(file);
    }

    /**
     * The options for rank 0 alone. If its JVM cannot use the cache, it says why; the other ranks would print the same.
     * A JVM that records would print that among the program's output.
     */
    List<String> flagsOfFirst() {
        return record == null ? List.of("-Xlog:aot=warning:stderr:tags,level")
            : List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + record, "-Xlog:aot*=off", "-Xlog:cds*=off",
                "-XX:+UnlockDiagnosticVMOptions", "-XX:-DisplayVMOutput");
    }
}
