package tycho.frame;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import tycho.registry.Delivery;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Expression;
import tycho.registry.Kind;
import tycho.registry.Query;
import tycho.registry.TopicPattern;
import tycho.registry.WhenFull;
import tycho.wire.Packet;
import tycho.wire.WireException;
import tycho.wire.WireReader;
import tycho.wire.WireWriter;

/** The bytes of frames, and of the values in them. */
public final class Codec {
    /** The most entries in one answer. */
    public static final int MOST_ENTRIES = 10_000;
    /** An answer has no more entries once they have so many bytes. */
    public static final int LONGEST_ANSWER = 8 << 20;
    /** The most watches that a client may have. */
    public static final int MOST_WATCHES = 1_000;
    /** The most topics in one frame that counts messages. */
    public static final int MOST_TOPICS = 256;
    /** The longest message, whatever a mediator says. */
    public static final int LONGEST_MESSAGE = 64 << 20;
    /** What a frame has besides a message. */
    public static final int OVERHEAD = 4096;
    private static final int LONGEST_REASON = 4096;
    /** UTF-8 needs at most three bytes for a char. */
    private static final int BYTES_PER_CHAR = 3;
    private static final int LEAST_ENTRY = 60;
    private static final int UUID_BYTES = 16;
    private static final int REGISTER = 3;
    private static final int WITHDRAW = 6;
    private static final int LOOKUP = 7;
    private static final int RELAY = 15;
    /** What stands before the packet that is relayed. */
    private static final int RELAY_HEAD = 1 + UUID_BYTES;

    private Codec() {
    }

    public static Packet encode(Frame frame) {
        WireWriter out = new WireWriter(frame instanceof Frame.Relay relay ? RELAY_HEAD + relay.packet().head().length
            : 256);
        switch (frame) {
            case Frame.Hello f -> out.octet(0).integer(f.version()).uuid(f.client()).number(f.clock());
            case Frame.Welcome f -> out.octet(1).text(f.owner()).text(f.site()).uuid(f.mediator())
                .integer(f.longestMessage());
            case Frame.Refused f -> reason(out.octet(2), f.reason());
            case Frame.Register f -> write(out.octet(REGISTER).number(f.question()).number(f.version()), f.entry());
            case Frame.Renew f -> write(out.octet(4), f.versions());
            case Frame.Unregistered f -> out.octet(5).uuid(f.entry());
            case Frame.Withdraw f -> out.octet(WITHDRAW).number(f.question()).uuid(f.entry()).number(f.version());
            case Frame.Lookup f -> write(out.octet(LOOKUP).number(f.question()).integer(f.limit()), f.query());
            case Frame.Watch f -> write(out.octet(8).number(f.watch()), f.query());
            case Frame.Unwatch f -> out.octet(9).number(f.watch());
            case Frame.Done f -> out.octet(10).number(f.question());
            case Frame.Failed f -> reason(out.octet(11).number(f.question()), f.reason());
            case Frame.Found f -> {
                return found(f.question(), f.entries());
            }
            case Frame.Happened f -> write(out.octet(13).number(f.watch()).octet(f.news()), f.entry());
            case Frame.Settled f -> out.octet(14).number(f.watch());
            case Frame.Relay f -> {
                return new Packet(out.octet(RELAY).uuid(f.peer()).rest(f.packet().head()).toBytes(), f.packet().body());
            }
            case Frame.Published f -> writeCounts(out.octet(16), f.messages());
            case Frame.More f -> out.octet(17).number(f.watch());
        }
        return Packet.of(out);
    }

    /** A frame of {@link Frame.Found} with the first of the entries, as many as an answer may have. */
    public static Packet found(long question, List<Entry> entries) {
        WireWriter out = new WireWriter(256).octet(12).number(question);
        int place = out.length();
        out.integer(0);
        int count = 0;
        for (Entry entry : entries) {
            if (out.length() >= LONGEST_ANSWER) {
                break;
            }
            write(out, entry);
            count++;
        }
        return Packet.of(out.integerAt(place, count));
    }

