package tycho;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import tycho.frame.Codec;
import tycho.frame.PeerFrame;
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
 * A program's connection with a mediator. It registers producers and consumers there, and finds the entries of others.
 * A program needs one client, which any number of threads may use.
 * <pre>
 * try (Client client = Client.options().connect();
 *         Producer producer = client.producer("thermometer").publishes("lab/*&#47;temperature").open();
 *         Consumer consumer = client.consumer("display").subscribes("lab/**").open()) {
 *     producer.awaitConsumers("lab/12/temperature", 1, Duration.ofSeconds(10));
 *     producer.publish("lab/12/temperature", "21.5".getBytes());
 *     Message message = consumer.receive(Duration.ofSeconds(10)).orElseThrow();
 * }
 * </pre>
 */
public final class Client implements AutoCloseable {
    private static final Logger LOG = System.getLogger("tycho");
    private static final int TICK_MILLIS = 50;
    private static final int TICKS_PER_COUNT = 20;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final int CAPACITY = 1024;

    private final UUID id = UUID.randomUUID();
    private final Links links;
    private final Station station;
    private final Peers peers;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final Map<UUID, OutStream> outgoing = new ConcurrentHashMap<>();
    private final InStreams incoming = new InStreams();
    private final Map<UUID, Consumer> consumers = new ConcurrentHashMap<>();
    private final Set<Producer> producers = ConcurrentHashMap.newKeySet();
    private final Published published = new Published();
    private int ticks;
    /** Why the periodic task has failed last. Only the clock uses it. */
    private String failure = "";
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
        Thread.ofVirtual().name("tycho-clock").factory());

    private Client(Options options) {
        try {
            Keys keys = Keys.read(options.keys, options.name);
            links = new Links(keys.everyone(), 1);
            List<Peers> late = new ArrayList<>(1);
            station = new Station(links, options.mediators, id, options.wallClock,
                (from, packet) -> late.getFirst().relayed(from, packet), () -> late.getFirst().newPaths(),
                options.patience);
            peers = new Peers(id, links, station, this::received);
            late.add(peers);
        } catch (IOException e) {
            throw cannotStart(e);
        }
        String host = open();
        if (options.listen) {
            String own = options.host.orElse(host);
            try {
                int port = peers.listen(own, options.port);
                endpoints.add(options.advertised.orElseGet(() -> new Endpoint(own, port)));
            } catch (IOException e) {
                vanish();
                throw cannotStart(e);
            }
        }
        clock.scheduleWithFixedDelay(this::turn, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static TychoException cannotStart(IOException e) {
        return new TychoException("the client cannot start: " + e.getMessage(), e);
    }

    private String open() {
        try {
            return station.open();
        } catch (TychoException e) {
            links.close();
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            station.close();
            links.close();
            throw new TychoException("interrupted while a mediator was sought", e);
        }
    }

    /**
     * Describes how to connect. Without any option, a client connects to the mediator of this host at
     * {@code 127.0.0.1:7411}.
     *
     * @return new options, which can be changed before {@link Options#connect}
     */
    public static Options options() {
        return new Options();
    }

    /**
     * The owner of the client's certificate.
     *
     * @return {@code name@site}
     */
    public String owner() {
        return station.owner();
    }

    /**
     * Why the client is not connected with any mediator at present. The client goes on trying. Meanwhile streams that
     * go over a connection between two clients continue.
     *
     * @return the reason, with the mediator's address; empty while the client is connected
     */
    public Optional<String> trouble() {
        return Optional.of(station.trouble()).filter(each -> !each.isEmpty());
    }

    /**
     * Looks up entries in the registry. Only entries whose owners have the permissions of this client's site are found.
     * A mediator ends its answer after 10,000 entries, and also when the entries have 8 MiB together. A watch has no
     * such limit.
     *
     * @param query says which entries
     * @return the entries of all sites that satisfy the query, as many as an answer may have
     * @throws TychoException if no mediator answers, or if 1,000 lookups of this client wait for their answers already
     */
    public List<Entry> lookup(Query query) {
        return station.lookup(query, Codec.MOST_ENTRIES);
    }

    /**
     * Tells the program which entries arrive and which depart. The watch begins with all entries that are there
     * already, however many they are.
     *
     * @param query says which entries
     * @param news  is called for each arrival and departure
     * @return the watch, which ends when it is closed
     * @throws TychoException if the client has 1,000 watches already: a producer needs one for each of its patterns
     */
    public Watch watch(Query query, Watch.News news) {
        return station.watch(query, news);
    }

    /**
     * Describes a producer, which is registered when it is opened.
     *
     * @param name the producer's name, of 1 to 128 characters; several producers may have the same name
     * @return the description
     */
    public ProducerOptions producer(String name) {
        return new ProducerOptions(this, name);
    }

    /**
     * Describes a consumer, which is registered when it is opened.
     *
     * @param name the consumer's name, of 1 to 128 characters; several consumers may have the same name
     * @return the description
     */
    public ConsumerOptions consumer(String name) {
        return new ConsumerOptions(this, name);
    }

    Station station() {
        return station;
    }

    Published published() {
        return published;
    }

    Peers peers() {
        return peers;
    }

    int incomingStreams() {
        return incoming.all().size();
    }

    void add(OutStream stream) {
        outgoing.put(stream.id(), stream);
    }

    void remove(OutStream stream) {
        outgoing.remove(stream.id());
    }

    private Entry entry(String name, Kind kind, Collection<TopicPattern> publishes, Collection<TopicPattern> subscribes,
            Delivery delivery, WhenFull whenFull, int capacity, SortedMap<String, String> attributes, Duration lease) {
        return new Entry(UUID.randomUUID(), name, kind, station.owner(), station.site(), id, endpoints,
            List.copyOf(publishes), List.copyOf(subscribes), delivery, whenFull, capacity, attributes, lease);
    }

    Producer open(ProducerOptions options) {
        Producer producer = new Producer(this, entry(options.name, Kind.PRODUCER, options.topics, List.of(),
            Delivery.AT_MOST_ONCE, WhenFull.BLOCK, CAPACITY, options.attributes, options.lease), options.patience);
        station.register(producer.entry());
        producers.add(producer);
        try {
            producer.start();
        } catch (TychoException e) {
            producer.close();
            throw e;
        }
        return producer;
    }

    Consumer open(ConsumerOptions options) {
        Consumer consumer = new Consumer(this, entry(options.name, Kind.CONSUMER, List.of(), options.topics,
            options.delivery, options.whenFull, options.capacity, options.attributes, options.lease));
        consumers.put(consumer.entry().id(), consumer);
        try {
            station.register(consumer.entry());
        } catch (TychoException e) {
            consumers.remove(consumer.entry().id());
            throw e;
        }
        return consumer;
    }

    void closed(Producer producer) {
        if (producers.remove(producer)) {
            withdraw(producer.entry());
        }
    }

    void closed(Consumer consumer) {
        if (end(consumer)) {
            withdraw(consumer.entry());
        }
    }

    /** Ends the streams of a consumer; answers whether nobody has done so before. */
    private boolean end(Consumer consumer) {
        boolean was = consumers.remove(consumer.entry().id()) != null;
        incoming.forgetLost(consumer);
        for (InStreams.Incoming each : incoming.all()) {
            if (each.consumer() == consumer) {
                incoming.remove(each.stream().id());
                each.stream().end("the consumer is closed");
            }
        }
        return was;
    }

    /** If no mediator can be told, the entry's lease ends by itself. */
    private void withdraw(Entry entry) {
        try {
            station.withdraw(entry.id());
        } catch (TychoException e) {
            // As said above.
        }
    }

    private void received(Peer peer, PeerFrame frame) {
        switch (frame) {
            case PeerFrame.Open f -> opened(peer, f);
            case PeerFrame.Data f -> toStream(peer, f.stream(), f.back(), f);
            case PeerFrame.Ack f -> toStream(peer, f.stream(), f.back(), f);
            case PeerFrame.Probe f -> toStream(peer, f.stream(), f.back(), f);
            case PeerFrame.Closed f -> toStream(peer, f.stream(), f.back(), f);
            case PeerFrame.Greet f -> { }
            case PeerFrame.Greeted f -> { }
        }
    }

    private void toStream(Peer peer, UUID stream, boolean back, PeerFrame frame) {
        if (back) {
            OutStream out = outgoing.get(stream);
            if (out == null && frame instanceof PeerFrame.Probe) {
                // The producer has closed the stream, and the other end has not heard that.
                peer.send(new PeerFrame.Closed(stream, false, ""));
            } else if (out != null && out.consumer().client().equals(peer.client())) {
                out.handle(frame);
            }
            return;
        }
        InStreams.Incoming in = incoming.get(stream);
        if (in == null || !in.stream().peer().isSame(peer)) {
            return;
        }
        switch (frame) {
            case PeerFrame.Data data -> in.consumer().arrive(in.stream(), data).ifPresent(reason -> {
                peer.send(new PeerFrame.Closed(stream, true, reason));
                end(in, reason);
            });
            case PeerFrame.Ack ack -> in.stream().acknowledged(ack);
            case PeerFrame.Probe probe -> in.stream().sendAck();
            case PeerFrame.Closed end -> end(in, end.reason());
            default -> { }
        }
    }

    private void refuse(InStreams.Incoming in, String reason) {
        in.stream().end(reason);
        end(in, "");
    }

    private void end(InStreams.Incoming in, String reason) {
        incoming.remove(in.stream().id());
        in.stream().close();
        in.consumer().end(in.stream(), reason);
    }

    /** A new stream is taken in when the registry says that the client at its other end has the producer's entry. */
    private void opened(Peer peer, PeerFrame.Open open) {
        InStreams.Incoming known = incoming.get(open.stream());
        if (open.back()) {
            toStream(peer, open.stream(), true, open);
        } else if (known != null) {
            if (known.stream().peer().isSame(peer)) {
                known.stream().sendAck();
            }
        } else if (!consumers.containsKey(open.consumer())) {
            peer.send(new PeerFrame.Closed(open.stream(), true, "there is no such consumer"));
        } else if (incoming.begin(open.stream())) {
            Thread.ofVirtual().name("tycho-open").start(() -> {
                try {
                    accept(peer, open);
                } catch (TychoException e) {
                    // The producer asks again.
                } finally {
                    incoming.done(open.stream());
                }
            });
        }
    }

    private void accept(Peer peer, PeerFrame.Open open) {
        Consumer consumer = consumers.get(open.consumer());
        for (Entry producer : station.lookup(Query.all().id(open.producer()), 1)) {
            if (consumer != null && producer.client().equals(peer.client())) {
                InStream stream = incoming.takeLost(open.stream(), producer, consumer);
                if (stream == null) {
                    stream = new InStream(open, producer, consumer.entry(), peers.of(producer));
                } else {
                    stream.goOn(peers.of(producer));
                }
                consumer.open(stream);
                InStreams.Incoming in = new InStreams.Incoming(stream, consumer);
                incoming.put(in).forEach(each -> refuse(each, "the producer has opened another stream"));
                stream.sendAck();
                if (consumers.get(open.consumer()) != consumer) {
                    // The consumer was closed meanwhile, and this stream may have come too late for that.
                    refuse(in, "the consumer is closed");
                }
            }
        }
    }

    /** A process that is killed closes no stream, and a frame that closes one may be lost. */
    private void lookFor(InStreams.Incoming in, long now) {
        Thread.ofVirtual().name("tycho-seek").start(() -> {
            try {
                Entry producer = in.stream().producer();
                boolean known = station.lookup(Query.all().id(producer.id()), 1).stream()
                    .anyMatch(each -> each.client().equals(producer.client()));
                if (in.stream().isGone(known)) {
                    // In this order, because a producer that comes back at once goes on with a stream that is lost.
                    in.consumer().end(in.stream(), "");
                    incoming.lose(in, now);
                    if (consumers.get(in.consumer().entry().id()) != in.consumer()) {
                        // The consumer was closed meanwhile, and its streams may have been forgotten before.
                        incoming.forgetLost(in.consumer());
                    }
                }
            } catch (TychoException e) {
                // Nothing is known without a mediator. The next turn tries again.
            }
        });
    }

    /** A failure would end the clock, and with it all leases: nobody would renew them. */
    private void turn() {
        try {
            tick(System.nanoTime());
        } catch (RuntimeException e) {
            if (!e.toString().equals(failure)) {
                failure = e.toString();
                LOG.log(Level.WARNING, "a periodic task of the client failed, and is repeated at its next turn", e);
            }
        }
    }

    void tick(long now) {
        station.tick(now);
        peers.tick(now);
        producers.forEach(producer -> producer.tick(now));
        outgoing.values().forEach(stream -> stream.tick(now));
        for (InStreams.Incoming each : incoming.all()) {
            if (each.stream().tick(now)) {
                lookFor(each, now);
            }
        }
        incoming.tick(now);
        ticks++;
        if (ticks % TICKS_PER_COUNT == 0) {
            station.published(published);
        }
    }

    /**
     * Withdraws all producers and consumers, and ends the session. If no mediator can be told, the leases end by
     * themselves. The client waits for the mediator no longer than its patience, and about a second if there is none.
     */
    @Override
    public void close() {
        for (Producer each : List.copyOf(producers)) {
            each.end();
            producers.remove(each);
        }
        for (Consumer each : List.copyOf(consumers.values())) {
            each.end();
            end(each);
        }
        station.withdrawAll();
        clock.shutdownNow();
        peers.close();
        station.close();
        links.close();
    }

    /** Ends everything at once without telling anybody, as the end of the process would. */
    void vanish() {
        clock.shutdownNow();
        station.close();
        peers.close();
        links.close();
    }

    /** How a client connects. Not thread-safe. */
    public static final class Options {
        private Path keys = Keys.usualFolder();
        private String name = "client";
        private List<Endpoint> mediators = List.of(new Endpoint("127.0.0.1", 7411));
        private boolean listen = true;
        private Optional<String> host = Optional.empty();
        private int port;
        private Optional<Endpoint> advertised = Optional.empty();
        private Duration patience = Duration.ofSeconds(10);
        private LongSupplier wallClock = System::currentTimeMillis;

        private Options() {
        }

        /**
         * Sets the folder with the client's key and the certificate of the authority. The default is
         * {@code ~/.config/tycho}.
         *
         * @param folder a folder with {@code NAME.p12} and {@code ca.pem}
         * @return these options
         */
        public Options keys(Path folder) {
            keys = folder;
            return this;
        }

        /**
         * Sets the name of the key that the client uses. The default is {@code client}.
         *
         * @param newName the name that was given to {@code mediator --issue}
         * @return these options
         */
        public Options name(String newName) {
            name = newName;
            return this;
        }

        /**
         * Sets the mediators of the client's site. The client connects with one of them, and with another one when that
         * mediator is lost. The default is {@code 127.0.0.1:7411}.
         *
         * @param hostsAndPorts {@code host:port} of each
         * @return these options
         */
        public Options mediators(String... hostsAndPorts) {
            if (hostsAndPorts.length == 0) {
                throw new IllegalArgumentException("mediators has no address; name at least one mediator as HOST:PORT");
            }
            mediators = List.of(hostsAndPorts).stream().map(Endpoint::parse).toList();
            return this;
        }

        /**
         * Lets no other client connect to this client. Streams then go over a connection that this client has made, or
         * through mediators.
         *
         * @return these options
         */
        public Options withoutListening() {
            listen = false;
            return this;
        }

        /**
         * Sets the address at which the client listens for other clients. By default it listens at the address from
         * which it reaches its mediator, at a free port.
         *
         * @param newHost a name or address of this host
         * @param newPort the port; 0 takes a free port
         * @return these options
         */
        public Options listenAt(String newHost, int newPort) {
            if (newHost.isEmpty() || newHost.length() > Endpoint.LONGEST_HOST) {
                throw new IllegalArgumentException("the host to listen at has " + newHost.length() + " characters; it"
                    + " must be a name or address of this host, of 1 to " + Endpoint.LONGEST_HOST + " characters");
            }
            if (newPort < 0 || newPort > 0xffff) {
                throw new IllegalArgumentException("the port to listen at is " + newPort + "; it must be 1 to 65535, or"
                    + " 0 for a free port");
            }
            host = Optional.of(newHost);
            port = newPort;
            return this;
        }

        /**
         * Sets the address at which other clients reach this client, if it differs from the address at which this
         * client listens, for example behind a router that translates addresses.
         *
         * @param hostAndPort {@code host:port}
         * @return these options
         */
        public Options reachedAt(String hostAndPort) {
            advertised = Optional.of(Endpoint.parse(hostAndPort));
            return this;
        }

        /**
         * Sets how long {@link #connect} waits for a mediator, and how long the client later waits for the answer to
         * each question that it asks a mediator. The default is 10 seconds.
         *
         * @param longest the time
         * @return these options
         */
        public Options patience(Duration longest) {
            if (longest.isNegative() || longest.isZero()) {
                throw new IllegalArgumentException("the patience of the client is " + longest.toMillis()
                    + " ms; it must be longer than 0");
            }
            patience = longest;
            return this;
        }

        Options wallClock(LongSupplier newClock) {
            wallClock = newClock;
            return this;
        }

        /**
         * Connects.
         *
         * @return the client
         * @throws TychoException if no mediator accepts the client in time, or the keys cannot be read
         */
        public Client connect() {
            return new Client(this);
        }
    }

    /** The description of a producer. Each method returns the same description. Not thread-safe. */
    public static final class ProducerOptions {
        private final Client client;
        private final String name;
        private final List<TopicPattern> topics = new ArrayList<>();
        private final SortedMap<String, String> attributes = new TreeMap<>();
        private Duration lease = LEASE;
        private Duration patience = Duration.ofSeconds(30);

        private ProducerOptions(Client client, String name) {
            this.client = client;
            this.name = name;
        }

        /**
         * Adds topics to which the producer sends messages.
         *
         * @param patterns topics, or patterns of topics: see {@link TopicPattern}; an entry has at most 256
         * @return this description
         */
        public ProducerOptions publishes(String... patterns) {
            List.of(patterns).forEach(pattern -> topics.add(TopicPattern.parse(pattern)));
            return this;
        }

        /**
         * Adds an attribute, for which queries can ask.
         *
         * @param attribute the name of the attribute: a letter, then letters, digits, {@code . _ -}
         * @param value     its value, of at most 1024 characters
         * @return this description
         */
        public ProducerOptions attribute(String attribute, String value) {
            attributes.put(attribute, value);
            return this;
        }

        /**
         * Sets how long the entry stays after the client is lost. The default is 30 seconds.
         *
         * @param time at least 1 millisecond, and at most 24 hours
         * @return this description
         */
        public ProducerOptions lease(Duration time) {
            lease = time;
            return this;
        }

        /**
         * Sets how long a message waits for room in the queue of a consumer with the policy {@code BLOCK}. The default
         * is 30 seconds.
         *
         * @param longest the time
         * @return this description
         */
        public ProducerOptions patience(Duration longest) {
            patience = longest;
            return this;
        }

        /**
         * Registers the producer.
         *
         * @return the producer
         * @throws TychoException           if no mediator answers, a topic is not permitted, or the client would have
         *                                  more than 1,000 watches: a producer needs one for each of its patterns
         * @throws IllegalArgumentException if a value is out of its range
         */
        public Producer open() {
            return client.open(this);
        }
    }

    /** The description of a consumer. Each method returns the same description. Not thread-safe. */
    public static final class ConsumerOptions {
        private final Client client;
        private final String name;
        private final List<TopicPattern> topics = new ArrayList<>();
        private final SortedMap<String, String> attributes = new TreeMap<>();
        private Duration lease = LEASE;
        private Delivery delivery = Delivery.AT_MOST_ONCE;
        private WhenFull whenFull = WhenFull.BLOCK;
        private int capacity = CAPACITY;

        private ConsumerOptions(Client client, String name) {
            this.client = client;
            this.name = name;
        }

        /**
         * Adds topics whose messages the consumer receives.
         *
         * @param patterns topics, or patterns of topics: see {@link TopicPattern}; an entry has at most 256
         * @return this description
         */
        public ConsumerOptions subscribes(String... patterns) {
            List.of(patterns).forEach(pattern -> topics.add(TopicPattern.parse(pattern)));
            return this;
        }

        /**
         * Adds an attribute, for which queries can ask.
         *
         * @param attribute the name of the attribute: a letter, then letters, digits, {@code . _ -}
         * @param value     its value, of at most 1024 characters
         * @return this description
         */
        public ConsumerOptions attribute(String attribute, String value) {
            attributes.put(attribute, value);
            return this;
        }

        /**
         * Sets how long the entry stays after the client is lost. The default is 30 seconds.
         *
         * @param time at least 1 millisecond, and at most 24 hours
         * @return this description
         */
        public ConsumerOptions lease(Duration time) {
            lease = time;
            return this;
        }

        /**
         * Sets how often a message may arrive. The default is at most once.
         *
         * @param guarantee the guarantee; with {@code AT_LEAST_ONCE} the program acknowledges each message
         * @return this description
         */
        public ConsumerOptions delivery(Delivery guarantee) {
            delivery = guarantee;
            return this;
        }

        /**
         * Sets what happens when the queue for a producer is full. By default the producer waits.
         *
         * @param policy the policy
         * @return this description
         */
        public ConsumerOptions whenFull(WhenFull policy) {
            whenFull = policy;
            return this;
        }

        /**
         * Sets how many messages of each producer may wait in this consumer's queue. The default is 1024. The messages
         * of a queue also have at most 4 MiB together, unless one message alone is longer.
         *
         * @param messages 1 to 65536
         * @return this description
         */
        public ConsumerOptions capacity(int messages) {
            capacity = messages;
            return this;
        }

        /**
         * Registers the consumer.
         *
         * @return the consumer
         * @throws TychoException           if no mediator answers, or a topic is not permitted
         * @throws IllegalArgumentException if a value is out of its range
         */
        public Consumer open() {
            return client.open(this);
        }
    }
}
