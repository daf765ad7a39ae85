package mpj.runtime.host;

import java.net.ProtocolException;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;

/**
 * What every rank of a program runs, whatever its host.
 *
 * @param api that it is written for
 * @param mainClass whose main is called; MODULE/CLASS if it is a module's
 * @param arguments of the program
 * @param properties as name or name=value
 * @param jvmOptions the user's own
 * @param environment variables to set
 */
public record RankProgram(Api api, String mainClass, List<String> arguments, List<String> properties,
                          List<String> jvmOptions, Map<String, String> environment) implements Struct<RankProgram> {
    /** A record of this type, whatever its components. */
    public static final RankProgram ANY = new RankProgram(Api.MPIJAVA, "", List.of(), List.of(), List.of(),
        Map.of());

    private static final String TRANSPORT = RuntimeProperties.TRANSPORT.definition("");
    private static final String TRACE = RuntimeProperties.TRACE.definition("");
    private static final String THREADS = "threads";
    private static final String NETWORK = "nio";
    /** With these a rank has counters for JMX, or makes events. */
    private static final List<String> WATCHED = List.of("mpj.counters=true", "mpj.events=true", "mpj.tools=");

    @Override
    public RankProgram fields(Fields fields) throws ProtocolException {
        return new RankProgram(fields.constant(api, Api.class), fields.text(mainClass), fields.texts(arguments),
            fields.texts(properties), fields.texts(jvmOptions), fields.texts(environment));
    }

    /** Whether the ranks of a host are threads of one JVM: their transport, or the first of several, asks for that. */
    public boolean asThreads() {
        return transport().split(",", 2)[0].strip().equals(THREADS);
    }

    /** The module whose class it is; null when it is on the class path. */
    String module() {
        int slash = mainClass.indexOf('/');
        return slash < 0 ? null : mainClass.substring(0, slash);
    }

    /** Whether ranks of one host, too, talk over the network that the archives are made for. */
    boolean usesNetwork() {
        return transport().contains(NETWORK);
    }

    /** Whether there is something in a rank's JVM for the JDK's tools, which then are to find it. */
    boolean isWatched() {
        return properties.stream().anyMatch(property -> WATCHED.stream().anyMatch(property::startsWith));
    }

    private String transport() {
        return last(properties, TRANSPORT);
    }

    /** The folder of the job's trace, on the launcher's host; empty when it is not traced. */
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