    public static Frame decode(Packet packet) throws WireException {
        WireReader in = new WireReader(packet.head());
        int kind = in.octet();
        Frame frame = switch (kind) {
            case 0 -> new Frame.Hello(in.integer(), in.uuid(), in.number());
            case 1 -> new Frame.Welcome(name(in), name(in), in.uuid(), in.integer());
            case 2 -> new Frame.Refused(in.text(LONGEST_REASON));
            case REGISTER -> {
                long question = in.number();
                long version = in.number();
                yield new Frame.Register(question, entry(in), version);
            }
            case 4 -> new Frame.Renew(versions(in));
            case 5 -> new Frame.Unregistered(in.uuid());
            case WITHDRAW -> new Frame.Withdraw(in.number(), in.uuid(), in.number());
            case LOOKUP -> {
                long question = in.number();
                int limit = in.integer();
                yield new Frame.Lookup(question, query(in), limit);
            }
            case 8 -> new Frame.Watch(in.number(), query(in));
            case 9 -> new Frame.Unwatch(in.number());
            case 10 -> new Frame.Done(in.number());
            case 11 -> new Frame.Failed(in.number(), in.text(LONGEST_REASON));
            case 12 -> new Frame.Found(in.number(), entries(in));
            case 13 -> new Frame.Happened(in.number(), in.octet(), entry(in));
            case 14 -> new Frame.Settled(in.number());
            case RELAY -> new Frame.Relay(in.uuid(), new Packet(in.rest(), packet.body()));
            case 16 -> new Frame.Published(counts(in, MOST_TOPICS));
            case 17 -> new Frame.More(in.number());
            default -> throw new WireException("there is no frame with number " + kind);
        };
        end(in, packet, frame instanceof Frame.Relay);
        return frame;
    }

    /** The number of the question that a packet asks, also if the rest of it cannot be read; empty if it asks none. */
    public static OptionalLong question(Packet packet) {
        ByteBuffer head = ByteBuffer.wrap(packet.head());
        if (head.remaining() < 1 + Long.BYTES) {
            return OptionalLong.empty();
        }
        return switch (head.get()) {
            case REGISTER, WITHDRAW, LOOKUP -> OptionalLong.of(head.getLong());
            default -> OptionalLong.empty();
        };
    }

    /** For whom or from whom a packet of {@link Frame.Relay} is; null if the packet is another frame. */
    public static UUID peerOfRelay(Packet packet) {
        ByteBuffer head = ByteBuffer.wrap(packet.head());
        return head.remaining() < RELAY_HEAD || head.get() != RELAY ? null
            : new UUID(head.getLong(), head.getLong());
    }

    /** A packet of {@link Frame.Relay} with another peer. What is relayed need not be decoded for that. */
    public static Packet relay(UUID peer, Packet packet) {
        byte[] head = packet.head().clone();
        ByteBuffer.wrap(head, 1, UUID_BYTES).putLong(peer.getMostSignificantBits())
            .putLong(peer.getLeastSignificantBits());
        return new Packet(head, packet.body());
    }

    /** Nothing may follow, and only some kinds have a payload. */
    private static void end(WireReader in, Packet packet, boolean payload) throws WireException {
        in.end();
        if (!payload && packet.body().length > 0) {
            throw new WireException(packet.body().length + " bytes follow after the end of a message");
        }
    }

    public static Packet encode(PeerFrame frame) {
        WireWriter out = new WireWriter(64);
        switch (frame) {
            case PeerFrame.Greet f -> out.octet(0).integer(f.version()).uuid(f.from()).uuid(f.to());
            case PeerFrame.Greeted f -> out.octet(1);
            case PeerFrame.Open f -> out.octet(2).uuid(f.stream()).flag(f.back()).uuid(f.producer()).uuid(f.consumer())
                .number(f.next());
            case PeerFrame.Data f -> {
                return new Packet(out.octet(3).uuid(f.stream()).flag(f.back()).number(f.number()).number(f.about())
                    .flag(f.object()).text(f.topic()).toBytes(), f.payload());
            }
            case PeerFrame.Ack f -> out.octet(4).uuid(f.stream()).flag(f.back()).number(f.received())
                .number(f.done()).number(f.limit()).number(f.byteLimit());
            case PeerFrame.Probe f -> out.octet(5).uuid(f.stream()).flag(f.back());
            case PeerFrame.Closed f -> reason(out.octet(6).uuid(f.stream()).flag(f.back()), f.reason());
        }
        return Packet.of(out);
    }

