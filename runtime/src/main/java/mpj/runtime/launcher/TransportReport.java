package mpj.runtime.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;

/**
 * The transports that can be opened on this host. A JVM of its own tries them
 * ({@code mpj.engine.packet.TransportTrial}). If that JVM ends before it has tried all of them, another JVM tries the
 * others.
 */
final class TransportReport {
    private static final String PROGRAM = "mpj.engine.packet.TransportTrial";
    private static final String FABRIC_TRANSPORT = "libfabric";
    /** Stands for the transports whose names are not known. */
    private static final String OTHERS = "(others)";
    private static final String MARK = "mpj.trial\t";
    private static final String PROVIDER = "provider: ";
    private static final long LIMIT_SECONDS = 30;

    private final Map<String, String> outcomes = new LinkedHashMap<>();

    /**
     * Reads the lines of one trial.
     *
     * @param end how the trial's process ended; this is the result for the transport that it was opening
     * @return whether there are transports that were not tried
     */
    boolean take(List<String> lines, String end) {
        int before = outcomes.size();
        String opening = null;
        for (String line : lines) {
            if (!line.startsWith(MARK)) {
                continue;
            }
            String[] parts = line.substring(MARK.length()).split("\t", 2);
            if (parts[0].isEmpty()) {
                return false;
            }
            if (parts.length == 1) {
                opening = parts[0];
            } else {
                outcomes.put(parts[0], parts[1]);
                opening = null;
            }
        }
        if (opening != null) {
            outcomes.put(opening, "cannot be opened: the process that opened it " + end);
        }
        if (outcomes.size() == before) {
            outcomes.put(OTHERS, "not known: the process that tries them " + end);
            return false;
        }
        return true;
    }

    /** The transports that were tried, with the result of each. */
    Map<String, String> outcomes() {
        return outcomes;
    }

    /**
     * Tries all transports.
     *
     * @param definitions properties {@code mpj.…} of the ranks, as name=value
     */
    static Map<String, String> of(Jdk jdk, LibraryFiles library, List<String> definitions)
        throws IOException, InterruptedException {
        TransportReport report = new TransportReport();
        AskedProcess trial;
        do {
            List<String> program = new ArrayList<>(List.of(PROGRAM));
            program.addAll(report.outcomes.keySet());
            trial = AskedProcess.run(FabricList.command(jdk, library, definitions, program.toArray(String[]::new)),
                LIMIT_SECONDS);
        } while (report.take(trial.lines(), trial.end(LIMIT_SECONDS)));
        if (report.outcomes.getOrDefault(FABRIC_TRANSPORT, "").equals("can be opened")) {
            AskedProcess fabrics = AskedProcess.run(FabricList.command(jdk, library, definitions, FabricList.PROGRAM),
                LIMIT_SECONDS);
            report.outcomes.put(FABRIC_TRANSPORT, "can be opened; it has the providers " + providers(fabrics.lines()));
        }
        return report.outcomes;
    }

    /** Takes the names out of the output of {@code mpjrun --fabrics}. */
    static String providers(List<String> lines) {
        Set<String> names = new LinkedHashSet<>();
        for (String line : lines) {
            if (line.startsWith(PROVIDER)) {
                names.add(line.substring(PROVIDER.length()));
            }
        }
        return String.join(", ", names);
    }
}
