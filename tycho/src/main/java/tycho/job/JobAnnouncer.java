package tycho.job;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import tycho.Client;
import tycho.Producer;
import tycho.TychoException;
import tycho.registry.Entry;

/**
 * The program that {@code mpjrun --announce} starts. It registers a producer for the job, and publishes each line of
 * its standard input, which is the state of the job as JSON. When the input ends, it withdraws the producer and ends.
 */
public final class JobAnnouncer {
    /** The topics of all jobs. */
    public static final String TOPICS = "mpj/job/*";
    private static final String TOPIC = "mpj/job/";
    private static final String NAME = "job of mpjrun";
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration FLUSH = Duration.ofSeconds(2);

    private final String mediator;
    private final Map<String, String> facts;
    private final PrintStream err;
    /** The last line only: what the mediator could not be told in time is old. */
    private final ArrayBlockingQueue<String> lines = new ArrayBlockingQueue<>(1);
    private volatile String last = "";
    private volatile boolean ended;

    private JobAnnouncer(String mediator, Map<String, String> facts, PrintStream err) {
        this.mediator = mediator;
        this.facts = facts;
        this.err = err;
    }

    /**
     * Runs the program.
     *
     * @param arguments HOST:PORT of the mediator, or nothing for the mediator of this host; then the facts of the job
     *                  as NAME=VALUE, among them {@code id}
     */
    public static void main(String[] arguments) {
        run(List.of(arguments), System.in, System.err);
    }

    static void run(List<String> arguments, InputStream in, PrintStream err) {
        Map<String, String> facts = new TreeMap<>();
        for (String each : arguments.subList(1, arguments.size())) {
            int equals = each.indexOf('=');
            String value = each.substring(equals + 1);
            facts.put(each.substring(0, equals), value.substring(0, Math.min(value.length(), Entry.LONGEST_VALUE)));
        }
        JobAnnouncer announcer = new JobAnnouncer(arguments.getFirst(), facts, err);
        Thread publisher = Thread.ofVirtual().start(announcer::publish);
        announcer.read(in);
        publisher.interrupt();
        try {
            publisher.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether an entry is that of a job. */
    public static boolean isJob(Entry entry) {
        return entry.name().equals(NAME) && entry.publishes().size() == 1
            && entry.publishes().getFirst().toString().startsWith(TOPIC);
    }

    private void read(InputStream in) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                last = line;
                lines.poll();
                lines.offer(line);
            }
        } catch (IOException e) {
            // The same as the end of the input: mpjrun is gone.
        }
        ended = true;
    }

    private void publish() {
        String trouble = "";
        while (!ended) {
            try (Client client = connect()) {
                announce(client);
            } catch (TychoException e) {
                if (!ended && !trouble.equals(e.getMessage())) {
                    err.println("mpjrun: the job is not announced: " + e.getMessage());
                }
                trouble = e.getMessage();
            }
        }
    }

    private Client connect() {
        Client.Options options = Client.options().withoutListening();
        return (mediator.isEmpty() ? options : options.mediators(mediator)).connect();
    }

    private void announce(Client client) {
        String topic = TOPIC + facts.get("id");
        Client.ProducerOptions options = client.producer(NAME).publishes(topic).lease(LEASE);
        facts.forEach(options::attribute);
        try (Producer producer = options.open()) {
            while (!ended) {
                producer.publish(topic, last.getBytes(StandardCharsets.UTF_8));
                awaitLine();
            }
            producer.publish(topic, last.getBytes(StandardCharsets.UTF_8));
            producer.flush(FLUSH);
        } catch (InterruptedException e) {
            // Nobody waits for the last line any more.
        }
    }

    /** Waits for the next line. A state that has not changed is published again: a consumer may be new. */
    private void awaitLine() {
        try {
            lines.poll(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            // The input has ended.
        }
    }
}
