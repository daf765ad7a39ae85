package tycho.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import tycho.directory.Entries;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Kind;
import tycho.registry.Query;
import tycho.registry.TopicPattern;
import tycho.wire.Packet;
import tycho.wire.WireException;
import tycho.wire.WireReader;
import tycho.wire.WireWriter;

/** Frames as bytes, and bytes that are no frames. */
class CodecTest {
    private static final UUID ID = new UUID(5, 6);
    private static final List<Frame> FRAMES = List.of(new Frame.Hello(1, ID, 9),
        new Frame.Welcome("a@b", "b", ID, 99), new Frame.Refused("why"),
        new Frame.Register(1, Entries.entry(1, "n"), 3), new Frame.Renew(Map.of(ID, 4L)), new Frame.Unregistered(ID),
        new Frame.Withdraw(7, ID, 2), new Frame.Lookup(8, Query.all(), 5),
        new Frame.Watch(9, Query.all().named("x").kind(Kind.BOTH).id(ID).client(ID)
            .receives(TopicPattern.parse("a/**")).where("a = 'b c' && !d")), new Frame.Unwatch(9), new Frame.Done(3),
        new Frame.Failed(4, "no"), new Frame.Found(5, List.of(Entries.entry(1, "a"), Entries.entry(2, "b"))),
        new Frame.Happened(6, 2, Entries.entry(1, "a")), new Frame.More(6), new Frame.Settled(7),
        new Frame.Published(Map.of("a/b", 8L)));
    private static final List<PeerFrame> PEER_FRAMES = List.of(new PeerFrame.Greet(1, ID, ID),
        new PeerFrame.Greeted(), new PeerFrame.Open(ID, true, ID, ID, 3), new PeerFrame.Ack(ID, false, 1, 2, 3, 4),
        new PeerFrame.Probe(ID, true),
        new PeerFrame.Closed(ID, false, "end"));

    @Example
    void framesAreReadAsTheyWereWritten() throws WireException {
        for (Frame frame : FRAMES) {
            assertEquals(frame, Codec.decode(Codec.encode(frame)));
        }
        for (PeerFrame frame : PEER_FRAMES) {
            assertEquals(frame, Codec.decodePeer(Codec.encode(frame)));
        }
        PeerFrame.Data data = (PeerFrame.Data) Codec.decodePeer(Codec.encode(
            new PeerFrame.Data(ID, true, 1, 2, "a/b", true, new byte[] {3, 4})));
        assertArrayEquals(new byte[] {3, 4}, data.payload());
        Frame.Relay relay = (Frame.Relay) Codec.decode(Codec.encode(new Frame.Relay(ID, new Packet(new byte[] {5, 6},
            new byte[] {7}))));
        assertArrayEquals(new byte[] {5, 6}, relay.packet().head());
        assertArrayEquals(new byte[] {7}, relay.packet().body());
    }

    /** A limit in characters permits more bytes. */
    @Example
    void theLongestHostIsReadInWhateverScript() throws WireException {
        Entry entry = Entries.entry(1, "n");
        Entry far = new Entry(entry.id(), entry.name(), entry.kind(), entry.owner(), entry.site(), entry.client(),
            List.of(new Endpoint("\u20ac".repeat(Endpoint.LONGEST_HOST), 1)), entry.publishes(), entry.subscribes(),
            entry.delivery(), entry.whenFull(), entry.capacity(), entry.attributes(), entry.lease());
        Frame frame = new Frame.Register(1, far, 1);
        assertEquals(frame, Codec.decode(Codec.encode(frame)));
    }

    @Example
    void aRelayedPacketNeedNotBeDecoded() {
        Packet inner = new Packet(new byte[] {5, 6}, new byte[] {7});
        Packet to = Codec.encode(new Frame.Relay(ID, inner));
        assertEquals(ID, Codec.peerOfRelay(to));
        UUID other = new UUID(-7, 8);
        Packet from = Codec.relay(other, to);
        assertArrayEquals(Codec.encode(new Frame.Relay(other, inner)).head(), from.head());
        assertArrayEquals(inner.body(), from.body());
        assertEquals(ID, Codec.peerOfRelay(to));
        FRAMES.forEach(frame -> assertNull(Codec.peerOfRelay(Codec.encode(frame))));
        assertNull(Codec.peerOfRelay(packet(Arrays.copyOf(to.head(), 16))));
    }

    private static Packet packet(byte[] head) {
        return new Packet(head, new byte[0]);
    }

    @Example
    void aPayloadIsRefusedWhereThereIsNone() {
        assertThrows(WireException.class, () -> Codec.decode(new Packet(Codec.encode(new Frame.Done(3)).head(),
            new byte[1])));
        assertThrows(WireException.class, () -> Codec.decodePeer(new Packet(Codec.encode(new PeerFrame.Greeted())
            .head(), new byte[1])));
    }

    /** Whatever the bytes are, they are a frame or refused: nothing else is thrown, and nothing large allocated. */
    @Property
    void arbitraryBytesAreAFrameOrRefused(@ForAll @IntRange(max = 17) int kind, @ForAll @Size(max = 80) byte[] rest,
            @ForAll @Size(max = 2) byte[] body) {
        byte[] bytes = new byte[rest.length + 1];
        bytes[0] = (byte) kind;
        System.arraycopy(rest, 0, bytes, 1, rest.length);
        try {
            Codec.decode(new Packet(bytes, body));
        } catch (WireException e) {
            assertEquals(WireException.class, e.getClass());
        }
        try {
            Codec.decodePeer(new Packet(bytes, body));
        } catch (WireException e) {
            assertEquals(WireException.class, e.getClass());
        }
    }

    /** One byte of a frame is changed, or the frame is cut. */
    @Property
    void damagedFramesAreRefusedOrOthers(@ForAll @IntRange(max = 15) int which, @ForAll @IntRange(max = 400) int place,
            @ForAll byte value) {
        byte[] bytes = Codec.encode(FRAMES.get(which)).head();
        byte[] cut = Arrays.copyOf(bytes, place % bytes.length);
        assertThrows(WireException.class, () -> Codec.decode(packet(cut)));
        bytes[place % bytes.length] = value;
        try {
            Codec.decode(packet(bytes));
        } catch (WireException e) {
            assertEquals(WireException.class, e.getClass());
        }
    }

    @Example
    void aCountBeyondTheBytesIsRefusedBeforeAnythingIsAllocated() {
        byte[] bytes = new WireWriter(8).integer(Integer.MAX_VALUE).toBytes();
        assertThrows(WireException.class, () -> new WireReader(bytes).bytes(Integer.MAX_VALUE));
        byte[] renewals = new WireWriter(8).octet(4).integer(100_000_000).toBytes();
        assertThrows(WireException.class, () -> Codec.decode(packet(renewals)));
    }
}
