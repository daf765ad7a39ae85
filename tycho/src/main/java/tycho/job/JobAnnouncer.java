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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
    /** Between attempts: what fails at once, as a key that is missing, fails at once again. */
    private static final Duration PAUSE = Duration.ofSeconds(5);
    /** mpjrun waits a little longer than that for this program. */
    private static final Duration END = Duration.ofSeconds(3);

    private final Supplier<Client> access;
    private final Map<String, String> facts;
    private final Duration pause;
    private final PrintStream err;
    /** The last line only: what the mediator could not be told in time is old. */
    private final ArrayBlockingQueue<String> lines = new ArrayBlockingQueue<>(1);
    private volatile String last = "";
    private final CountDownLatch ended = new CountDownLatch(1);

    private JobAnnouncer(Supplier<Client> access, Map<String, String> facts, Duration pause, PrintStream err) {
        this.access = access;
        this.facts = facts;
        this.pause = pause;
        this.err = err;
    }

    /**
     * Runs the program.
     *
     * @param arguments HOST:PORT of the mediator, or nothing for the mediator of this host; then the facts of the job
     *                  as NAME=VALUE, among them {@code id}
     */
    public static void main(String[] arguments) {
        String mediator = arguments[0];
        Client.Options options = Client.options().withoutListening();
        run(() -> (mediator.isEmpty() ? options : options.mediators(mediator)).connect(),
            List.of(arguments).subList(1, arguments.length), PAUSE, System.in, System.err);
    }

    static void run(Supplier<Client> access, List<String> given, Duration pause, InputStream in, PrintStream err) {
        Map<String, String> facts = new TreeMap<>();
        for (String each : given) {
            int equals = each.indexOf('=');
            String value = each.substring(equals + 1);
            facts.put(each.substring(0, equals), value.substring(0, Math.min(value.length(), Entry.LONGEST_VALUE)));
        }
        JobAnnouncer announcer = new JobAnnouncer(access, facts, pause, err);
        // A virtual thread does not keep the process alive, whatever it waits for.
        Thread publisher = Thread.ofVirtual().start(announcer::publish);
        announcer.read(in);
        publisher.interrupt();
        try {
            publisher.join(END);
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
        ended.countDown();
    }

    private void publish() {
        String trouble = "";
        while (!isEnded()) {
            try (Client client = access.get()) {
                announce(client);
            } catch (TychoException e) {
                if (!isEnded() && !trouble.equals(e.getMessage())) {
                    err.println("mpjrun: the job is not announced: " + e.getMessage());
                }
                trouble = e.getMessage();
                awaitEnd(pause);
            }
        }
    }

    private boolean isEnded() {
        return ended.getCount() == 0;
    }

    private void awaitEnd(Duration longest) {
        try {
            ended.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // The input has ended.
        }
    }

    private void announce(Client client) {
        String topic = TOPIC + facts.get("id");
        Client.ProducerOptions options = client.producer(NAME).publishes(topic).lease(LEASE);
        facts.forEach(options::attribute);
        try (Producer producer = options.open()) {
            while (!isEnded()) {
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
