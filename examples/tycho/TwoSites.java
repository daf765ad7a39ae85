import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import tycho.Client;
import tycho.Consumer;
import tycho.Message;
import tycho.Producer;
import tycho.registry.Delivery;
import tycho.registry.Entry;
import tycho.registry.Query;

/** A thermometer in Paris, and a display in Rome that finds it and shows what it measures. run.sh starts all. */
public class TwoSites {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    record Reading(String room, double degrees) implements Serializable {
    }

    public static void main(String[] args) throws Exception {
        Path work = Path.of(args[0]);
        try (Client paris = Client.options().keys(work.resolve("paris")).mediators("127.0.0.1:17411")
                .patience(LIMIT).connect();
                Client rome = Client.options().keys(work.resolve("rome")).mediators("127.0.0.1:17421")
                .patience(LIMIT).connect();
                Producer thermometer = paris.producer("thermometer").publishes("lab/*/temperature")
                .attribute("unit", "C").open();
                Consumer display = rome.consumer("display").subscribes("lab/**").delivery(Delivery.AT_LEAST_ONCE)
                .open()) {
            System.out.println(paris.owner() + " and " + rome.owner() + " are registered");
            if (!thermometer.awaitConsumers("lab/12/temperature", 1, LIMIT)) {
                throw new IllegalStateException("the sites have not found each other");
            }
            for (Entry entry : rome.lookup(Query.all().where("unit = C"))) {
                System.out.println("Rome sees '" + entry.name() + "' of " + entry.owner());
            }
            for (int i = 0; i < 5; i++) {
                thermometer.publish("lab/12/temperature", new Reading("12", 20 + i / 2.0));
            }
            for (int i = 0; i < 5; i++) {
                Message message = display.receive(LIMIT).orElseThrow();
                System.out.println(message.topic() + ": " + message.record(Reading.class));
                message.acknowledge();
            }
            System.out.println(thermometer.flush(LIMIT) ? "all messages are acknowledged" : "messages are missing");
        }
    }
}
