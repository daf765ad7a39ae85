package tycho.mediator;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
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
    /** So many bytes of the entries with which watches begin are sent before the client asks for more. */
    private static final long PAGE_BYTES = 1 << 20;

    private final Mediator mediator;
    private final Link link;
    private final UUID client;
    private final ReentrantLock lock = new ReentrantLock();
    /** Made for the first watch: most clients have none. */
    private Map<Long, Query> watches = Map.of();
    /** The watches that have not sent all entries with which they begin. The first of them sends its entries now. */
    private SequencedSet<Long> beginning = Collections.emptySortedSet();
    /** What the first of {@link #beginning} has not sent yet; null before it has sent anything. */
    private Iterator<Entry> rest;
    /** What the client sends again when it has taken the last page; before that, no other is sent. Null if none was. */
    private Frame.More awaited;

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
            case Frame.Lookup f -> send(Codec.found(f.question(), mediator.find(f.query(),
                Math.clamp(f.limit(), 0, Codec.MOST_ENTRIES))));
            case Frame.Watch f -> watch(f.watch(), f.query());
            case Frame.Unwatch f -> unwatch(f.watch());
            case Frame.More f -> sendMore(f);
            case Frame.Published f -> mediator.published(f.messages());
            case Frame.Relay f -> mediator.relay(client, f.peer(), f.packet());
            default -> throw new WireException(owner() + " sent " + frame.getClass().getSimpleName()
                + ", which only a mediator sends");
        }
    }

    private void answer(long question, String refusal) {
        send(refusal == null ? new Frame.Done(question) : new Frame.Failed(question, refusal));
    }

    private void watch(long watch, Query query) throws WireException {
        lock.lock();
        try {
            if (watches.size() >= Codec.MOST_WATCHES && !watches.containsKey(watch)) {
                throw new WireException(owner() + " has more than " + Codec.MOST_WATCHES + " watches");
            }
            if (watches.isEmpty()) {
                watches = new HashMap<>();
                beginning = new LinkedHashSet<>();
            }
            watches.put(watch, query);
            beginning.add(watch);
            if (awaited == null) {
                sendPage();
            }
        } finally {
            lock.unlock();
        }
    }

    private void sendMore(Frame.More more) {
        lock.lock();
        try {
            if (more.equals(awaited)) {
                awaited = null;
                sendPage();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends entries with which watches begin, until there are none left, or until they are a page. An entry may have
     * changed or gone since it was found. So it is looked up again, under the lock: what happens to it later is then
     * told later as well.
     */
    private void sendPage() {
        long bytes = 0;
        while (!beginning.isEmpty()) {
            long watch = beginning.getFirst();
            Query query = watches.get(watch);
            if (rest == null) {
                rest = mediator.find(query, Integer.MAX_VALUE).iterator();
            }
            while (rest.hasNext()) {
                if (bytes >= PAGE_BYTES) {
                    awaited = new Frame.More(watch);
                    send(awaited);
                    return;
                }
                Entry entry = mediator.findAgain(query, rest.next()).orElse(null);
                if (entry != null) {
                    bytes += send(new Frame.Happened(watch, 0, entry));
                }
            }
            send(new Frame.Settled(watch));
            beginning.removeFirst();
            rest = null;
        }
    }

    private void unwatch(long watch) {
        lock.lock();
        try {
            if (watches.containsKey(watch)) {
                watches.remove(watch);
                if (!beginning.isEmpty() && beginning.getFirst() == watch) {
                    rest = null;
                }
                beginning.remove(watch);
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

    /**
     * A client that does not read what it asked for is disconnected: it must not miss news without knowing.
     *
     * @return the length of the frame in bytes
     */
    private long send(Frame frame) {
        return send(Codec.encode(frame));
    }

    private long send(Packet packet) {
        if (!link.offer(packet, MOST_WAITING_BYTES)) {
            link.abort();
        }
        return packet.length();
    }

    void close() {
        link.abort();
    }

    static void refuse(Link link, String reason) {
        link.send(Codec.encode(new Frame.Refused(reason)));
        link.close();
    }
}
