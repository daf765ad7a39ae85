package tycho;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.link.Link;
import tycho.link.Links;
import tycho.link.Tls;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Expression;
import tycho.registry.Query;
import tycho.wire.Packet;

/**
 * A client's session with a mediator. If the mediator is lost, the next one in the list takes its place: it learns all
 * entries and watches anew, and questions without an answer are asked again.
 */
final class Station {
    private static final int CONNECT_MILLIS = 3_000;
    /** If the client knows several mediators, another one is tried after this time, which may answer at once. */
    private static final int HANDSHAKE_MILLIS = 5_000;
    /** A mediator to which very many clients connect at once lets them wait for their turns. */
    private static final int ONLY_HANDSHAKE_MILLIS = 20_000;
    private static final int FIRST_PAUSE_MILLIS = 100;
    private static final int LONGEST_PAUSE_MILLIS = 5_000;
    /** A client that closes while it has no mediator gives itself the time to find another one. */
    private static final int CHANGE_MILLIS = 1_000;

    /** An entry of this client. */
    private record Own(Entry entry, AtomicLong version) {
    }

    private record Question(long number, Frame frame, CompletableFuture<Frame> answer) {
    }

    private final Links links;
    private final List<Endpoint> mediators;
    private final UUID client;
    private final LongSupplier clock;
    private final BiConsumer<UUID, Packet> relayed;
    private final Runnable renewed;
    /** How long the beginning, and each question, waits for a mediator and its answer. */
    private final Duration patience;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, Question> questions = new ConcurrentHashMap<>();
    private final Map<UUID, Own> entries = new ConcurrentHashMap<>();
    private final Map<Long, Watch> watches = new ConcurrentHashMap<>();
    /** A mediator must never have more watches than the client: so the client changes and tells them under a lock. */
    private final ReentrantLock watching = new ReentrantLock();
    private final CountDownLatch welcomed = new CountDownLatch(1);
    private final Thread thread;
    private volatile Link link;
    /** A link on which no mediator has welcomed the client yet. */
    private volatile Link greeting;
    private volatile Frame.Welcome welcome;
    private volatile String trouble;
    private volatile boolean closed;
    private long lastRenewal;

    /**
     * @param relayed  takes what other clients send by way of mediators
     * @param renewed  is called when the session is open again
     * @param patience how long the beginning, and each question, waits for a mediator and its answer
     */
    Station(Links links, List<Endpoint> mediators, UUID client, LongSupplier clock,
            BiConsumer<UUID, Packet> relayed, Runnable renewed, Duration patience) {
        this.links = links;
        this.mediators = mediators;
        this.client = client;
        this.clock = clock;
        this.relayed = relayed;
        this.renewed = renewed;
        this.patience = patience;
        // The patience may end before the first attempt.
        trouble = mediators.getFirst() + ": the handshake and the greeting are not complete yet";
        thread = Thread.ofVirtual().name("tycho-station").unstarted(this::run);
    }

    /** Opens the session; answers the address of this host from which it was opened. */
    String open() throws InterruptedException {
        thread.start();
        if (!welcomed.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            String why = unreachable();
            close();
            throw new TychoException(why + "; the client has given up");
        }
        Link current = link;
        return current == null ? "127.0.0.1" : current.localHost();
    }

    private String unreachable() {
        String why = trouble;
        return "none of the mediators " + mediators + " has answered within " + patience.toMillis()
            + " ms, which is the client's patience" + (why.isEmpty() ? "" : ": " + why);
    }

    String site() {
        return welcome.site();
    }

    String owner() {
        return welcome.owner();
    }

    /** A mediator ends the session of a client that sends a longer message, and the client would send it again. */
    void checkLength(byte[] payload) {
        Objects.requireNonNull(payload, "the payload to send is null; an empty array is a message without content");
        int most = welcome.longestMessage();
        if (payload.length > most) {
            throw new TychoException("the message has " + payload.length + " bytes; the mediator permits " + most
                + " (message.limit in its configuration)");
        }
    }

    /** Why there is no session at present; empty if there is one. */
    String trouble() {
        return trouble;
    }

