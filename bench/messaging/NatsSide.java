import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** NATS: publish and subscribe, at most once. */
final class NatsSide implements Side {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final String server;
    private final Path keys;
    private final List<Connection> connections = new ArrayList<>();

    NatsSide(String server, Path keys) {
        this.server = server;
        this.keys = keys;
    }

    @Override
    public End open(String from, String to) throws Exception {
        Options.Builder options = new Options.Builder().server(server);
        if (keys != null) {
            options.sslContext(TlsSide.context(keys));
        }
        Connection connection = Nats.connect(options.build());
        connections.add(connection);
        Subscription subscription = connection.subscribe(from.replace('/', '.'));
        // The client drops what waits beyond its limit, and the server disconnects a slow client.
        subscription.setPendingLimits(-1, -1);
        connection.flush(LIMIT);
        String subject = to.replace('/', '.');
        return new End(message -> {
            while (true) {
                try {
                    connection.publish(subject, message);
                    return;
                } catch (IllegalStateException e) {
                    // The queue of the client is full, which it says in this way after some seconds.
                    if (connection.getStatus() != Connection.Status.CONNECTED) {
                        throw e;
                    }
                }
            }
        }, () -> subscription.nextMessage(LIMIT).getData());
    }

    @Override
    public void close() throws InterruptedException {
        for (Connection each : connections) {
            each.close();
        }
    }
}
