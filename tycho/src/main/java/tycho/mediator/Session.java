package tycho.mediator;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import tycho.directory.Change;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.link.Link;
import tycho.registry.Entry;
import tycho.registry.Query;
import tycho.wire.Packet;
import tycho.wire.WireException;

/** A client that is connected. What the client sends is taken in order; any thread may send to the client. */
final class Session {
    /** What waits for a client that reads slowly. Relayed bytes beyond are dropped: their sender sends them again. */
    private static final long MOST_WAITING_BYTES = 16 << 20;
    private static final int MOST_WATCHES = 1_000;

    private final Mediator mediator;
    private final Link link;
    private final UUID client;
    private final ReentrantLock lock = new ReentrantLock();
    /** Made for the first watch: most clients have none. */
    private Map<Long, Query> watches = Map.of();

    Session(Mediator mediator, Link link, UUID client) {
        this.mediator = mediator;
        this.link = link;
        this.client = client;
    }

    UUID client() {
        return client;
    }

    String owner() {
        return link.peer().toString();
    }

    /** Serves the client until the connection breaks; then this is told. */
    void serve(Consumer<IOException> ended) {
        link.serve(new Link.Receiver() {
            @Override
            public boolean take(Packet packet) throws IOException {
                UUID to = Codec.peerOfRelay(packet);
                return to != null && mediator.deliverAsIs(client, to, packet);
            }

            @Override
            public void takeSlowly(Packet packet) throws IOException {
                handle(Codec.decode(packet));
            }

            @Override
            public void ended(IOException why) {
                ended.accept(why);
            }
        });
    }

    private void handle(Frame frame) throws IOException {
        switch (frame) {
            case Frame.Register f -> answer(f.question(), mediator.register(this, f.entry(), f.version()));
            case Frame.Renew f -> mediator.renew(this, f.versions()).forEach(id -> send(new Frame.Unregistered(id)));
            case Frame.Withdraw f -> answer(f.question(), mediator.withdraw(this, f.entry(), f.version()));
            case Frame.Lookup f -> send(new Frame.Found(f.question(), mediator.find(f.query(),
                Math.clamp(f.limit(), 0, Codec.MOST_ENTRIES))));
            case Frame.Watch f -> watch(f.watch(), f.query());
            case Frame.Unwatch f -> unwatch(f.watch());
            case Frame.Published f -> mediator.published(f.messages());
            case Frame.Relay f -> mediator.relay(client, f.peer(), f.packet());
            default -> throw new WireException(owner() + " sent " + frame.getClass().getSimpleName()
                + ", which only a mediator sends");
        }
    }

    private void answer(long question, String refusal) {
        send(refusal == null ? new Frame.Done(question) : new Frame.Failed(question, refusal));
    }

    /** Under the lock, so that nothing that happens meanwhile is sent before what was there. */
    private void watch(long watch, Query query) throws WireException {
        lock.lock();
        try {
            if (watches.size() >= MOST_WATCHES) {
                throw new WireException(owner() + " has more than " + MOST_WATCHES + " watches");
            }
            if (watches.isEmpty()) {
                watches = new HashMap<>();
            }
            watches.put(watch, query);
            for (Entry entry : mediator.find(query, Codec.MOST_ENTRIES)) {
                send(new Frame.Happened(watch, 0, entry));
            }
            send(new Frame.Settled(watch));
        } finally {
            lock.unlock();
        }
    }

    private void unwatch(long watch) {
        lock.lock();
        try {
            if (watches.containsKey(watch)) {
                watches.remove(watch);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells the client what happened, if the client watches such entries. */
    void happened(Change change) {
        lock.lock();
        try {
            watches.forEach((watch, query) -> {
                if (query.matches(change.entry())) {
                    send(new Frame.Happened(watch, change.news().ordinal(), change.entry()));
                }
            });
        } finally {
            lock.unlock();
        }
    }

    /** Sends a packet of {@link Frame.Relay}. */
    void relayed(Packet relay) {
        link.offerRelayed(relay, MOST_WAITING_BYTES);
    }

    /** A client that does not read what it asked for is disconnected: it must not miss news without knowing. */
    private void send(Frame frame) {
        if (!link.offer(Codec.encode(frame), MOST_WAITING_BYTES)) {
            link.abort();
        }
    }

    void close() {
        link.abort();
    }

    static void refuse(Link link, String reason) {
        link.send(Codec.encode(new Frame.Refused(reason)));
        link.close();
    }
}
