package mpj.bench.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The facts that a reader needs to know about the machine. */
final class Machine {
    private Machine() {
    }

    static Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processor", firstOf("/proc/cpuinfo", "model name"));
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", firstOf("/proc/meminfo", "MemTotal"));
        facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
            + System.getProperty("os.arch"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + Runtime.version());
        return facts;
    }

    private static String firstOf(String file, String name) {
        try {
            return Files.readAllLines(Path.of(file)).stream().filter(line -> line.startsWith(name))
                .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst().orElse("unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
