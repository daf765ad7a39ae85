package tycho.mediator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import tycho.directory.Replica;
import tycho.frame.Codec;
import tycho.wire.Packet;
import tycho.wire.WireException;
import tycho.wire.WireReader;
import tycho.wire.WireWriter;

/** What mediators tell each other. */
sealed interface MediatorMessage {
    /** Replicas of entries, with the nanoseconds that their leases last. */
    record Replicas(Map<Replica, Long> leases) implements MediatorMessage {
    }

    /** New versions of entries, by which their leases are renewed. The owners are connected to the sender. */
    record Renewals(Map<UUID, Long> versions) implements MediatorMessage {
    }

    /** The digest of the sender's directory. A receiver with another digest answers with its versions. */
    record Digest(long digest) implements MediatorMessage {
    }

    /** The versions that the sender has. The receiver sends what is newer, and asks for what it lacks. */
    record Versions(Map<UUID, Long> versions) implements MediatorMessage {
    }

    /** Asks for replicas. */
    record Want(List<UUID> entries) implements MediatorMessage {
    }

    /** A packet from one client for another client. */
    record Forward(UUID from, UUID to, Packet packet) implements MediatorMessage {
    }

    /** How many messages the sender's clients have published since it said so last, by topic. */
    record Published(Map<String, Long> messages) implements MediatorMessage {
    }

    /** A message with the mediator that sends it. */
    record From(UUID mediator, MediatorMessage message) {
    }

    int LEAST_REPLICA = 32;

    static byte[] encode(UUID sender, MediatorMessage message) {
        WireWriter out = new WireWriter(message instanceof Forward forward ? (int) forward.packet().length() + 64
            : 256);
        out.uuid(sender);
        switch (message) {
            case Replicas m -> {
                out.octet(0).integer(m.leases().size());
                m.leases().forEach((replica, nanos) -> Codec.write(out, replica.entry()).number(replica.version())
                    .flag(replica.withdrawn()).uuid(replica.mediator()).number(TimeUnit.NANOSECONDS.toMillis(nanos)));
            }
            case Renewals m -> Codec.write(out.octet(1), m.versions());
            case Digest m -> out.octet(2).number(m.digest());
            case Versions m -> Codec.write(out.octet(3), m.versions());
            case Want m -> {
                out.octet(4).integer(m.entries().size());
                m.entries().forEach(out::uuid);
            }
            case Published m -> Codec.writeCounts(out.octet(6), m.messages());
            case Forward m -> out.octet(5).uuid(m.from()).uuid(m.to()).bytes(m.packet().head())
                .bytes(m.packet().body());
        }
        return out.toBytes();
    }

    static From decode(byte[] bytes) throws WireException {
        WireReader in = new WireReader(bytes);
        UUID sender = in.uuid();
        int kind = in.octet();
        MediatorMessage message = switch (kind) {
            case 0 -> {
                Map<Replica, Long> leases = new HashMap<>();
                for (int left = in.count(Integer.MAX_VALUE, LEAST_REPLICA); left > 0; left--) {
                    Replica replica = new Replica(Codec.entry(in), in.number(), in.flag(), in.uuid());
                    leases.put(replica, TimeUnit.MILLISECONDS.toNanos(in.number()));
                }
                yield new Replicas(leases);
            }
            case 1 -> new Renewals(Codec.versions(in));
            case 2 -> new Digest(in.number());
            case 3 -> new Versions(Codec.versions(in));
            case 4 -> {
                List<UUID> entries = new ArrayList<>();
                for (int left = in.count(Integer.MAX_VALUE, 16); left > 0; left--) {
                    entries.add(in.uuid());
                }
                yield new Want(entries);
            }
            case 5 -> new Forward(in.uuid(), in.uuid(), new Packet(in.bytes(Codec.OVERHEAD),
                in.bytes(Codec.LONGEST_MESSAGE)));
            case 6 -> new Published(Codec.counts(in, Integer.MAX_VALUE));
            default -> throw new WireException("there is no message between mediators with number " + kind);
        };
        in.end();
        return new From(sender, message);
    }
}
