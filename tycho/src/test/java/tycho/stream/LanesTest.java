package tycho.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import tycho.frame.PeerFrame;
import tycho.registry.Delivery;
import tycho.registry.WhenFull;

/** Both ends of a stream over paths that lose, delay, and repeat frames. */
class LanesTest {
    private static final UUID ID = new UUID(1, 2);
    private static final PeerFrame.Open OPEN = new PeerFrame.Open(ID, false, ID, ID, 1);

    /** The first number of those that another consumer has left. */
    private static final int LEFT = 1_000_000;

    private final ArrayDeque<PeerFrame> sent = new ArrayDeque<>();
    private long now;

    @Property
    void eachMessageArrivesOnceAndInOrder(@ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int capacity,
            @ForAll Delivery delivery) throws InterruptedException {
        Random random = new Random(seed);
        sent.clear();
        OutLane out = new OutLane(OPEN, 50, WhenFull.BLOCK, sent::add, now);
        out.resend();
        InLane in = new InLane(ID, false, 1, delivery, WhenFull.BLOCK, capacity);
        List<Integer> taken = new ArrayList<>();
        int put = 0;
        int steps = 0;
        while (taken.size() < 40) {
            assertTrue(++steps < 100_000, () -> "only " + taken);
            now += 50_000_000;
            if (put < 40 && random.nextBoolean()) {
                assertEquals(OutLane.Put.DONE, out.put(parcel(put++), Duration.ZERO));
            }
            switch (random.nextInt(6)) {
                case 0 -> sent.poll();
                case 1 -> repeat(random);
                case 2 -> out.tick(now, random.nextBoolean());
                default -> arrive(out, in);
            }
            if (random.nextInt(3) == 0) {
                take(out, in, taken);
            }
        }
        for (int i = 0; i < 40; i++) {
            assertEquals(i, taken.get(i));
        }
        now += 10_000_000_000L;
        out.acknowledged(in.ack(), now);
        assertTrue(out.awaitDone(Duration.ZERO));
        assertEquals(List.of(), out.close());
    }

    private void repeat(Random random) {
        if (!sent.isEmpty()) {
            List<PeerFrame> all = List.copyOf(sent);
            sent.add(all.get(random.nextInt(all.size())));
        }
    }

    private void arrive(OutLane out, InLane in) {
        PeerFrame frame = sent.poll();
        if (frame instanceof PeerFrame.Data data) {
            in.arrive(data);
        } else if (frame != null) {
            out.acknowledged(in.ack(), now);
        }
    }

    private void take(OutLane out, InLane in, List<Integer> taken) {
        Optional<PeerFrame.Data> data = in.take();
        data.ifPresent(each -> {
            taken.add(ByteBuffer.wrap(each.payload()).getInt());
            in.acknowledge(each.number());
        });
        if (in.ackIsDue()) {
            out.acknowledged(in.ack(), now);
        }
    }

    private static Parcel parcel(int number) {
        return new Parcel(0, "t", false, ByteBuffer.allocate(4).putInt(number).array());
    }

