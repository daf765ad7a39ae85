package mpj.runtime.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.SignalChaining;

/**
 * {@code mpjrun --fabrics}. The transport itself prints the list; the launcher only knows the name of the transport's
 * class.
 */
final class FabricList {
    static final String PROGRAM = "mpj.transport.libfabric.Fabrics";

    private FabricList() {
    }

    /**
     * Prints the list in a JVM of its own, because libfabric changes the process that loads it.
     *
     * @param properties as name or name=value
     */
    static int list(Jdk jdk, LibraryFiles library, List<String> properties) throws IOException, InterruptedException {
        return command(jdk, library, properties, PROGRAM).inheritIO().start().waitFor();
    }

    /** The command that starts a class of the library which opens transports. */
    static ProcessBuilder command(Jdk jdk, LibraryFiles library, List<String> properties, String... program) {
        List<String> words = new ArrayList<>(List.of(jdk.java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED"));
        properties.forEach(property -> words.add("-D" + property));
        words.addAll(List.of("-cp", library.classPath()));
        words.addAll(List.of(program));
        ProcessBuilder builder = new ProcessBuilder(words);
        SignalChaining.preload(jdk.java(), builder.environment());
        return builder;
    }
}
