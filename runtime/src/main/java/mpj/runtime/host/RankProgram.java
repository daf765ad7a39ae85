package mpj.runtime.host;

import java.net.ProtocolException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;

/**
 * The program that ranks run, described for any host.
 *
 * @param api the API for which it is written
 * @param mainClass the class whose main is called; MODULE/CLASS if it is in a module
 * @param arguments of the program
 * @param properties as name or name=value
 * @param jvmOptions the user's own
 * @param environment variables to set
 */
public record RankProgram(Api api, String mainClass, List<String> arguments, List<String> properties,
                          List<String> jvmOptions, Map<String, String> environment) implements Struct<RankProgram> {
    /** Stands for the type; its components have no meaning. */
    public static final RankProgram ANY = new RankProgram(Api.MPIJAVA, "", List.of(), List.of(), List.of(),
        Map.of());

    private static final String TRANSPORT = RuntimeProperties.TRANSPORT.definition("");
    private static final String NUMA_FOLDER = RuntimeProperties.NUMA_FOLDER.definition("");
    private static final String TRACE = RuntimeProperties.TRACE.definition("");
    private static final String THREADS = "threads";
    private static final String NETWORK = "nio";
    /** With these properties a rank has counters for JMX, or makes events. */
    private static final List<String> WATCHED = List.of("mpj.counters=true", "mpj.events=true", "mpj.tools=");

    @Override
    public RankProgram fields(Fields fields) throws ProtocolException {
        return new RankProgram(fields.constant(api, Api.class), fields.text(mainClass), fields.texts(arguments),
            fields.texts(properties), fields.texts(jvmOptions), fields.texts(environment));
    }

    /** The environment of the ranks, which are started by a process with another environment. */
    public Map<String, String> environmentOver(Map<String, String> other) {
        Map<String, String> all = new HashMap<>(other);
        all.putAll(environment);
        return all;
    }

    /** Whether ranks are threads. */
    public boolean asThreads() {
        return perJvm().areThreads();
    }

    /**
     * How many ranks of a host share a JVM. Unless the user has said that, all of them do if their transport, or the
     * first of several, is threads.
     */
    public RanksPerJvm perJvm() {
        RanksPerJvm given = RanksPerJvm.of(properties);
        return given != null ? given
            : transport().split(",", 2)[0].strip().equals(THREADS) ? RanksPerJvm.HOST : RanksPerJvm.ONE;
    }

    /** The folder in which the kernel of a host describes its NUMA nodes. */
    Path numaFolder() {
        String given = last(properties, NUMA_FOLDER);
        return Path.of(given.isEmpty() ? RuntimeProperties.NUMA_FOLDER.value() : given);
    }

    /** Whether this host has several NUMA nodes with cores that mpjrun may use. */
    public boolean hasSeveralNumaNodes() {
        return CoreBinding.isSupported() && NumaNodes.read(numaFolder(), CoreBinding.allowed()).count() > 1;
    }

    /** The module of the main class; null when the class is on the class path. */
    String module() {
        int slash = mainClass.indexOf('/');
        return slash < 0 ? null : mainClass.substring(0, slash);
    }

    /** Whether even ranks of one host use the network for which archives are made. */
    public boolean usesNetwork() {
        return transport().contains(NETWORK);
    }

    /** Whether tools of the JDK must be able to find the rank's JVM, because it has something for them. */
    boolean isWatched() {
        return properties.stream().anyMatch(property -> WATCHED.stream().anyMatch(property::startsWith));
    }

    /** The transports that the user names, or an empty text. */
    public String transport() {
        return last(properties, TRANSPORT);
    }

    /** The folder of the job's trace, on the launcher's host; empty when the job is not traced. */
    public static String trace(List<String> properties) {
        return last(properties, TRACE);
    }

    /** Whether the job is traced. */
    public boolean isTraced() {
        return !trace(properties).isEmpty();
    }

    private static String last(List<String> properties, String definition) {
        String value = "";
        for (String property : properties) {
            value = property.startsWith(definition) ? property.substring(definition.length()) : value;
        }
        return value;
    }
}
