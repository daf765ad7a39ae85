package tycho.processes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import tycho.Client;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.link.Link;
import tycho.link.Links;
import tycho.registry.Delivery;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Kind;
import tycho.registry.Query;
import tycho.registry.TopicPattern;
import tycho.registry.WhenFull;
import tycho.security.Keys;

/**
 * Measures the memory of a mediator and the time of lookups, with many entries whose clients do nothing. The commands
 * are in docs/results/tycho.md.
 */
final class RegistryFigures {
    private static final int CONNECTING = 2;
    private static final int MOST_ATTEMPTS = 20;
    private static final int CONNECT_MILLIS = 20_000;
    private static final int LOOKUPS = 2_000;
    private static final int LIMIT_MINUTES = 60;
    /** Long enough that no lease is renewed while the memory is measured. */
    private static final Duration LEASE = Duration.ofHours(2);

    private final Endpoint mediator;
    private final Path keys;
    private final Links links;
    private final List<Connected> clients = new ArrayList<>();

    /** A client that is connected. */
    private record Connected(Link link, UUID id, Frame.Welcome welcome) {
        void register(int number) {
            TreeMap<String, String> attributes = new TreeMap<>();
            attributes.put("number", Integer.toString(number));
            link.send(Codec.encode(new Frame.Register(number, new Entry(UUID.randomUUID(), "client-" + number,
                Kind.CONSUMER, welcome.owner(), welcome.site(), id, List.of(), List.of(),
                List.of(TopicPattern.parse("lab/" + number + "/*")), Delivery.AT_MOST_ONCE, WhenFull.BLOCK, 256,
                attributes, LEASE), 1)));
        }

        /** Reads the answers, and then signs of life. */
        void read(CountDownLatch registered) {
            try {
                while (true) {
                    if (!(Codec.decode(link.receive()) instanceof Frame.Done)) {
                        throw new IOException("the mediator does not register an entry");
                    }
                    registered.countDown();
                }
            } catch (IOException e) {
                System.err.println("client " + id + ": " + e.getMessage());
            }
        }
    }

    private RegistryFigures(Endpoint mediator, Path keys) throws IOException {
        this.mediator = mediator;
        this.keys = keys;
        links = new Links(Keys.read(keys, "client").everyone(), 1);
    }

    /**
     * The arguments are HOST:PORT of the mediator, the folder of its keys, its process id, a number of entries, and on
     * how many connections they are. Without the last one, each entry has a connection of its own.
     */
    public static void main(String[] arguments) throws Exception {
        RegistryFigures figures = new RegistryFigures(Endpoint.parse(arguments[0]), Path.of(arguments[1]));
        long process = Long.parseLong(arguments[2]);
        int entries = Integer.parseInt(arguments[3]);
        int connections = arguments.length > 4 ? Integer.parseInt(arguments[4]) : entries;
        System.out.println("entries  connections  resident MiB  heap after GC MiB");
        print(0, 0, process);
        figures.connect(connections);
        CountDownLatch registered = new CountDownLatch(entries);
        figures.clients.forEach(each -> Thread.startVirtualThread(() -> each.read(registered)));
        for (int i = 0; i < entries; i++) {
            figures.clients.get(i % connections).register(i);
        }
        if (!registered.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            throw new IOException(registered.getCount() + " entries are not registered");
        }
        print(entries, connections, process);
        figures.lookUp(entries);
        System.exit(0);
    }

    private void connect(int connections) throws Exception {
        List<Future<Connected>> under = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTING)) {
            for (int i = 0; i < connections; i++) {
                under.add(threads.submit(() -> connect()));
            }
        }
        for (Future<Connected> each : under) {
            clients.add(each.get());
        }
    }

    private Connected connect() throws IOException {
        UUID client = UUID.randomUUID();
        Link link = open();
        link.send(Codec.encode(new Frame.Hello(Frame.VERSION, client, System.currentTimeMillis())));
        if (!(Codec.decode(link.receive()) instanceof Frame.Welcome welcome)) {
            throw new IOException("the mediator does not welcome client " + client);
        }
        return new Connected(link, client, welcome);
    }

    /** On a busy machine, a handshake may take longer than the mediator waits for it. */
    private Link open() throws IOException {
        IOException failure = new IOException("not tried");
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                return links.connect(mediator, CONNECT_MILLIS);
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private void lookUp(int clients) {
        try (Client client = Client.options().keys(keys).mediators(mediator.toString()).withoutListening().connect()) {
            for (int warm = 0; warm < 2; warm++) {
                print("by name", times(i -> client.lookup(Query.all().named("client-" + i % clients)).size()), warm);
                print("by topic", times(i -> client.lookup(Query.all().receives(TopicPattern.parse("lab/" + i % clients
                    + "/x"))).size()), warm);
                print("by pattern of topics", times(i -> client.lookup(Query.all().receives(TopicPattern.parse("*/"
                    + i % clients + "/**"))).size()), warm);
                print("by attribute", times(i -> client.lookup(Query.all().where("number = " + i % clients)).size()),
                    warm);
                print("by range", times(i -> client.lookup(Query.all().where("number > " + (i % clients - 1)
                    + " && number <= " + i % clients)).size()), warm);
            }
        }
    }

    private interface Lookup {
        int found(int number);
    }

    private static long[] times(Lookup lookup) {
        long[] nanos = new long[LOOKUPS];
        for (int i = 0; i < LOOKUPS; i++) {
            long begin = System.nanoTime();
            int found = lookup.found(i * 7919);
            nanos[i] = System.nanoTime() - begin;
            if (found != 1) {
                throw new IllegalStateException("lookup " + i + " has found " + found + " entries");
            }
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private static void print(String what, long[] nanos, int warm) {
        if (warm > 0) {
            System.out.printf("lookup %s: median %.0f us, 99%% %.0f us%n", what, nanos[LOOKUPS / 2] / 1e3,
                nanos[LOOKUPS * 99 / 100] / 1e3);
        }
    }

    private static void print(int entries, int connections, long process) throws IOException, InterruptedException {
        MemoryOf memory = MemoryOf.process(process);
        System.out.printf("%7d  %11d  %12d  %17d%n", entries, connections, memory.residentMiB(), memory.heapMiB());
    }
}
