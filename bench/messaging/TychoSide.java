import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tycho.Binding;
import tycho.Client;
import tycho.Consumer;
import tycho.Producer;
import tycho.registry.Entry;
import tycho.registry.Query;
import tycho.registry.TopicPattern;

/** Tycho, over a connection of the two processes, or through one mediator. */
final class TychoSide implements Side {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final String mediator;
    private final Path keys;
    private final boolean direct;
    private final String prefix;
    private final List<Client> clients = new ArrayList<>();

    TychoSide(String mediator, Path keys, boolean direct) {
        this.mediator = mediator;
        this.keys = keys;
        this.direct = direct;
        prefix = direct ? "direct/" : "mediator/";
    }

    @Override
    public End open(String from, String to) throws Exception {
        Client.Options options = Client.options().keys(keys).mediators(mediator);
        Client client = (direct ? options : options.withoutListening()).connect();
        clients.add(client);
        Consumer consumer = client.consumer(from).subscribes(prefix + from).open();
        Producer producer = client.producer(to).publishes(prefix + to).open();
        Binding[] binding = new Binding[1];
        return new End(message -> {
            if (binding[0] == null) {
                binding[0] = bind(client, producer, prefix + to);
            }
            binding[0].send(message);
        }, () -> consumer.receive(LIMIT).orElseThrow().bytes());
    }

    private Binding bind(Client client, Producer producer, String topic) throws Exception {
        long end = System.nanoTime() + LIMIT.toNanos();
        producer.awaitConsumers(topic, 1, LIMIT);
        Entry consumer = client.lookup(Query.all().receives(TopicPattern.parse(topic))).getFirst();
        Binding binding = producer.bind(consumer, topic);
        while (binding.isDirect() != direct) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("the stream has not become direct");
            }
            Thread.sleep(10);
        }
        return binding;
    }

    @Override
    public void close() {
        clients.forEach(Client::close);
    }
}
