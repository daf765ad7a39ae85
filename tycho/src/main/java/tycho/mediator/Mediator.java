package tycho.mediator;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import tycho.directory.Change;
import tycho.directory.Directory;
import tycho.directory.Replica;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.link.Acceptor;
import tycho.link.Link;
import tycho.link.Links;
import tycho.link.Tls;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Query;
import tycho.security.Keys;
import tycho.security.Permissions;
import tycho.wire.Packet;

/** A mediator: clients have sessions with it, and it shares its directory with the other mediators. */
final class Mediator implements AutoCloseable {
    private static final long FARTHEST_CLOCK_MILLIS = Duration.ofMinutes(10).toMillis();
    private static final int TURN_MILLIS = 100;
    private static final int TURNS_PER_SECOND = 10;
    private static final int TURNS_PER_DIAGNOSIS = 50;
    private static final int CONNECT_MILLIS = 2_000;
    private static final int REPLICAS_PER_MESSAGE = 200;
    static final int MOST_ENTRIES_OF_CLIENT = 10_000;
    private static final int MOST_SHARING = 32;
    /** The threads that wait for what clients send. */
    private static final int THREADS = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 4);

    private final Configuration configuration;
    private final Log log;
    private final Keys keys;
    private final Permissions permissions;
    private final UUID id = UUID.randomUUID();
    private final Directory directory;
    private final Network network;
    private final Links links;
    private final ServerSocket server;
    private final Map<UUID, Session> sessions = new ConcurrentHashMap<>();
    private final ReentrantLock changes = new ReentrantLock();
    /**
     * Who waits until the other mediators have an entry. When very many clients register at once, the others wait here,
     * where they take less memory than in JGroups.
     */
    private final Semaphore sharing = new Semaphore(MOST_SHARING, true);
    private Map<UUID, Long> renewals = new HashMap<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name("tycho-clock").factory());
    /** The reasons that were logged for each endpoint that cannot be reached. */
    private final Map<Endpoint, Set<String>> unreachable = new ConcurrentHashMap<>();
    private final Traffic traffic = new Traffic(System::nanoTime);
    private int turn;

    private Mediator(Configuration configuration, Log log) throws Exception {
        this.configuration = configuration;
        this.log = log;
        keys = Keys.read(configuration.keys(), "mediator");
        permissions = configuration.permissions().isPresent() ? Permissions.read(configuration.permissions().get())
            : Permissions.all();
        directory = new Directory(System::nanoTime, configuration.mostEntries());
        network = new Network(configuration, keys.mediators(), keys.identity().site(), id, new Others());
        links = new Links(keys.everyone(), THREADS);
        server = Tls.listen(configuration.clients().host(), configuration.clients().port());
    }

    /** Starts a mediator, which serves until it is closed. */
    static Mediator start(Configuration configuration, Log log) throws IOException {
        try {
            Mediator mediator = new Mediator(configuration, log);
            try {
                mediator.network.connect();
            } catch (Exception e) {
                mediator.server.close();
                throw new IOException("cannot open the network of mediators at " + configuration.site() + ": "
                    + e.getMessage(), e);
            }
            Thread.ofVirtual().name("tycho-accept").start(() -> Acceptor.run(mediator.server, "tycho-session",
                mediator::serve, log::say));
            mediator.clock.scheduleWithFixedDelay(mediator::turn, TURN_MILLIS, TURN_MILLIS, TimeUnit.MILLISECONDS);
            log.say("the mediator of the site " + mediator.keys.identity().site() + " serves clients at "
                + mediator.endpoint());
            return mediator;
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the mediator cannot start: " + e.getMessage(), e);
        }
    }

    /** Where clients connect. */
    Endpoint endpoint() {
        return new Endpoint(configuration.clients().host(), server.getLocalPort());
    }

    Network network() {
        return network;
    }

    String site() {
        return keys.identity().site();
    }

    int entries() {
        return directory.size();
    }

    /** How many clients are connected to this mediator. */
    int sessions() {
        return sessions.size();
    }

    /** All entries whose owners have the permission of this site. */
    List<Entry> visible() {
        return find(Query.all(), Integer.MAX_VALUE);
    }

    List<Traffic.Rate> rates() {
        return traffic.rates();
    }

    private void serve(Socket socket) {
        try {
            Link link = links.accept(socket);
            try {
                Session session = greet(link);
                if (session == null) {
                    link.close();
                } else {
                    session.serve();
                }
            } catch (IOException e) {
                link.close();
                throw e;
            }
        } catch (IOException e) {
            log.sayOften("a client was refused: " + e.getMessage());
        }
    }

    /** A session's connection is broken. */
    void ended(Session session, IOException why) {
        session.close();
        sessions.remove(session.client(), session);
        log.say("the session of " + session.owner() + " has ended: " + why.getMessage());
    }

    private Session greet(Link link) throws IOException {
        if (!(Codec.decode(link.receive()) instanceof Frame.Hello hello)) {
            Session.refuse(link, "a session begins with a greeting");
            return null;
        }
        String refusal = null;
        long difference = hello.clock() - System.currentTimeMillis();
        String owner = link.peer().toString();
        if (hello.version() != Frame.VERSION) {
            refusal = "the client speaks version " + hello.version() + " of the protocol, and the mediator version "
                + Frame.VERSION + "; use one version of Tycho on both";
        } else if (Math.abs(difference) > FARTHEST_CLOCK_MILLIS) {
            refusal = "the client's clock is " + Math.abs(difference) / 1000 + " s " + (difference > 0 ? "ahead of"
                : "behind") + " the mediator's; set the clocks";
        } else if (!mayBe(hello.client(), owner)) {
            refusal = anotherOwner(hello.client(), owner);
        }
        if (refusal != null) {
            log.sayOften("refused " + owner + ": " + refusal);
            Session.refuse(link, refusal);
            return null;
        }
        link.longest(configuration.longestMessage() + Codec.OVERHEAD);
        Session session = new Session(this, link, hello.client());
        // First, since other clients reach this one from the moment at which the session is known.
        link.send(Codec.encode(new Frame.Welcome(owner, keys.identity().site(), id, configuration.longestMessage())));
        if (!open(session)) {
            throw new IOException(anotherOwner(hello.client(), owner));
        }
        if (server.isClosed()) {
            session.close(); // close() closes the port first, and may have looked at the sessions before this one came
        }
        return session;
    }

    /** A session takes the place of an earlier one of the same client. Two owners may have come at the same time. */
    private boolean open(Session session) {
        Session before = sessions.putIfAbsent(session.client(), session);
        while (before != null) {
            if (!before.owner().equals(session.owner())) {
                return false;
            }
            if (sessions.replace(session.client(), before, session)) {
                before.close();
                return true;
            }
            before = sessions.putIfAbsent(session.client(), session);
        }
        return true;
    }

    /** Whether neither a session nor an entry of a client belongs to another owner. Everybody can learn an id. */
    private boolean mayBe(UUID client, String owner) {
        Session present = sessions.get(client);
        return (present == null || present.owner().equals(owner))
            && !directory.isOfAnother(client, owner);
    }

    private static String anotherOwner(UUID client, String owner) {
        return "the client " + client + " belongs to another owner, not to " + owner;
    }

    /** Registers an entry; answers why not, or null. */
    String register(Session session, Entry claimed, long version) {
        if (!claimed.client().equals(session.client())) {
            return "the entry '" + claimed.name() + "' belongs to another client";
        }
        // The session's own object of the client's id, so that there are no two.
        Entry entry = claimed.of(session.owner().intern(), keys.identity().site(), session.client());
        String refusal = permissions.refusal(entry);
        if (refusal != null) {
            return refusal;
        }
        Optional<Replica> known = directory.replica(entry.id());
        if (known.isPresent() && !known.get().entry().owner().equals(session.owner())) {
            return "the entry " + entry.id() + " belongs to another owner than " + session.owner();
        }
        if (known.isEmpty()) {
            if (directory.isOfOthersOnly(session.client(), session.owner())) {
                return anotherOwner(session.client(), session.owner());
            }
            if (directory.sizeOfClient(session.client()) >= MOST_ENTRIES_OF_CLIENT) {
                return "the client has " + MOST_ENTRIES_OF_CLIENT + " entries, which is the most; connect another one";
            }
        }
        return share(new Replica(entry, version, false, id), entry.lease().toNanos());
    }

    /** Withdraws an entry; answers why not, or null. */
    String withdraw(Session session, UUID entry, long version) {
        Optional<Replica> known = directory.replica(entry);
        if (known.isEmpty() || !known.get().entry().client().equals(session.client())) {
            return "the entry " + entry + " does not belong to this client";
        }
        return share(new Replica(known.get().entry(), version, true, id), Directory.REMEMBERED_NANOS);
    }

    private String share(Replica replica, long nanos) {
        apply(Map.of(replica, nanos));
        sharing.acquireUninterruptibly();
        try {
            network.tellAllAndConfirm(new MediatorMessage.Replicas(Map.of(replica, nanos)));
            return null;
        } catch (IllegalStateException e) {
            return e.getMessage();
        } finally {
            sharing.release();
        }
    }

    /** Renews leases; answers which entries are not known. */
    List<UUID> renew(Session session, Map<UUID, Long> versions) {
        List<UUID> unknown = new ArrayList<>();
        versions.forEach((entry, version) -> {
            Optional<Replica> known = directory.replica(entry);
            if (known.isPresent() && known.get().entry().client().equals(session.client())
                    && directory.renew(entry, version, id)) {
                changes.lock();
                renewals.put(entry, version);
                changes.unlock();
            } else {
                unknown.add(entry);
            }
        });
        return unknown;
    }

    /** The entries that satisfy a query, and whose owners have the permission of this site for all their topics. */
    List<Entry> find(Query query, int limit) {
        return directory.find(query, entry -> permissions.refusal(entry) == null, limit);
    }

    /** An entry that was found a while ago, as it is now; empty if it is gone, or would not be found any more. */
    Optional<Entry> findAgain(Query query, Entry found) {
        return directory.present(found.id())
            .filter(entry -> query.matches(entry) && permissions.refusal(entry) == null);
    }

    /** Clients of this mediator have published messages. */
    void published(Map<String, Long> messages) {
        traffic.addOwn(messages);
    }

    private void tellTraffic() {
        Map<String, Long> untold = traffic.takeUntold();
        if (!untold.isEmpty()) {
            network.tellAll(new MediatorMessage.Published(untold));
        }
    }

    void relay(UUID from, UUID to, Packet packet) {
        Optional<UUID> mediator = directory.mediatorOf(to);
        if (!deliver(from, to, packet) && mediator.isPresent()) {
            network.tell(mediator.get(), new MediatorMessage.Forward(from, to, packet));
        }
    }

    /** Hands a packet to a client of this mediator; answers whether the client is one. */
    boolean deliver(UUID from, UUID to, Packet packet) {
        Session session = sessions.get(to);
        if (session != null) {
            session.relayed(Codec.encode(new Frame.Relay(from, packet)));
        }
        return session != null;
    }

    /** Does the same with a packet as it came from a client. */
    boolean deliverAsIs(UUID from, UUID to, Packet relay) {
        Session session = sessions.get(to);
        if (session != null) {
            session.relayed(Codec.relay(from, relay));
        }
        return session != null;
    }

    /** Under a lock, so that clients learn the news of an entry in the order in which they happened. */
    void apply(Map<Replica, Long> replicas) {
        changes.lock();
        try {
            replicas.forEach((replica, nanos) -> directory.apply(replica, Math.min(nanos,
                replica.entry().lease().toNanos() + (replica.withdrawn() ? Directory.REMEMBERED_NANOS : 0)))
                .ifPresent(this::tellSessions));
        } finally {
            changes.unlock();
        }
    }

    private void tellSessions(Change change) {
        if (permissions.refusal(change.entry()) == null) {
            sessions.values().forEach(session -> session.happened(change));
        }
    }

    private void turn() {
        try {
            Map<UUID, Long> renewed;
            changes.lock();
            try {
                renewed = renewals;
                renewals = new HashMap<>();
                directory.lapse().forEach(this::tellSessions);
            } finally {
                changes.unlock();
            }
            if (!renewed.isEmpty()) {
                network.tellAll(new MediatorMessage.Renewals(renewed));
            }
            turn++;
            if (turn % TURNS_PER_SECOND == 0) {
                tellTraffic();
                network.lookForLostSites();
                network.tellAll(new MediatorMessage.Digest(directory.digest()));
            }
            if (turn % TURNS_PER_DIAGNOSIS == 1) {
                diagnose();
            }
        } catch (RuntimeException | Error e) {
            log.say("a periodic task of the mediator failed, and is repeated at its next turn: " + e);
        }
    }

    /** Says why configured mediators cannot be reached, once for each reason. */
    private void diagnose() {
        List<Endpoint> missing = new ArrayList<>();
        if (network.others() == 0) {
            missing.addAll(configuration.siteMediators());
        }
        if (network.sites().isEmpty()) {
            missing.addAll(configuration.otherSites());
        }
        missing.remove(configuration.site());
        configuration.bridge().ifPresent(missing::remove);
        unreachable.keySet().retainAll(missing);
        for (Endpoint each : missing) {
            Thread.ofVirtual().start(() -> diagnose(each));
        }
    }

    private void diagnose(Endpoint endpoint) {
        try {
            Tls.reach(keys.mediators(), endpoint, CONNECT_MILLIS);
        } catch (IOException e) {
            if (unreachable.computeIfAbsent(endpoint, key -> ConcurrentHashMap.newKeySet()).add(e.getMessage())) {
                log.say("cannot reach the mediator at " + e.getMessage() + "; the mediator goes on, and tries again");
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        try {
            server.close();
        } catch (IOException e) {
            log.say("the port of the clients could not be closed: " + e.getMessage());
        }
        sessions.values().forEach(Session::close);
        links.close();
        network.close();
    }

    /** What the other mediators say. Answers that may block are left to another thread. */
    private final class Others implements Network.Listener {
        @Override
        public void received(UUID mediator, MediatorMessage message) {
            switch (message) {
                case MediatorMessage.Replicas m -> accept(m.leases());
                case MediatorMessage.Renewals m -> m.versions().forEach((entry, version) ->
                    directory.renew(entry, version, mediator));
                case MediatorMessage.Digest m -> {
                    if (m.digest() != directory.digest()) {
                        later(() -> network.tell(mediator, new MediatorMessage.Versions(directory.versions())));
                    }
                }
                case MediatorMessage.Versions m -> later(() -> compare(mediator, m.versions()));
                case MediatorMessage.Want m -> later(() -> sendReplicas(mediator, m.entries()));
                case MediatorMessage.Published m -> traffic.add(m.messages());
                case MediatorMessage.Forward m -> deliver(m.from(), m.to(), m.packet());
            }
        }

        /** An entry for which there is no room keeps none of the others out, nor news of those that are here. */
        private void accept(Map<Replica, Long> leases) {
            int out = 0;
            String why = "";
            for (Map.Entry<Replica, Long> each : leases.entrySet()) {
                try {
                    apply(Map.of(each.getKey(), each.getValue()));
                } catch (IllegalStateException e) {
                    out++;
                    why = e.getMessage();
                }
            }
            if (out > 0) {
                log.sayOften(out + " entries of another mediator were left out: " + why);
            }
        }

        /** Sends what the other lacks or has in an older version, and asks for the opposite. */
        private void compare(UUID mediator, Map<UUID, Long> theirs) {
            Map<UUID, Long> ours = directory.versions();
            sendReplicas(mediator, ours.keySet().stream()
                .filter(entry -> ours.get(entry) > theirs.getOrDefault(entry, Long.MIN_VALUE)).toList());
            List<UUID> wanted = theirs.keySet().stream()
                .filter(entry -> theirs.get(entry) > ours.getOrDefault(entry, Long.MIN_VALUE)).toList();
            if (!wanted.isEmpty()) {
                network.tell(mediator, new MediatorMessage.Want(wanted));
            }
        }

        private void sendReplicas(UUID mediator, List<UUID> entries) {
            for (int from = 0; from < entries.size(); from += REPLICAS_PER_MESSAGE) {
                Map<Replica, Long> replicas = directory.replicas(entries.subList(from,
                    Math.min(entries.size(), from + REPLICAS_PER_MESSAGE)));
                network.tell(mediator, new MediatorMessage.Replicas(replicas));
            }
        }

        private void later(Runnable work) {
            Thread.ofVirtual().name("tycho-answer").start(work);
        }

        @Override
        public void changed(String what) {
            log.say(what);
            later(() -> network.tellAll(new MediatorMessage.Digest(directory.digest())));
        }
    }
}
