package mpj.engine.packet;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpj.engine.OneVersion;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.transport.spi.Job;
import mpj.transport.spi.LibraryProvider;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportProvider;

/**
 * The program of the JVM that {@code mpjrun --report} starts. It opens and closes the installed transports, as the only
 * rank of a job. A transport may load libraries that end the process. So this program prints a line with the name of
 * each transport before it opens the transport, and the launcher can tell which one was being opened at the end.
 *
 * <p>A C library of MPI is tried in a separate JVM, because it may need another libfabric than the one that was loaded
 * before.
 */
public final class TransportTrial {
    /** Begins each line, because libraries may print lines as well. The launcher looks for the same text. */
    private static final String MARK = "mpj.trial\t";
    private static final String CAN = "can be opened";
    private static final String CANNOT = "cannot be opened: ";
    private static final int SECRET_BYTES = 32;

    private TransportTrial() {
    }

    /**
     * Tries the transports. For each transport it prints a line with the name, and then a line with the name and the
     * result. A line with neither says that all transports were tried. If that line is missing, the launcher tries the
     * rest in another JVM.
     *
     * @param done the names of transports that are not to be tried
     */
    public static void main(String[] done) {
        List<TransportProvider> providers = new ArrayList<>();
        InstalledTransports.find().forEach(providers::add);
        providers.sort(TransportChoice.NEAREST_AND_BEST_FIRST);
        run(providers, Set.of(done), arguments(RuntimeProperties.TRANSPORT.value()),
            new PrintStream(System.out, true, StandardCharsets.UTF_8));
        // A library may have threads, or functions for the end of the process, that would delay the end.
        Runtime.getRuntime().halt(0);
    }

    static void run(List<TransportProvider> providers, Set<String> done, Map<String, String> arguments,
        PrintStream out) {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        Job job = new Job(0, 1, 1, secret);
        boolean first = true;
        for (TransportProvider provider : providers) {
            if (!done.contains(provider.name())) {
                if (provider instanceof LibraryProvider && !first) {
                    out.flush();
                    return;
                }
                first = false;
                // A library may have printed text without an end of line.
                out.print("\n" + MARK + provider.name() + "\n");
                out.print("\n" + MARK + provider.name() + "\t"
                    + outcome(provider, job, arguments.getOrDefault(provider.name(), "")) + "\n");
            }
        }
        out.print("\n" + MARK + "\n");
        out.flush();
    }

    /** The argument of each transport that the user names, which follows a colon. */
    static Map<String, String> arguments(String transport) {
        Map<String, String> arguments = new HashMap<>();
        for (String each : transport.split(",")) {
            String[] parts = each.strip().split(":", 2);
            arguments.put(parts[0], parts.length > 1 ? parts[1] : "");
        }
        return arguments;
    }

    /**
     * The result, in one line. It names every exception of a transport and every error of the linker: the report is
     * meant to show them.
     */
    private static String outcome(TransportProvider provider, Job job, String argument) {
        try {
            OneVersion.checkTransport(provider);
            if (provider instanceof LibraryProvider library) {
                return CAN + ": " + library.describe();
            }
            String obstacle = provider.obstacle(job);
            if (obstacle != null) {
                return CANNOT + obstacle;
            }
            try (Transport _ = provider.open(job, argument)) {
                return CAN;
            }
        } catch (RuntimeException | LinkageError e) {
            String message = e.getMessage() == null ? e.toString() : e.getMessage();
            return CANNOT + message.strip().replaceAll("\\s*\\R\\s*", "; ");
        }
    }
}