    /** A flush asks again and again what has arrived. Each answer says nothing new. */
    @Property(tries = 1)
    void lostMessageIsSentAgainThoughTheOtherEndAnswersAllTheTime() throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, 5, WhenFull.BLOCK, sent::add, now);
        InLane in = new InLane(ID, false, 1, Delivery.AT_LEAST_ONCE, WhenFull.BLOCK, 5);
        out.acknowledged(in.ack(), now);
        assertEquals(OutLane.Put.DONE, out.put(parcel(0), Duration.ZERO));
        sent.clear(); // it is lost
        for (int turns = 0; turns < 40 && sent.stream().noneMatch(PeerFrame.Data.class::isInstance); turns++) {
            now += 50_000_000;
            out.acknowledged(in.ack(), now);
            out.tick(now, true);
        }
        assertTrue(sent.stream().anyMatch(PeerFrame.Data.class::isInstance));
    }

    @Property
    void atMostTheCapacityIsUnderWay(@ForAll @IntRange(min = 1, max = 9) int capacity) throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, 5, WhenFull.BLOCK, sent::add, now);
        InLane in = new InLane(ID, false, 1, Delivery.AT_LEAST_ONCE, WhenFull.BLOCK, capacity);
        out.acknowledged(in.ack(), now);
        int put = 0;
        while (out.put(parcel(put), Duration.ZERO) == OutLane.Put.DONE) {
            put++;
        }
        assertEquals(capacity + 5, put);
        assertEquals(capacity, sent.size());
        assertEquals(put, out.close().size());
    }

    @Property
    void bytesAreLimitedButASingleMessageMayBeLonger(@ForAll @IntRange(min = 1, max = 3) int times)
            throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, 5, WhenFull.BLOCK, sent::add, now);
        InLane in = new InLane(ID, false, 1, Delivery.AT_MOST_ONCE, WhenFull.BLOCK, 100);
        out.acknowledged(in.ack(), now);
        Parcel large = new Parcel(0, "t", false, new byte[(int) InLane.BYTES * times]);
        assertEquals(OutLane.Put.DONE, out.put(large, Duration.ZERO));
        for (int i = 1; i <= 3; i++) {
            if (i < 3) {
                assertEquals(OutLane.Put.DONE, out.put(large, Duration.ZERO));
                assertEquals(OutLane.Put.TIMEOUT, out.put(large, Duration.ZERO));
            }
            assertTrue(in.arrive((PeerFrame.Data) sent.poll()));
            // The other end is asked once to say when it has room for the next message.
            assertEquals(i < 3 ? List.of(new PeerFrame.Probe(ID, false)) : List.of(), List.copyOf(sent));
            sent.clear();
            assertEquals(i, in.take().orElseThrow().number());
            out.acknowledged(in.ack(), now);
        }
    }

    /** Otherwise long messages for slow consumers would fill the producer's heap. */
    @Property
    void theBytesThatWaitAtTheProducerAreLimited(@ForAll WhenFull whenFull) throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, 100, whenFull, sent::add, now);
        out.acknowledged(new PeerFrame.Ack(ID, true, 0, 0, 1, InLane.BYTES), now);
        Parcel quarter = new Parcel(0, "t", false, new byte[(int) InLane.BYTES / 4]);
        for (int i = 0; i < 5; i++) {
            assertEquals(OutLane.Put.DONE, out.put(quarter, Duration.ZERO));
        }
        assertEquals(1, sent.size());
        assertEquals(switch (whenFull) {
            case BLOCK -> OutLane.Put.TIMEOUT;
            case DISCONNECT -> OutLane.Put.FULL;
            case DROP_OLDEST -> OutLane.Put.DONE;
        }, out.put(quarter, Duration.ZERO));
        assertEquals(whenFull == WhenFull.DROP_OLDEST ? 1 : 0, out.dropped());
        assertEquals(5, out.close().size());
    }

    /** An answer to each message would cost as much as the message. */
    @Property(tries = 1)
    void anAcknowledgementIsDueWhenThereIsMuchRoomOrTheOtherEndWaits() throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, 50, WhenFull.BLOCK, sent::add, now);
        InLane in = new InLane(ID, false, 1, Delivery.AT_MOST_ONCE, WhenFull.BLOCK, 8);
        out.acknowledged(in.ack(), now);
        for (int i = 1; i <= 4; i++) {
            out.put(parcel(i), Duration.ZERO);
            in.arrive((PeerFrame.Data) sent.poll());
            in.take();
            assertEquals(i == 4, in.ackIsDue());
        }
        out.acknowledged(in.ack(), now);
        out.put(parcel(5), Duration.ZERO);
        in.arrive((PeerFrame.Data) sent.poll());
        in.take();
        assertTrue(!in.ackIsDue() && in.ackIsOwed());
        in.ask();
        assertTrue(in.ackIsDue());
        out.acknowledged(in.ack(), now);
        assertTrue(out.awaitDone(Duration.ZERO) && !in.ackIsOwed());
    }

    @Property(tries = 1)
    void anAnswerThatIsLostIsAskedForAgain() throws InterruptedException {
        InLane in = new InLane(ID, false, 1, Delivery.AT_LEAST_ONCE, WhenFull.BLOCK, 5);
        OutLane[] out = new OutLane[1];
        int[] questions = new int[1];
        out[0] = new OutLane(OPEN, 5, WhenFull.BLOCK, frame -> {
            if (frame instanceof PeerFrame.Data data) {
                in.arrive(data);
            } else if (frame instanceof PeerFrame.Probe && ++questions[0] == 2) {
                out[0].acknowledged(in.ack(), now);
            }
        }, now);
        out[0].acknowledged(in.ack(), now);
        out[0].put(parcel(1), Duration.ZERO);
        in.acknowledge(in.take().orElseThrow().number());
        assertTrue(out[0].awaitDone(Duration.ofMinutes(5)));
    }

    /** Frames that wait are no reason to send again: first the other end is asked. */
    @Property(tries = 1)
    void whatIsLostOnABusyPathIsSentAgain() throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, 5, WhenFull.BLOCK, sent::add, now);
        InLane in = new InLane(ID, false, 1, Delivery.AT_MOST_ONCE, WhenFull.BLOCK, 9);
        out.acknowledged(in.ack(), now);
        out.put(parcel(1), Duration.ZERO);
        sent.clear();
        out.put(parcel(2), Duration.ZERO);
        assertTrue(!in.arrive((PeerFrame.Data) sent.poll()));
        now += 1_000_000_000;
        out.tick(now, false);
        assertEquals(List.of(), List.copyOf(sent));
        now += 2_000_000_000;
        out.tick(now, false);
        assertEquals(new PeerFrame.Probe(ID, false), sent.poll());
        out.acknowledged(in.ack(), now);
        assertEquals(OPEN, sent.poll());
        assertTrue(in.arrive((PeerFrame.Data) sent.poll()) && in.arrive((PeerFrame.Data) sent.poll()));
        now += 5_000_000_000L;
        out.tick(now, false);
        assertEquals(new PeerFrame.Probe(ID, false), sent.poll());
        out.acknowledged(in.ack(), now);
        assertEquals(List.of(), List.copyOf(sent));
    }

    private static PeerFrame.Data data(int number, long bytes) {
        return new PeerFrame.Data(ID, false, number, 0, "t", false, new byte[(int) bytes]);
    }

    @Property(tries = 1)
    void whatAProducerSendsBeyondTheLimitOfBytesIsNotTaken() {
        InLane in = new InLane(ID, false, 1, Delivery.AT_LEAST_ONCE, WhenFull.BLOCK, 100);
        assertTrue(in.arrive(data(1, InLane.BYTES / 2)));
        assertTrue(in.arrive(data(2, InLane.BYTES / 2)));
        assertFalse(in.arrive(data(3, 1)));
        in.take();
        in.take();
        assertFalse(in.arrive(data(3, 1)));
        in.acknowledge(1);
        assertTrue(in.arrive(data(3, 1)));
        in.acknowledge(2);
        in.take();
        in.acknowledge(3);
        assertTrue(in.arrive(data(4, InLane.BYTES + 1)));
    }

    @Property
    void aConsumerThatPermitsEverythingDoesNotFillTheHeap(@ForAll WhenFull whenFull) throws InterruptedException {
        PeerFrame.Ack everything = new PeerFrame.Ack(ID, true, 0, 0, Long.MAX_VALUE, Long.MAX_VALUE);
        sent.clear();
        OutLane few = new OutLane(OPEN, 5, WhenFull.BLOCK, sent::add, now);
        few.acknowledged(everything, now);
        for (int i = 0; i < 1000; i++) {
            few.put(parcel(i), Duration.ZERO);
        }
        assertEquals(10, few.kept());
        assertEquals(15, few.close().size());
        OutLane large = new OutLane(OPEN, 1000, whenFull, sent::add, now);
        large.acknowledged(everything, now);
        for (int i = 0; i < 100; i++) {
            large.put(new Parcel(0, "t", false, new byte[(int) InLane.BYTES / 4]), Duration.ZERO);
        }
        assertEquals(8, large.kept());
        assertEquals(12, large.close().size());
        sent.clear();
    }

    @Property(tries = 1)
    void aFalseAcknowledgementForgetsNothingThatWasNotSent() throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, 5, WhenFull.BLOCK, sent::add, now);
        out.acknowledged(new PeerFrame.Ack(ID, true, 100, 100, 1, 1000), now);
        out.put(parcel(1), Duration.ZERO);
        out.put(parcel(2), Duration.ZERO);
        assertEquals(2, out.close().size());
    }

    /** A consumer that has forgotten a stream does not know how much came before. */
    @Property(tries = 1)
    void anEndThatBeginsAnewHasRoom() throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, 100, WhenFull.BLOCK, sent::add, now);
        Parcel half = new Parcel(0, "t", false, new byte[(int) InLane.BYTES / 2]);
        InLane in = new InLane(ID, false, 1, Delivery.AT_MOST_ONCE, WhenFull.BLOCK, 100);
        out.acknowledged(in.ack(), now);
        for (int i = 0; i < 20; i++) {
            out.put(half, Duration.ZERO);
            while (sent.peek() instanceof PeerFrame.Data data) {
                in.arrive(data);
                in.take();
                sent.poll();
            }
            sent.clear();
            out.acknowledged(in.ack(), now);
        }
        InLane again = new InLane(ID, false, 21, Delivery.AT_MOST_ONCE, WhenFull.BLOCK, 100);
        for (int i = 0; i < 8; i += 2) {
            out.put(half, Duration.ZERO);
            out.put(half, Duration.ZERO);
            assertEquals(2, sent.size());
            assertTrue(again.arrive((PeerFrame.Data) sent.poll()) && again.arrive((PeerFrame.Data) sent.poll()));
            again.take();
            again.take();
            out.acknowledged(again.ack(), now);
        }
    }

    private void deliver(OutLane out, InLane in) {
        do {
            while (!sent.isEmpty()) {
                if (sent.poll() instanceof PeerFrame.Data data) {
                    assertTrue(in.arrive(data));
                }
            }
            out.acknowledged(in.ack(), now);
        } while (!sent.isEmpty());
    }

    /** What another consumer has left neither makes this one seem slow, nor takes the room of what is sent to it. */
    @Property
    void whatIsLeftTakesNoRoomOfOtherMessages(@ForAll @IntRange(min = 1, max = 9) int capacity,
            @ForAll WhenFull whenFull) throws InterruptedException {
        sent.clear();
        OutLane out = new OutLane(OPEN, capacity, whenFull, sent::add, now);
        InLane in = new InLane(ID, false, 1, Delivery.AT_LEAST_ONCE, whenFull, capacity);
        List<Parcel> left = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            left.add(parcel(LEFT + i));
        }
        if (whenFull == WhenFull.BLOCK) {
            assertEquals(100, out.adopt(left));
            return;
        }
        assertEquals(0, out.adopt(left), "the other end has not answered");
        deliver(out, in);
        int put = 0;
        List<Integer> taken = new ArrayList<>();
        while (!left.isEmpty()) {
            int adopted = out.adopt(left);
            assertTrue(adopted > 0, "the other end has nothing to do");
            left = left.subList(adopted, left.size());
            assertEquals(0, out.adopt(left), "the other end has to do");
            for (int i = 0; i < capacity; i++) {
                assertEquals(OutLane.Put.DONE, out.put(parcel(put++), Duration.ZERO));
                deliver(out, in);
            }
            for (Optional<PeerFrame.Data> next = in.take(); next.isPresent(); next = in.take()) {
                taken.add(ByteBuffer.wrap(next.get().payload()).getInt());
                in.acknowledge(next.get().number());
                deliver(out, in);
            }
        }
        assertEquals(0, out.dropped());
        assertEquals(IntStream.range(0, put).boxed().toList(), taken.stream().filter(each -> each < LEFT).toList());
        assertTrue(whenFull == WhenFull.DROP_OLDEST || taken.size() == put + 100);
    }
}