    public static PeerFrame decodePeer(Packet packet) throws WireException {
        WireReader in = new WireReader(packet.head());
        int kind = in.octet();
        PeerFrame frame = switch (kind) {
            case 0 -> new PeerFrame.Greet(in.integer(), in.uuid(), in.uuid());
            case 1 -> new PeerFrame.Greeted();
            case 2 -> new PeerFrame.Open(in.uuid(), in.flag(), in.uuid(), in.uuid(), in.number());
            case 3 -> {
                UUID stream = in.uuid();
                boolean back = in.flag();
                long number = in.number();
                long about = in.number();
                boolean object = in.flag();
                yield new PeerFrame.Data(stream, back, number, about, in.text(BYTES_PER_CHAR * TopicPattern.LONGEST),
                    object, packet.body());
            }
            case 4 -> new PeerFrame.Ack(in.uuid(), in.flag(), in.number(), in.number(), in.number(), in.number());
            case 5 -> new PeerFrame.Probe(in.uuid(), in.flag());
            case 6 -> new PeerFrame.Closed(in.uuid(), in.flag(), in.text(LONGEST_REASON));
            default -> throw new WireException("there is no frame between clients with number " + kind);
        };
        end(in, packet, frame instanceof PeerFrame.Data);
        return frame;
    }

    public static byte[] encode(Entry entry) {
        return write(new WireWriter(256), entry).toBytes();
    }

    public static WireWriter write(WireWriter out, Entry entry) {
        out.uuid(entry.id()).text(entry.name()).octet(entry.kind().ordinal()).text(entry.owner()).text(entry.site())
            .uuid(entry.client()).integer(entry.endpoints().size());
        entry.endpoints().forEach(endpoint -> out.text(endpoint.host()).integer(endpoint.port()));
        for (List<TopicPattern> topics : List.of(entry.publishes(), entry.subscribes())) {
            out.integer(topics.size());
            topics.forEach(topic -> out.text(topic.toString()));
        }
        out.octet(entry.delivery().ordinal()).octet(entry.whenFull().ordinal()).integer(entry.capacity())
            .integer(entry.attributes().size());
        entry.attributes().forEach((name, value) -> out.text(name).text(value));
        return out.number(entry.lease().toMillis());
    }

    public static Entry entry(WireReader in) throws WireException {
        try {
            UUID id = in.uuid();
            String name = name(in);
            Kind kind = in.constant(Kind.class);
            // A mediator holds many entries, in which these texts and the names of attributes are often the same.
            String owner = name(in).intern();
            String site = name(in).intern();
            UUID client = in.uuid();
            List<Endpoint> endpoints = new ArrayList<>();
            for (int left = in.count(Entry.MOST_ENDPOINTS, 2 * Integer.BYTES); left > 0; left--) {
                endpoints.add(new Endpoint(in.text(BYTES_PER_CHAR * Endpoint.LONGEST_HOST), in.integer()));
            }
            List<TopicPattern> publishes = topics(in);
            List<TopicPattern> subscribes = topics(in);
            Delivery delivery = in.constant(Delivery.class);
            WhenFull whenFull = in.constant(WhenFull.class);
            int capacity = in.integer();
            SortedMap<String, String> attributes = new TreeMap<>();
            for (int left = in.count(Entry.MOST_ATTRIBUTES, 2 * Integer.BYTES); left > 0; left--) {
                String attribute = in.text(Expression.LONGEST_NAME).intern();
                attributes.put(attribute, in.text(BYTES_PER_CHAR * Entry.LONGEST_VALUE));
            }
            return new Entry(id, name, kind, owner, site, client, endpoints, publishes, subscribes, delivery, whenFull,
                capacity, attributes, Duration.ofMillis(in.number()));
        } catch (IllegalArgumentException e) {
            throw new WireException(e.getMessage());
        }
    }

