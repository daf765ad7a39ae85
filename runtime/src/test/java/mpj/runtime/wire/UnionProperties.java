package mpj.runtime.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import mpj.runtime.agent.AgentMessages;
import mpj.runtime.daemon.DaemonMessages;
import mpj.runtime.host.JobEvent;
import mpj.runtime.names.NameMessages;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;

/** Writes and reads every message of every conversation. */
class UnionProperties {
    private static final List<Union<?>> UNIONS = List.of(Message.KINDS, JobEvent.KINDS, AgentMessages.DOWNWARD,
        AgentMessages.UPWARD, DaemonMessages.REQUESTS, DaemonMessages.ANSWERS, NameMessages.REQUESTS,
        NameMessages.ANSWERS);

    /** A message and its conversation. */
    record Sample<M extends Struct<M>>(Union<M> union, M message) {
        byte[] bytes() throws ProtocolException {
            byte[] frame = union.frame(message);
            return Arrays.copyOfRange(frame, Integer.BYTES, frame.length);
        }

        /** Reads bytes. If they are a message, the message must be written as the same bytes. */
        M read(byte[] bytes) throws ProtocolException {
            M read = union.read(bytes);
            byte[] again = union.frame(read);
            assertArrayEquals(bytes, Arrays.copyOfRange(again, Integer.BYTES, again.length), AnyRecord.text(read));
            return read;
        }
    }

    private static <M extends Struct<M>> Arbitrary<Sample<?>> samples(Union<M> union) {
        return AnyRecord.of(union).map(message -> new Sample<>(union, message));
    }

    @Provide
    Arbitrary<Sample<?>> samples() {
        return Arbitraries.oneOf(UNIONS.stream().<Arbitrary<Sample<?>>>map(UnionProperties::samples).toList());
    }

    /** A message, and bytes that differ little from its written form. */
    @Provide
    Arbitrary<Tuple2<Sample<?>, byte[]>> damaged() {
        return samples().flatMap(sample -> {
            byte[] bytes = bytes(sample);
            return Arbitraries.integers().between(0, bytes.length - 1).flatMap(at ->
                Arbitraries.oneOf(Arbitraries.of(-1, 1, 0x7F, -0x80), Arbitraries.integers().between(1, 0xFF))
                    .map(flip -> {
                        byte[] damaged = bytes.clone();
                        damaged[at] ^= (byte) (int) flip;
                        return Tuple.of(sample, damaged);
                    }));
        });
    }

    private static byte[] bytes(Sample<?> sample) {
        try {
            return sample.bytes();
        } catch (ProtocolException e) {
            throw new AssertionError(e);
        }
    }

    @Property(tries = 2_000, seed = "1")
    void messageIsReadAsItWasWritten(@ForAll("samples") Sample<?> sample) throws ProtocolException {
        assertEquals(AnyRecord.text(sample.message), AnyRecord.text(sample.read(sample.bytes())));
    }

