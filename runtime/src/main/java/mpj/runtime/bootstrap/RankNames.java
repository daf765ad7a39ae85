package mpj.runtime.bootstrap;

import java.util.Optional;
import mpj.bindings.ThisHost;
import mpj.runtime.keys.KnownDaemons;
import mpj.runtime.names.NameClient;

/**
 * The names of a rank that mpjrun did not start. The rank itself asks the mpjnamed that the user names, or else its
 * launcher, and owns the names that it publishes. Thread-safe.
 */
final class RankNames implements AutoCloseable {
    private static final String TYCHO = "tycho:";

    private NameClient client;

    /**
     * The names.
     *
     * @param launchers the names that the launcher keeps; empty if it keeps none
     * @throws RegistryException of the kind {@code UNREACHABLE} when there are none, and the user names no mpjnamed
     */
    synchronized Registry of(int rank, Optional<Registry> launchers) {
        String server = RuntimeProperties.NAMES.value();
        if (server.isEmpty()) {
            return launchers.orElseThrow(() -> new RegistryException(RegistryException.Kind.UNREACHABLE,
                "the launcher of this job keeps no names; start mpjnamed and give each job -D"
                + RuntimeProperties.NAMES.definition("HOST:PORT") + ", or hand the name of the port over in another"
                + " way, such as a file"));
        }
        if (server.startsWith(TYCHO)) {
            throw new RegistryException(RegistryException.Kind.UNREACHABLE, "only mpjrun can keep names in the registry"
                + " of Tycho (mpj.names=" + server + "); start the job with mpjrun, or use mpjnamed");
        }
        if (client == null) {
            client = NameClient.of(server, "rank " + rank + " (process " + ProcessHandle.current().pid() + " on "
                + ThisHost.name() + ")", KnownDaemons.of(System.getenv()));
        }
        return new AskedRegistry(client::ask);
    }

    /** Withdraws the rank's names. */
    @Override
    public synchronized void close() {
        if (client != null) {
            client.close();
        }
    }
}