    public static WireWriter write(WireWriter out, Map<UUID, Long> versions) {
        out.integer(versions.size());
        versions.forEach((id, version) -> out.uuid(id).number(version));
        return out;
    }

    public static Map<UUID, Long> versions(WireReader in) throws WireException {
        int count = in.count(Integer.MAX_VALUE, UUID_BYTES + Long.BYTES);
        Map<UUID, Long> versions = new HashMap<>();
        for (int i = 0; i < count; i++) {
            versions.put(in.uuid(), in.number());
        }
        return versions;
    }

    public static WireWriter writeCounts(WireWriter out, Map<String, Long> counts) {
        out.integer(counts.size());
        counts.forEach((topic, count) -> out.text(topic).number(count));
        return out;
    }

    /** Numbers by topic, at most so many. */
    public static Map<String, Long> counts(WireReader in, int most) throws WireException {
        Map<String, Long> counts = new HashMap<>();
        for (int left = in.count(most, Integer.BYTES + Long.BYTES); left > 0; left--) {
            counts.put(in.text(BYTES_PER_CHAR * TopicPattern.LONGEST), in.number());
        }
        return counts;
    }

    private static List<Entry> entries(WireReader in) throws WireException {
        int count = in.count(MOST_ENTRIES, LEAST_ENTRY);
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(entry(in));
        }
        return entries;
    }

    private static List<TopicPattern> topics(WireReader in) throws WireException {
        int count = in.count(Entry.MOST_TOPICS, Integer.BYTES);
        List<TopicPattern> topics = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            topics.add(topic(in));
        }
        return topics;
    }

    private static TopicPattern topic(WireReader in) throws WireException {
        return TopicPattern.parse(in.text(BYTES_PER_CHAR * TopicPattern.LONGEST));
    }

    private static void write(WireWriter out, Query query) {
        optional(out, query.name().map(name -> writer -> writer.text(name)));
        optional(out, query.kind().map(kind -> writer -> writer.octet(kind.ordinal())));
        optional(out, query.id().map(id -> writer -> writer.uuid(id)));
        optional(out, query.client().map(client -> writer -> writer.uuid(client)));
        optional(out, query.topic().map(topic -> writer -> writer.text(topic.toString())));
        optional(out, query.where().map(where -> writer -> writer.text(where.toString())));
    }

    private static Query query(WireReader in) throws WireException {
        try {
            return new Query(optional(in, Codec::name), optional(in, reader -> reader.constant(Kind.class)),
                optional(in, WireReader::uuid), optional(in, WireReader::uuid), optional(in, Codec::topic),
                optional(in, reader -> Expression.parse(reader.text(BYTES_PER_CHAR * Expression.LONGEST))));
        } catch (IllegalArgumentException e) {
            throw new WireException(e.getMessage());
        }
    }

    private static String name(WireReader in) throws WireException {
        return in.text(BYTES_PER_CHAR * 2 * Entry.LONGEST_NAME);
    }

    /** A reason is cut where it is too long, as it may quote what another process sent. */
    private static void reason(WireWriter out, String reason) {
        out.text(reason.substring(0, Math.min(reason.length(), LONGEST_REASON / BYTES_PER_CHAR)));
    }

    private interface Part {
        void write(WireWriter out);
    }

    private interface Reading<T> {
        T read(WireReader in) throws WireException;
    }

    private static void optional(WireWriter out, Optional<Part> part) {
        out.flag(part.isPresent());
        part.ifPresent(each -> each.write(out));
    }

    private static <T> Optional<T> optional(WireReader in, Reading<T> part) throws WireException {
        return in.flag() ? Optional.of(part.read(in)) : Optional.empty();
    }
}
