import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;

/** ActiveMQ Artemis with its own protocol: messages that are not durable, and that the server need not confirm. */
final class ArtemisSide implements Side {
    private static final long LIMIT_MILLIS = 60_000;
    private static final int WINDOW = 4 << 20;

    private final String url;
    /** Both ports are of one server. */
    private final String prefix;
    private final List<ServerLocator> locators = new ArrayList<>();

    ArtemisSide(String server, Path keys) {
        url = "tcp://" + server + "?tcpNoDelay=true" + (keys == null ? "" : ArtemisServer.tls(keys, "client"));
        prefix = keys == null ? "plain/" : "tls/";
    }

    @Override
    public End open(String from, String to) throws Exception {
        ServerLocator locator = ActiveMQClient.createServerLocator(url);
        locators.add(locator);
        locator.setBlockOnNonDurableSend(false).setPreAcknowledge(true).setProducerWindowSize(WINDOW)
            .setConsumerWindowSize(WINDOW).setConfirmationWindowSize(-1);
        ClientSessionFactory factory = locator.createSessionFactory();
        ClientSession session = factory.createSession(true, true);
        session.start();
        session.createQueue(QueueConfiguration.of(prefix + from + "/queue").setAddress(prefix + from)
            .setRoutingType(RoutingType.MULTICAST).setDurable(false).setTemporary(true));
        ClientConsumer consumer = session.createConsumer(prefix + from + "/queue");
        // One thread uses a session at a time, and both directions are to have one connection.
        ClientSession sending = factory.createSession(true, true);
        ClientProducer producer = sending.createProducer(prefix + to);
        return new End(message -> {
            ClientMessage sent = sending.createMessage(false);
            sent.getBodyBuffer().writeBytes(message);
            producer.send(sent);
        }, () -> {
            ClientMessage message = consumer.receive(LIMIT_MILLIS);
            byte[] bytes = new byte[message.getBodyBuffer().readableBytes()];
            message.getBodyBuffer().readBytes(bytes);
            return bytes;
        });
    }

    @Override
    public void close() {
        locators.forEach(ServerLocator::close);
    }
}
