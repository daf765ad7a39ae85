package tycho;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.frame.PeerFrame;
import tycho.link.Acceptor;
import tycho.link.Link;
import tycho.link.Links;
import tycho.link.Tls;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Query;
import tycho.wire.Packet;

/** The other clients with which a client has streams, and the connections with them. */
final class Peers implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2_000;
    private static final Logger LOG = System.getLogger("tycho");

    private final UUID client;
    private final Links links;
    private final Station station;
    private final BiConsumer<Peer, PeerFrame> received;
    private final Map<UUID, Peer> peers = new ConcurrentHashMap<>();
    /** Where peers listen, and who they must be there. */
    private final Map<UUID, Entry> known = new ConcurrentHashMap<>();
    private volatile ServerSocket server;
    private volatile boolean closed;

    Peers(UUID client, Links links, Station station, BiConsumer<Peer, PeerFrame> received) {
        this.client = client;
        this.links = links;
        this.station = station;
        this.received = received;
    }

    /** Lets others connect; answers the port. */
    int listen(String host, int port) throws IOException {
        ServerSocket listening = Tls.listen(host, port);
        server = listening;
        Thread.ofVirtual().name("tycho-direct").start(() -> Acceptor.run(listening, "tycho-accepted", this::accept,
            why -> LOG.log(Level.WARNING, why + "; until then, other clients reach this one through mediators")));
        return listening.getLocalPort();
    }

    /** The client of an entry, which is now known to be the entry's owner. */
    Peer of(Entry entry) {
        Peer peer = of(entry.client());
        known.put(entry.client(), entry);
        return peer;
    }

    Peer of(UUID other) {
        Peer peer = peers.get(other); // first, because this takes no lock of the map
        while (peer == null || !peer.sought()) {
            peer = peers.computeIfAbsent(other, id -> new Peer(id, station));
        }
        return peer;
    }

    /** Takes in a frame that mediators have relayed. */
    void relayed(UUID from, Packet packet) {
        try {
            received.accept(of(from), Codec.decodePeer(packet));
        } catch (IOException e) {
            // A mediator hands on what another client sends. What is malformed concerns nobody else.
        }
    }

    void newPaths() {
        peers.values().stream().filter(peer -> !peer.isDirect()).forEach(Peer::newPath);
    }

    /** Connects to peers that can be reached, and forgets those that were not used for a while. */
    void tick(long now) {
        for (Peer peer : List.copyOf(peers.values())) {
            peers.computeIfPresent(peer.client(), (id, present) -> {
                if (!present.forgetIfUnused(now)) {
                    return present;
                }
                known.remove(id);
                return null;
            });
            Entry entry = known.get(peer.client());
            if (entry != null && !entry.endpoints().isEmpty() && peer.shallDial(now)) {
                Thread.ofVirtual().name("tycho-dial").start(() -> dial(peer, entry));
            }
        }
    }

    private void dial(Peer peer, Entry entry) {
        try {
            for (Endpoint endpoint : entry.endpoints()) {
                Link link;
                try {
                    link = links.connect(endpoint, CONNECT_MILLIS);
                } catch (IOException e) {
                    // Mediators relay until the peer can be reached.
                    continue;
                }
                if (greet(link, peer, entry)) {
                    serve(link, peer);
                    return;
                }
                link.abort();
            }
        } finally {
            peer.dialled();
        }
    }

    private boolean greet(Link link, Peer peer, Entry entry) {
        try {
            if (!link.peer().toString().equals(entry.owner())) {
                return false;
            }
            link.longest(Codec.LONGEST_MESSAGE + Codec.OVERHEAD);
            link.send(Codec.encode(new PeerFrame.Greet(Frame.VERSION, client, peer.client())));
            return Codec.decodePeer(link.receive()) instanceof PeerFrame.Greeted;
        } catch (IOException e) {
            return false;
        }
    }

    private void accept(Socket socket) {
        try {
            Link link = links.accept(socket);
            if (!accept(link)) {
                link.close();
            }
        } catch (IOException e) {
            // A stranger gets nothing, not even a reason.
        }
    }

    private boolean accept(Link link) {
        try {
            if (Codec.decodePeer(link.receive()) instanceof PeerFrame.Greet greet && greet.to().equals(client)
                    && greet.version() == Frame.VERSION && owns(link.peer().toString(), greet.from())) {
                link.longest(Codec.LONGEST_MESSAGE + Codec.OVERHEAD);
                link.send(Codec.encode(new PeerFrame.Greeted()));
                serve(link, of(greet.from()));
                return true;
            }
        } catch (IOException | TychoException e) {
            // As above.
        }
        return false;
    }

    /** Whether a certificate belongs to the owner of a client, as the registry knows it. */
    private boolean owns(String identity, UUID other) {
        Entry entry = known.get(other);
        List<Entry> entries = new ArrayList<>(entry != null ? List.of(entry)
            : station.lookup(Query.all().client(other), 1));
        return entries.stream().anyMatch(each -> each.owner().equals(identity));
    }

    private void serve(Link link, Peer peer) {
        peer.connected(link);
        if (closed) {
            // Whoever closes may have looked before.
            link.abort();
        }
        link.serve(new Link.Receiver() {
            @Override
            public boolean take(Packet packet) throws IOException {
                received.accept(peer, Codec.decodePeer(packet));
                return true;
            }

            @Override
            public void takeSlowly(Packet packet) throws IOException {
                take(packet);
            }

            @Override
            public void ended(IOException why) {
                peer.disconnected(link);
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        ServerSocket current = server;
        if (current != null) {
            try {
                current.close();
            } catch (IOException e) {
                // Nothing is lost with it.
            }
        }
        peers.values().forEach(Peer::close);
    }
}