    @Property(tries = 1_000, seed = "2", edgeCases = EdgeCasesMode.NONE)
    void messageThatIsCutOffIsRefused(@ForAll("samples") Sample<?> sample) throws ProtocolException {
        byte[] bytes = sample.bytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThrows(ProtocolException.class, () -> sample.union.read(part));
        }
        assertThrows(ProtocolException.class, () -> sample.union.read(Arrays.copyOf(bytes, bytes.length + 1)));
    }

    @Property(tries = 3_000, seed = "3", edgeCases = EdgeCasesMode.NONE)
    void damagedMessageIsRefusedOrIsAnother(@ForAll("damaged") Tuple2<Sample<?>, byte[]> damaged) {
        try {
            damaged.get1().read(damaged.get2());
        } catch (ProtocolException e) {
            assertEquals(true, e.getMessage().startsWith("no "), e.getMessage());
        }
    }

    @Property(tries = 3_000, seed = "4", edgeCases = EdgeCasesMode.NONE)
    void garbageIsRefusedOrIsAMessage(@ForAll("samples") Sample<?> conversation, @ForAll byte[] garbage) {
        try {
            conversation.read(garbage);
        } catch (ProtocolException e) {
            assertEquals(true, e.getMessage().startsWith("no "), e.getMessage());
        }
    }

    @Property(tries = 300, seed = "5")
    void framesFollowEachOther(@ForAll("samples") Sample<?> first) throws IOException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        sendTwice(first, wire);
        wire.write(7);
        ByteArrayInputStream in = new ByteArrayInputStream(wire.toByteArray());
        Frames<?, ?> frames = new Frames<>(first.union, wire, first.union, in);
        assertEquals(AnyRecord.text(first.message), AnyRecord.text(frames.receive()));
        assertEquals(AnyRecord.text(first.message), AnyRecord.text(frames.receive()));
        assertEquals(7, in.read(), "what follows the message is not ours");
        assertThrows(EOFException.class, frames::receive);
    }

    private static <M extends Struct<M>> void sendTwice(Sample<M> sample, ByteArrayOutputStream wire)
        throws IOException {
        Frames<M, M> frames = new Frames<>(sample.union, wire, sample.union, null);
        frames.send(sample.message);
        frames.send(sample.message);
    }

    @Example
    void everyRecordHasOneKindInItsTable() {
        for (Union<?> union : UNIONS) {
            List<? extends Struct<?>> kinds = AnyRecord.kinds(union);
            Class<?> messages = kinds.getFirst().getClass().getInterfaces()[0];
            Set<Class<?>> permitted = new HashSet<>(Arrays.asList(messages.getPermittedSubclasses()));
            List.of(JobEvent.OutputClosed.class, JobEvent.Stopped.class, JobEvent.SpawnerFailed.class,
                JobEvent.Deadlock.class)
                .forEach(permitted::remove);
            assertEquals(permitted, kinds.stream().map(Object::getClass).collect(Collectors.toSet()));
            assertEquals(permitted.size(), kinds.size());
        }
    }

    @Example
    void recordThatIsNotInTheTableIsNotWritten() {
        assertThrows(ProtocolException.class, () -> JobEvent.KINDS.frame(new JobEvent.OutputClosed()));
    }

    @Example
    void announcedLengthAllocatesNothing() {
        byte[] announced = {0x3F, -1, -1, -1, 1};
        Frames<?, ?> frames = new Frames<>(JobEvent.KINDS, null, JobEvent.KINDS, new ByteArrayInputStream(announced));
        assertThrows(EOFException.class, frames::receive);
        for (byte first : new byte[] {-1, 0x7F, 0x40}) {
            byte[] beyond = announced.clone();
            beyond[0] = first;
            assertThrows(ProtocolException.class, () -> new Frames<>(JobEvent.KINDS, null, JobEvent.KINDS,
                new ByteArrayInputStream(beyond)).receive());
        }
        byte[] list = {1, 0x7F, -1, -1, -1};
        assertThrows(ProtocolException.class, () -> JobEvent.KINDS.read(list));
    }

    @Example
    void fieldBeyondItsLimitIsNeitherWrittenNorRead() throws ProtocolException {
        assertThrows(ProtocolException.class, () -> Message.KINDS.frame(new Message.Get(0, "k".repeat(257))));
        assertThrows(ProtocolException.class, () -> Message.KINDS.frame(new Message.Hello(0, new byte[31])));
        assertThrows(ProtocolException.class,
            () -> Message.KINDS.frame(new Message.Put("", new byte[Message.MAX_VALUE + 1])));
        byte[] longest = Message.KINDS.frame(new Message.Get(0, "k".repeat(Message.MAX_KEY)));
        byte[] longer = Arrays.copyOfRange(longest, Integer.BYTES, longest.length + 1);
        longer[8]++; // the low byte of the key's length, which was 256
        assertThrows(ProtocolException.class, () -> Message.KINDS.read(longer));
    }

    @Example
    void longLinesAreCut() throws ProtocolException {
        Sample<Message> sample = new Sample<>(Message.KINDS, new Message.Failed("€".repeat(10_000)));
        assertEquals("€".repeat(Message.MAX_LINE), ((Message.Failed) sample.read(sample.bytes())).line());
        Sample<Message> report = new Sample<>(Message.KINDS, new Message.Report("€".repeat(100_000)));
        assertEquals(Message.MAX_REPORT, ((Message.Report) report.read(report.bytes())).text().length());
    }

    @Example
    void textThatIsNotInUtf8IsRefused() {
        byte[] message = {5, 0, 0, 0, 1, -1};
        assertThrows(ProtocolException.class, () -> Message.KINDS.read(message));
    }
}
