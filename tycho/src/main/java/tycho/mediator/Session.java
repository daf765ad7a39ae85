package tycho.mediator;

import java.io.IOException;
import java.util.UUID;
import tycho.directory.Change;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.link.Link;
import tycho.wire.Packet;
import tycho.wire.WireException;

/** A client that is connected. What the client sends is taken in order; any thread may send to the client. */
final class Session implements Link.Receiver {
    /** What waits for a client that reads slowly. */
    private static final long MOST_WAITING_BYTES = 16 << 20;
    /**
     * Relayed bytes beyond are dropped: their sender sends them again. There is room left for what the mediator itself
     * has to say, so others cannot make it end the session with what they send.
     */
    private static final long MOST_RELAYED_BYTES = MOST_WAITING_BYTES / 2;
    /** A lookup is answered when no more than this waits. Meanwhile what is relayed is dropped from half of it on. */
    private static final long ROOM_BYTES = 1 << 20;

    private final Mediator mediator;
    private final Link link;
    private final UUID client;
    /** Null until the client begins a watch, which few clients do. Only the thread that takes frames sets it. */
    private volatile Watches watches;
    /** Null until a lookup has to wait. Only the thread that takes frames sets it. */
    private volatile Lookups lookups;

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

    /** Serves the client until the connection breaks. */
    void serve() {
        link.serve(this);
    }

    @Override
    public boolean take(Packet packet) throws IOException {
        UUID to = Codec.peerOfRelay(packet);
        return to != null && mediator.deliverAsIs(client, to, packet);
    }

    @Override
    public void takeSlowly(Packet packet) throws IOException {
        Frame frame;
        try {
            frame = Codec.decode(packet);
        } catch (WireException e) {
            refuse(packet, e);
            return;
        }
        handle(frame);
    }

    /** Answers a question that cannot be read, which a client may ask for its program. The session goes on. */
    private void refuse(Packet packet, WireException why) throws WireException {
        long question = Codec.question(packet).orElseThrow(() -> why);
        answer(question, "the mediator cannot read the question of this client: " + why.getMessage());
    }

    @Override
    public void ended(IOException why) {
        mediator.ended(this, why);
    }

    private void handle(Frame frame) throws IOException {
        switch (frame) {
            case Frame.Register f -> answer(f.question(), mediator.register(this, f.entry(), f.version()));
            case Frame.Renew f -> mediator.renew(this, f.versions()).forEach(id -> answer(new Frame.Unregistered(id)));
            case Frame.Withdraw f -> answer(f.question(), mediator.withdraw(this, f.entry(), f.version()));
            case Frame.Lookup f -> lookUp(f);
            case Frame.Watch f -> watches().begin(f.watch(), f.query());
            case Frame.Unwatch f -> watches().end(f.watch());
            case Frame.More f -> watches().sendMore(f);
            case Frame.Published f -> mediator.published(f.messages());
            case Frame.Relay f -> mediator.relay(client, f.peer(), f.packet());
            default -> throw new WireException(owner() + " sent " + frame.getClass().getSimpleName()
                + ", which only a mediator sends");
        }
    }

    private void answer(long question, String refusal) {
        answer(refusal == null ? new Frame.Done(question) : new Frame.Failed(question, refusal));
    }

    private void answer(Frame frame) {
        answer(Codec.encode(frame));
    }

    /**
     * An answer overtakes what is relayed. News do not: that a consumer has gone must not come before the last that it
     * has acknowledged.
     */
    private void answer(Packet packet) {
        if (!link.offerFirst(packet, MOST_WAITING_BYTES)) {
            link.abort();
        }
    }

    private Watches watches() {
        if (watches == null) {
            watches = new Watches(mediator, this);
        }
        return watches;
    }

    /** Tells the client what happened, if the client watches such entries. */
    void happened(Change change) {
        Watches present = watches;
        if (present != null) {
            present.happened(change);
        }
    }

    private void lookUp(Frame.Lookup lookup) {
        if ((lookups == null || lookups.isEmpty()) && link.hasRoom(ROOM_BYTES)) {
            found(lookup);
            return;
        }
        if (lookups == null) {
            lookups = new Lookups(this::awaitRoomAndAnswer);
        }
        if (!lookups.add(lookup)) {
            answer(new Frame.Failed(lookup.question(), Lookups.MOST + " lookups of this client wait for their answers"
                + " already, which is the limit; ask for fewer at a time"));
        }
    }

    private void awaitRoomAndAnswer(Frame.Lookup lookup) throws IOException {
        link.awaitRoom(ROOM_BYTES);
        found(lookup);
    }

    private void found(Frame.Lookup lookup) {
        answer(Codec.found(lookup.question(), mediator.find(lookup.query(),
            Math.clamp(lookup.limit(), 0, Codec.MOST_ENTRIES))));
    }

    /** Sends a packet of {@link Frame.Relay}. */
    void relayed(Packet relay) {
        Lookups present = lookups;
        link.offerRelayed(relay, present == null || present.isEmpty() ? MOST_RELAYED_BYTES : ROOM_BYTES / 2);
    }

    /**
     * A client that does not read what it asked for is disconnected: it must not miss news without knowing.
     *
     * @return the length of the frame in bytes
     */
    long send(Frame frame) {
        Packet packet = Codec.encode(frame);
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
