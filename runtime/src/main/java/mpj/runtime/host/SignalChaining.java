package mpj.runtime.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mpj.bindings.Linux;

/**
 * Keeps the JVM's signal handlers in place in ranks that load libraries which put their own there: libpsm2 and
 * libinfinipath do below libfabric, and end the process at the first SIGSEGV, by which the JVM stops its threads. The
 * JDK's libjsig.so, loaded before all others, lets such handlers stand behind the JVM's.
 */
public final class SignalChaining {
    private static final String PRELOAD = "LD_PRELOAD";
    private static final String TRANSPORT = "-Dmpj.transport=";

    private SignalChaining() {
    }

    /** Adds to the environment of a rank what its command line asks for. */
    static void prepare(List<String> commandLine, Map<String, String> environment) {
        if (commandLine.stream().anyMatch(word -> word.startsWith(TRANSPORT) && word.contains("libfabric"))) {
            preload(commandLine.getFirst(), environment);
        }
    }

    /** Has a process of this {@code java} load the library, which a JDK may lack, before all others. */
    public static void preload(String java, Map<String, String> environment) {
        Path library = Path.of(java).resolveSibling("../lib/libjsig.so").normalize();
        if (Linux.isHere() && Files.exists(library)) {
            environment.merge(PRELOAD, library.toString(), (others, own) -> own + ":" + others);
        }
    }
}
