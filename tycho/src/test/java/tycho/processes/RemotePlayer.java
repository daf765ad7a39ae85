package tycho.processes;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import tycho.mediator.Site;
import tycho.registry.Delivery;

/** A {@link Player} on a host. */
final class RemotePlayer implements AutoCloseable {
    private final Child child;
    private final OutputStream out;
    private final Lines in;

    /**
     * Starts a client.
     *
     * @param prefix   the words before the command, which say on which host it runs
     * @param listenAt the address where other clients connect, or a dash
     */
    RemotePlayer(List<String> prefix, Path keys, String listenAt, String mediators) throws IOException {
        child = Child.start(prefix, Player.class, List.of(keys.toAbsolutePath().toString(), listenAt, mediators));
        out = child.process().getOutputStream();
        in = new Lines(child.process());
    }

    private String ask(String... words) {
        try {
            out.write((String.join(" ", words) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            return in.next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void tell(String... words) {
        String answer = ask(words);
        if (!answer.isEmpty()) {
            throw new IllegalStateException(String.join(" ", words) + ": " + answer);
        }
    }

    void consume(String name, String topic, Delivery delivery) {
        tell("consume", name, topic, delivery.name());
    }

    void produce(String name, String topic) {
        produce(name, topic, 0);
    }

    /** A producer whose messages have so many bytes more than they need. */
    void produce(String name, String topic, int padding) {
        tell("produce", name, topic, Integer.toString(padding));
    }

    /** Lets a producer send without end when so many consumers have come. */
    void start(String producer, int consumers) {
        tell("start", producer, Integer.toString(consumers));
    }

    /** Stops a producer, waits until its consumers have done with all messages, and answers how many there were. */
    String stop(String producer) {
        return ask("stop", producer);
    }

    boolean isDirect(String producer, String consumer) {
        String answer = ask("direct", producer, consumer);
        if (!List.of("true", "false").contains(answer)) {
            throw new IllegalStateException("whether " + producer + " is direct: " + answer);
        }
        return answer.equals("true");
    }

    /** How many messages of a producer a consumer has received, or what was wrong with them. */
    String received(String consumer, String producer) {
        return ask("received", consumer, producer);
    }

    /** Waits until a consumer has received more messages of a producer than it has at the time of the call. */
    boolean receivesMore(String consumer, String producer) throws InterruptedException {
        long now = Long.parseLong(received(consumer, producer));
        return Site.eventually(() -> Long.parseLong(received(consumer, producer)) > now + 20);
    }

    /** Waits until so many entries have the name. */
    boolean sees(String name, int count) throws InterruptedException {
        return Site.eventually(() -> counts(name, count));
    }

    boolean counts(String name, int count) {
        return ask("lookup", name).equals(Integer.toString(count));
    }

    boolean isInTrouble() {
        return !ask("trouble").isEmpty();
    }

    @Override
    public void close() {
        child.close();
    }
}
