package tycho;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import tycho.processes.MemoryOf;
import tycho.registry.Delivery;
import tycho.registry.Query;

/**
 * Measures whether a mediator and a client that live long need more and more memory. Meanwhile pairs of clients come,
 * exchange messages, and leave or vanish. The commands are in docs/results/tycho.md.
 */
final class LongRunFigures {
    private static final int PAIRS = 4;
    private static final int MOST_MESSAGES = 400;
    private static final Duration LONG = Duration.ofMinutes(2);

    private final String mediator;
    private final Path keys;
    private final long process;
    private final AtomicLong clients = new AtomicLong();
    private final AtomicLong messages = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private LongRunFigures(String mediator, Path keys, long process) {
        this.mediator = mediator;
        this.keys = keys;
        this.process = process;
    }

    /** The arguments are HOST:PORT of the mediator, the folder of its keys, its process id, minutes, and how many. */
    public static void main(String[] arguments) throws Exception {
        LongRunFigures figures = new LongRunFigures(arguments[0], Path.of(arguments[1]), Long.parseLong(arguments[2]));
        figures.run(Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
    }

    /** Prints a line every so many minutes. */
    private void run(int minutes, int lines) throws Exception {
        try (Client lasting = Client.options().keys(keys).mediators(mediator).connect();
                Consumer all = lasting.consumer("all").subscribes("long/**").open()) {
            Thread.ofVirtual().start(() -> takeAll(all));
            for (int pair = 0; pair < PAIRS; pair++) {
                int number = pair;
                Thread.ofPlatform().daemon().start(() -> comeAndGo(number));
            }
            System.out.println("minutes  clients   messages  mediator: resident MiB, heap MiB, files  "
                + "clients: heap MiB, threads");
            for (int line = 0; line < lines; line++) {
                TimeUnit.MINUTES.sleep(minutes);
                if (failure.get() != null) {
                    throw new IOException("a client has failed", failure.get());
                }
                print((line + 1) * minutes);
            }
        }
        System.exit(0);
    }

    /** A consumer that lives as long as the program, with streams of all producers that have come. */
    private void takeAll(Consumer all) {
        try {
            while (true) {
                all.receive(LONG).ifPresent(message -> messages.incrementAndGet());
            }
        } catch (InterruptedException | RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void comeAndGo(int pair) {
        Random random = new Random(pair);
        try {
            while (true) {
                String topic = "long/" + pair + '/' + random.nextLong();
                Delivery delivery = random.nextBoolean() ? Delivery.AT_LEAST_ONCE : Delivery.AT_MOST_ONCE;
                try (Client from = connect(random); Client to = connect(random);
                        Consumer consumer = to.consumer("to-" + random.nextLong()).subscribes(topic).delivery(delivery)
                            .open();
                        Producer producer = from.producer("from-" + random.nextLong()).publishes(topic).open()) {
                    exchange(topic, consumer, producer, random);
                    if (to.lookup(Query.all().named(producer.entry().name())).size() != 1) {
                        throw new IOException("the producer is not found");
                    }
                    if (random.nextBoolean()) {
                        (random.nextBoolean() ? from : to).vanish();
                    }
                }
            }
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        }
    }

    private Client connect(Random random) {
        clients.incrementAndGet();
        Client.Options options = Client.options().keys(keys).mediators(mediator).patience(LONG);
        return (random.nextBoolean() ? options : options.withoutListening()).connect();
    }

    private void exchange(String topic, Consumer consumer, Producer producer, Random random) throws Exception {
        if (!producer.awaitConsumers(topic, 2, LONG)) {
            throw new IOException("the consumer does not come");
        }
        Thread answering = Thread.ofVirtual().start(() -> answer(consumer));
        int count = random.nextInt(MOST_MESSAGES);
        for (int i = 0; i < count; i++) {
            producer.publish(topic, new byte[random.nextInt(4096)]);
        }
        producer.bind(consumer.entry(), topic).request("end".getBytes(StandardCharsets.UTF_8), LONG);
        answering.join();
    }

    /** Receives until a request comes. */
    private void answer(Consumer consumer) {
        try {
            while (true) {
                Optional<Message> next = consumer.receive(LONG);
                if (next.isEmpty()) {
                    throw new IOException("no message comes");
                }
                messages.incrementAndGet();
                if (next.get().isRequest()) {
                    next.get().reply(new byte[1]);
                    return;
                }
                next.get().acknowledge();
            }
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        }
    }

    private void print(int minutes) throws IOException, InterruptedException {
        long own = ProcessHandle.current().pid();
        MemoryOf mediatorsMemory = MemoryOf.process(process);
        System.out.printf("%7d  %7d  %9d  %22d  %8d  %5d  %18d  %7d%n", minutes, clients.get(), messages.get(),
            mediatorsMemory.residentMiB(), mediatorsMemory.heapMiB(), mediatorsMemory.files(),
            MemoryOf.process(own).heapMiB(), Thread.activeCount());
    }
}