    private void run() {
        int pause = FIRST_PAUSE_MILLIS;
        int longest = mediators.size() > 1 ? HANDSHAKE_MILLIS : ONLY_HANDSHAKE_MILLIS;
        while (!closed) {
            for (Endpoint mediator : mediators) {
                if (closed) {
                    return;
                }
                try (Link made = greet(mediator, longest)) {
                    pause = FIRST_PAUSE_MILLIS;
                    CompletableFuture<IOException> end = new CompletableFuture<>();
                    serve(made, end);
                    throw end.join();
                } catch (IOException e) {
                    link = null;
                    String message = String.valueOf(e.getMessage());
                    trouble = message.startsWith(mediator.toString()) ? message : mediator + ": " + message;
                }
            }
            try {
                Thread.sleep(ThreadLocalRandom.current().nextInt(pause / 2, pause));
            } catch (InterruptedException e) {
                return;
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    private void serve(Link made, CompletableFuture<IOException> end) {
        made.serve(new Link.Receiver() {
            /** What the program is told may take long. */
            @Override
            public boolean take(Packet packet) throws IOException {
                Frame frame = Codec.decode(packet);
                boolean quick = frame instanceof Frame.Relay || frame instanceof Frame.Done
                    || frame instanceof Frame.Failed || frame instanceof Frame.Found;
                if (quick) {
                    handle(frame);
                }
                return quick;
            }

            @Override
            public void takeSlowly(Packet packet) throws IOException {
                Frame frame = Codec.decode(packet);
                if (made == link) { // a new mediator tells its own news
                    handle(frame);
                }
            }

            @Override
            public void ended(IOException why) {
                end.complete(why);
            }
        });
    }

    private Link greet(Endpoint mediator, int handshakeMillis) throws IOException {
        Link made = links.connect(mediator, CONNECT_MILLIS, handshakeMillis);
        greeting = made;
        try {
            abortIfClosed(made);
            if (!made.peer().mediator()) {
                throw new IOException(mediator + " is " + made.peer() + ", which is not a mediator");
            }
            made.longest(Codec.LONGEST_MESSAGE + Codec.OVERHEAD);
            made.send(Codec.encode(new Frame.Hello(Frame.VERSION, client, clock.getAsLong())));
            switch (Codec.decode(made.receive())) {
                case Frame.Welcome answer -> welcome = answer;
                case Frame.Refused answer -> throw new IOException("the mediator refuses this client: "
                    + answer.reason());
                default -> throw new IOException("the mediator did not answer the greeting of this client");
            }
        } catch (IOException e) {
            made.abort();
            throw new IOException(mediator + ": " + Tls.reason(e), e);
        }
        trouble = "";
        beginWatches(made);
        entries.values().forEach(own -> send(new Frame.Register(0, own.entry(), own.version().incrementAndGet())));
        // In the order in which they were asked: a consumer that was withdrawn may have a successor.
        questions.entrySet().stream().sorted(Map.Entry.comparingByKey())
            .forEach(each -> made.sendFirst(Codec.encode(each.getValue().frame())));
        abortIfClosed(made);
        welcomed.countDown();
        renewed.run();
        return made;
    }

    /** {@link #close} ends only the link that it sees. It is called while the client greets if the client gives up. */
    private void abortIfClosed(Link made) throws IOException {
        if (closed) {
            made.abort();
            throw new IOException("the client is closed");
        }
    }

    private void beginWatches(Link made) {
        watching.lock();
        try {
            link = made;
            watches.forEach((number, watch) -> {
                watch.begun();
                send(new Frame.Watch(number, watch.query()));
            });
        } finally {
            watching.unlock();
        }
    }

    private void handle(Frame frame) {
        switch (frame) {
            case Frame.Done f -> answer(f.question(), f);
            case Frame.Failed f -> answer(f.question(), f);
            case Frame.Found f -> answer(f.question(), f);
            case Frame.Unregistered f -> {
                Own own = entries.get(f.entry());
                if (own != null) {
                    send(new Frame.Register(0, own.entry(), own.version().incrementAndGet()));
                }
            }
            case Frame.Happened f -> {
                Watch watch = watches.get(f.watch());
                if (watch != null) {
                    watch.happened(f.news(), f.entry());
                }
            }
            case Frame.More f -> send(f);
            case Frame.Settled f -> {
                Watch watch = watches.get(f.watch());
                if (watch != null) {
                    watch.settled();
                }
            }
            case Frame.Relay f -> relayed.accept(f.peer(), f.packet());
            default -> trouble = "the mediator sent " + frame.getClass().getSimpleName() + ", which only clients send";
        }
    }

    private void answer(long number, Frame frame) {
        Question question = questions.remove(number);
        if (question != null) {
            question.answer().complete(frame);
        }
    }

    private void send(Frame frame) {
        Link current = link;
        if (current != null && isUrgent(frame)) {
            current.sendFirst(Codec.encode(frame));
        } else if (current != null) {
            current.send(Codec.encode(frame));
        }
    }

    /**
     * Renewals and questions do not wait behind the messages of streams, which may take longer than a lease. But a
     * withdrawal ends streams, so it comes after their last messages.
     */
    private static boolean isUrgent(Frame frame) {
        return !(frame instanceof Frame.Relay || frame instanceof Frame.Withdraw || frame instanceof Frame.Published);
    }

    private void checkOpen() {
        if (closed) {
            throw new TychoException("the client is closed; connect another one");
        }
    }

    /** From now on each new mediator is asked the question, until one answers. */
    private Question begin(LongFunction<Frame> frame) {
        long number = numbers.incrementAndGet();
        Question question = new Question(number, frame.apply(number), new CompletableFuture<>());
        questions.put(number, question);
        send(question.frame());
        return question;
    }

    private Frame ask(LongFunction<Frame> frame) {
        checkOpen();
        Question question = begin(frame);
        try {
            checkOpen();
            Frame answer = question.answer().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (answer instanceof Frame.Failed failed) {
                throw new TychoException("the mediator refuses: " + failed.reason());
            }
            return answer;
        } catch (TimeoutException e) {
            throw new TychoException(unreachable() + "; the client goes on trying", e);
        } catch (ExecutionException e) {
            throw new TychoException("the client was closed while it asked the mediator", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TychoException("interrupted while the mediator was asked", e);
        } finally {
            questions.remove(question.number());
        }
    }

    void register(Entry entry) {
        Own own = new Own(entry, new AtomicLong(1));
        ask(number -> new Frame.Register(number, entry, own.version().get()));
        entries.put(entry.id(), own);
    }

    /** Withdraws an entry. If there is no session, the next mediator is told, and nobody waits for that. */
    void withdraw(UUID entry) {
        Own own = entries.remove(entry);
        if (own != null && link != null) {
            ask(number -> withdrawal(number, own));
        } else if (own != null) {
            begin(number -> withdrawal(number, own));
        }
    }

    private static Frame withdrawal(long number, Own own) {
        return new Frame.Withdraw(number, own.entry().id(), own.version().incrementAndGet());
    }

    /** Withdraws all entries. Waits for the answers, for all together no longer than for one. */
    void withdrawAll() {
        if (closed) {
            return;
        }
        for (UUID entry : List.copyOf(entries.keySet())) {
            Own own = entries.remove(entry);
            if (own != null) {
                begin(number -> withdrawal(number, own));
            }
        }
        CompletableFuture<?>[] answers = questions.values().stream()
            .filter(each -> each.frame() instanceof Frame.Withdraw).map(Question::answer)
            .toArray(CompletableFuture<?>[]::new);
        try {
            long longest = patience.toMillis();
            CompletableFuture.allOf(answers).get(link == null ? Math.min(CHANGE_MILLIS, longest) : longest,
                TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The leases end by themselves.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A query travels as text. A condition that a program has put together may have none that a mediator can read. */
    private static void check(Query query) {
        query.where().ifPresent(condition -> Expression.parse(condition.toString()));
    }

    List<Entry> lookup(Query query, int limit) {
        check(query);
        return ask(number -> new Frame.Lookup(number, query, limit)) instanceof Frame.Found found ? found.entries()
            : List.of();
    }

    Watch watch(Query query, Watch.News news) {
        checkOpen();
        check(query);
        long number = numbers.incrementAndGet();
        Watch watch = new Watch(query, news, () -> unwatch(number));
        watching.lock();
        try {
            if (watches.size() >= Codec.MOST_WATCHES) {
                throw new TychoException("the client has " + watches.size() + " watches, and a mediator permits "
                    + Codec.MOST_WATCHES + " (Client.watch, and one for each pattern of a producer): use patterns with"
                    + " '**', which cover several topics, or connect another client");
            }
            watches.put(number, watch);
            send(new Frame.Watch(number, query));
        } finally {
            watching.unlock();
        }
        return watch;
    }

    private void unwatch(long number) {
        watching.lock();
        try {
            if (watches.remove(number) != null) {
                send(new Frame.Unwatch(number));
            }
        } finally {
            watching.unlock();
        }
    }

    void relay(UUID peer, Packet packet) {
        send(new Frame.Relay(peer, packet));
    }

    /** Tells the mediator how many messages were published. What it cannot be told now, it is told later. */
    void published(Published counts) {
        if (link != null) {
            Map<String, Long> messages = counts.take();
            if (!messages.isEmpty()) {
                send(new Frame.Published(messages));
            }
        }
    }

    /** Whether nothing waits to be sent to the mediator. */
    boolean idle() {
        Link current = link;
        return current != null && current.idle();
    }

    /** Renews the leases of which a third is over. To be called now and then. */
    void tick(long now) {
        watches.values().forEach(watch -> watch.tick(now));
        long shortest = entries.values().stream().mapToLong(own -> own.entry().lease().toNanos()).min()
            .orElse(Long.MAX_VALUE);
        if (entries.isEmpty() || now - lastRenewal < shortest / 3) {
            return;
        }
        lastRenewal = now;
        Map<UUID, Long> versions = new LinkedHashMap<>();
        entries.forEach((id, own) -> versions.put(id, own.version().incrementAndGet()));
        List<UUID> ids = new ArrayList<>(versions.keySet());
        for (int from = 0; from < ids.size(); from += 500) {
            Map<UUID, Long> part = new HashMap<>();
            ids.subList(from, Math.min(ids.size(), from + 500)).forEach(id -> part.put(id, versions.get(id)));
            send(new Frame.Renew(part));
        }
    }

    void close() {
        closed = true;
        thread.interrupt();
        questions.values().forEach(question -> question.answer().completeExceptionally(new IOException("closed")));
        Link current = link;
        Link unfinished = greeting;
        if (current != null) {
            current.close();
        } else if (unfinished != null) {
            unfinished.abort();
        }
    }
}
