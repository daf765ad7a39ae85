package tycho.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tycho.Client;
import tycho.registry.Delivery;
import tycho.registry.Query;

/**
 * A client in a process of its own. It obeys each line of its standard input, answers with a line, and ends with its
 * input. The methods of {@link RemotePlayer} say what the lines mean.
 */
final class Player {
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Client client;
    private final Map<String, Intake> intakes = new HashMap<>();
    private final Map<String, Source> sources = new HashMap<>();

    private Player(Client client) {
        this.client = client;
    }

    /** The arguments are the folder of the keys, the address at which to listen or a dash, and the mediators. */
    public static void main(String[] arguments) throws IOException {
        Client.Options options = Client.options().keys(Path.of(arguments[0])).patience(LONG)
            .mediators(arguments[2].split(","));
        if (arguments[1].equals("-")) {
            options.withoutListening();
        } else {
            options.listenAt(arguments[1], 0);
        }
        try (Client client = options.connect();
                BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Player player = new Player(client);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String answer;
                try {
                    answer = player.obey(line.split(" "));
                } catch (Exception e) {
                    answer = e.toString();
                }
                System.out.println(answer.replace('\n', ' '));
            }
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    private String obey(String... words) throws Exception {
        String name = words.length > 1 ? words[1] : "";
        return switch (words[0]) {
            case "consume" -> {
                intakes.put(name, new Intake(client.consumer(name).subscribes(words[2]).lease(LEASE)
                    .delivery(Delivery.valueOf(words[3])).open()));
                yield "";
            }
            case "produce" -> {
                sources.put(name, new Source(client.producer(name).publishes(words[2]).lease(LEASE).patience(LEASE)
                    .open(), words[2], Integer.parseInt(words[3])));
                yield "";
            }
            case "start" -> sources.get(name).start(Integer.parseInt(words[2]));
            case "stop" -> Long.toString(sources.get(name).stop());
            case "direct" -> Boolean.toString(sources.get(name)
                .isDirectTo(client.lookup(Query.all().named(words[2])).getFirst()));
            case "received" -> intakes.get(name).received(words[2]);
            case "lookup" -> Integer.toString(client.lookup(Query.all().named(name)).size());
            case "trouble" -> client.trouble().orElse("");
            default -> "there is no command " + words[0];
        };
    }
}
