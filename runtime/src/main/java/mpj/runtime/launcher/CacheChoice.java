package mpj.runtime.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.CacheUse;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Manifests;
import mpj.runtime.host.ProgramCache;
import mpj.runtime.host.RankProgram;
import mpj.runtime.program.Program;

/**
 * Decides whether a job trains an AOT cache, uses one, or neither. A file that the user names has to suit the job. With
 * {@code --aot auto} a job for which no cache is possible runs without one, and the user is told why.
 *
 * @param jobs the user's request for each program
 * @param program the first program
 * @param ranks the same program, in the form for ranks
 * @param placement which rank runs where
 * @param library with all APIs
 * @param environment of this process
 * @param use what this process uses of the cache folder; null if the job was started by a program
 */
record CacheChoice(List<JobSpecification> jobs, Program program, RankProgram ranks, Placement placement,
                   LibraryFiles library, Jdk jdk, Map<String, String> environment, CacheUse use) {
    private static final String DEBUG = RuntimeProperties.DEBUG.definition("");
    /** A JVM with an agent may not be able to use a cache, and a JVM that records a cache makes no flight recording. */
    private static final List<String> OF_TOOLS = List.of("-javaagent", "-agentlib", "-agentpath",
        "-XX:StartFlightRecording");

    /** @throws mpj.runtime.host.UsageException when the job cannot have the cache that the user has named */
    Training training() {
        CacheOption asked = jobs.getFirst().cache();
        if (asked == null) {
            return Training.off();
        }
        if (asked.isAutomatic()) {
            return automatic();
        }
        String refusal = refusal(ranks, jars(), jdk, environment);
        if (refusal == null && asked.trains()) {
            refusal = elsewhere();
        }
        if (refusal != null) {
            throw asked.refusal(refusal);
        }
        return Training.of(asked, origin());
    }

    private Training automatic() {
        String refusal = use == null ? "the job was started by a program, and only mpjrun keeps caches" : refusal();
        if (refusal != null) {
            return without(refusal);
        }
        CacheFolder folder = CacheFolder.of(environment);
        CacheOrigin origin = origin();
        boolean network = !placement.isOnThisHost() || ranks.usesNetwork();
        String name = KeptCache.name(origin, jdk, ranks, jobs.getFirst().size(), network, environment);
        Optional<KeptCache> place = KeptCache.in(folder, name, use);
        if (place.isEmpty()) {
            return without("the folder " + folder.path() + " cannot be written, or is not safe; set XDG_CACHE_HOME to a"
                + " folder of your own");
        }
        KeptCache kept = place.get();
        Path file = kept.find();
        if (file != null) {
            return Training.using(file, kept);
        }
        String reason = Stream.of(elsewhere(), kept.failure()).filter(each -> each != null).findFirst().orElse(null);
        if (reason != null) {
            return without(reason);
        }
        System.err.println("mpjrun: --aot auto: this run also trains an AOT cache of the program, which takes some"
            + " seconds; later runs start with the cache");
        return Training.automatic(kept, origin);
    }

    private static Training without(String reason) {
        System.err.println("mpjrun: --aot auto: ranks start without an AOT cache of the program: " + reason);
        return Training.off();
    }

    /** Returns why this job can neither make nor use a cache; null when it can. */
    private String refusal() {
        if (jobs.size() > 1) {
            return CacheOption.ONE_PROGRAM;
        }
        if (jobs.getFirst().program().endsWith(".java")) {
            return "mpjrun compiles a .java file into a folder, and an AOT cache holds classes of jars only; make a jar"
                + " of the classes: mpjrun --compile -d classes " + jobs.getFirst().program()
                + ", then jar --create --file app.jar -C classes .";
        }
        if (ranks.isTraced() || ranks.properties().stream().anyMatch(each -> each.startsWith(DEBUG))) {
            return "the job is traced or debugged; leave that option out";
        }
        Map<String, String> ofRanks = ranks.environmentOver(environment);
        Stream<String> fromVariables = ProgramCache.VARIABLES.stream()
            .flatMap(variable -> Stream.of(ofRanks.getOrDefault(variable, "").split("\\s+")));
        return Stream.concat(ranks.jvmOptions().stream(), fromVariables)
            .filter(option -> OF_TOOLS.stream().anyMatch(option::startsWith)).findFirst()
            .map(option -> "the JVM gets " + option + ", and there is no cache for a JVM with an agent or a flight"
                + " recording; leave that option out")
            .orElseGet(() -> refusal(ranks, jars(), jdk, environment));
    }

    /**
     * Returns why a program can have no AOT cache; null when it can.
     *
     * @param classPath of the program, and perhaps of the library
     */
    static String refusal(RankProgram ranks, List<String> classPath, Jdk jdk, Map<String, String> environment) {
        String reason = ProgramCache.refusal(jdk, ranks, environment);
        return reason != null ? reason : classPath.stream().filter(entry -> Files.isDirectory(Path.of(entry)))
            .findFirst().map(folder -> "an AOT cache holds classes of jars only, and the class path has the folder "
            + folder + "; make a jar of it: jar --create --file app.jar -C " + folder + " .").orElse(null);
    }

    private String elsewhere() {
        HostPlan first = placement.hostOf(0);
        return Host.isLocal(first.name()) ? null : "rank 0 records, and the file is of this host, but rank 0 is on"
            + " host " + first.name() + "; name this host first, or train on this host alone";
    }

    /** The origin of a cache that would be made now. */
    private CacheOrigin origin() {
        return CacheOrigin.of(jdk, jars());
    }

    /** All jars whose classes a rank may load. */
    private List<String> jars() {
        List<String> jars = new ArrayList<>(Manifests.followed(program.classPath()));
        jars.addAll(library.of(program.api()).entries());
        return jars;
    }
}
