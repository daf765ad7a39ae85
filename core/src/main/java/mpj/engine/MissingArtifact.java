package mpj.engine;

import java.util.List;
import mpj.transport.spi.TransportException;

/**
 * The artifact that a project has to name if it lacks a transport. Each of the library's own transports is an artifact.
 */
public final class MissingArtifact {
    private static final String PREFIX = "org.mpj:mpj-transport-";
    private static final List<String> BROUGHT = List.of("shm", "threads", "nio");
    private static final List<String> EXTRA = List.of("libfabric", "verbs", "mpi");

    private MissingArtifact() {
    }

    /** The error if no transport is installed. */
    public static TransportException ofAll() {
        return new TransportException("there is no transport on the class path or module path; add at run time "
            + PREFIX + String.join(", " + PREFIX, BROUGHT) + " or all three, which org.mpj:mpj brings unless they"
            + " are excluded; or start the program with mpjrun, which has them");
    }

    /** The end of the error for a transport that is not installed; empty if it is not one of the library's. */
    public static String of(String name) {
        if (BROUGHT.contains(name)) {
            return "; it is in " + PREFIX + name + ", which org.mpj:mpj brings at run time";
        }
        return EXTRA.contains(name) ? "; it is in " + PREFIX + name + ", which org.mpj:mpj-all brings at run time" : "";
    }
}
