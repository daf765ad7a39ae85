package mpj.runtime.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mpj.bindings.Linux;

/**
 * Keeps the JVM's signal handlers in ranks that load libraries with handlers of their own. The libraries libpsm2 and
 * libinfinipath, below libfabric, have such handlers, and end the process at the first SIGSEGV, by which the JVM stops
 * its threads. The JDK's libjsig.so puts such handlers behind the JVM's if it is loaded before all other libraries.
 */
public final class SignalChaining {
    private static final String PRELOAD = "LD_PRELOAD";
    private static final String TRANSPORT = "-Dmpj.transport=";

    private SignalChaining() {
    }

    /** Adds the variables that a rank's command line makes necessary. */
    static void prepare(List<String> commandLine, Map<String, String> environment) {
        if (commandLine.stream().anyMatch(word -> word.startsWith(TRANSPORT) && word.contains("libfabric"))) {
            preload(commandLine.getFirst(), environment);
        }
    }

    /** Lets a process of this {@code java} load that library before all others. A JDK may lack the library. */
    public static void preload(String java, Map<String, String> environment) {
        Path library = Path.of(java).resolveSibling("../lib/libjsig.so").normalize();
        if (Linux.isHere() && Files.exists(library)) {
            environment.merge(PRELOAD, library.toString(), (others, own) -> own + ":" + others);
        }
    }
}
