package tycho.mediator;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tycho.Client;
import tycho.Consumer;
import tycho.Message;
import tycho.TychoException;
import tycho.job.JobAnnouncer;
import tycho.registry.Endpoint;
import tycho.registry.WhenFull;

/** The last state of each job that mpjrun announces, as a client of the mediator receives it. Thread-safe. */
final class AnnouncedJobs implements AutoCloseable {
    private static final int CAPACITY = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path keys;
    private final Endpoint mediator;
    private final String key;
    private final Log log;
    private final JobStates states = new JobStates();
    private final Thread thread = Thread.ofVirtual().name("tycho-jobs").unstarted(this::run);

    /** @param key the name of the mediator's own key */
    AnnouncedJobs(Path keys, String key, Endpoint mediator, Log log) {
        this.keys = keys;
        this.key = key;
        this.mediator = mediator;
        this.log = log;
        thread.start();
    }

    private void run() {
        String trouble = "";
        while (!thread.isInterrupted()) {
            try (Client client = Client.options().keys(keys).name(key).mediators(mediator.toString())
                    .withoutListening().connect();
                    Consumer consumer = client.consumer("page of a mediator").subscribes(JobAnnouncer.TOPICS)
                        .whenFull(WhenFull.DROP_OLDEST).capacity(CAPACITY).open()) {
                while (true) {
                    consumer.receive(PATIENCE).ifPresent(this::take);
                }
            } catch (TychoException e) {
                if (thread.isInterrupted()) {
                    return;
                }
                if (!trouble.equals(e.getMessage())) {
                    log.say("the page shows no state of jobs: " + e.getMessage());
                }
                trouble = e.getMessage();
                try {
                    Thread.sleep(PATIENCE);
                } catch (InterruptedException interrupt) {
                    return;
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void take(Message message) {
        states.put(message.topic(), new String(message.bytes(), StandardCharsets.UTF_8));
    }

    /** The state of the job with a topic, as JSON that the job's owner has written; empty if nothing is known. */
    String state(String topic) {
        return states.get(topic);
    }

    /** Forgets all jobs but those with these topics. */
    void keepOnly(List<String> topics) {
        states.keepOnly(topics);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
