package mpj.transport.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.Job;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two ranks of this JVM. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ThreadsTransportTest {
    private static final int LONG_SLEEPS = 20;

    /** The part of a cell before its payload (ChannelLayout of module ring). */
    private static final int CELL_HEAD = 24;

    private static Transport open(int rank) {
        return open(rank, 2);
    }

    private static Transport open(int rank, int size) {
        return new ThreadsProvider().open(new Job(rank, size, size, new byte[32], "", size), "");
    }

    /** The packets that have arrived, as text. */
    private static class Log implements PacketHandler {
        final List<String> packets = new ArrayList<>();
        final List<TransportException> failures = new ArrayList<>();

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            packets.add(source + " " + envelope + " " + header + " "
                + (bytes == 0 ? "" : segment.get(ValueLayout.JAVA_BYTE, offset)));
        }

        @Override
        public void completed(long cookie, TransportException failure) {
            packets.add("read " + cookie);
            failures.add(failure);
        }
    }

    @Test
    void packetsArriveInOrderWithTheirSender() {
        try (Transport one = open(0); Transport other = open(1)) {
            assertTrue(one.reaches(other.address()));
            Channel channel = one.connect(1, other.address());
            for (byte i = 0; i < 3; i++) {
                long at = channel.reserve(1);
                channel.buffer().set(ValueLayout.JAVA_BYTE, at, i);
                channel.commit(1, 10 + i, 20 + i);
            }
            Log log = new Log();
            assertTrue(other.progress(log));
            assertEquals(List.of("0 10 20 0", "0 11 21 1", "0 12 22 2"), log.packets);
            assertFalse(other.progress(log));
        }
    }

    @Test
    void peerThatHasClosedCanNeverBeReached() {
        try (Transport one = open(0)) {
            Transport other = open(1);
            byte[] address = other.address();
            other.close();
            assertFalse(assertThrows(TransportException.class, () -> one.connect(1, address)).mayPass());
        }
    }

    @Test
    void damagedChannelCostsItsSenderAndNobodyElse() {
        try (Transport receiver = open(0, 3); Transport sender = open(1, 3); Transport other = open(2, 3)) {
            Channel channel = sender.connect(0, receiver.address());
            Channel intact = other.connect(0, receiver.address());
            List<String> losses = new ArrayList<>();
            Log log = new Log() {
                @Override
                public void lost(int peer, TransportException cause) {
                    losses.add(peer + " " + cause.getMessage());
                }
            };
            long cell = channel.reserve(0) - CELL_HEAD;
            MemorySegment cells = channel.buffer();
            channel.commit(0, 10, 20);
            assertTrue(receiver.progress(log));
            assertEquals(List.of("1 10 20 "), log.packets);
            long second = channel.reserve(0) - CELL_HEAD;
            assertTrue(second > cell);
            cells.set(ValueLayout.JAVA_LONG, second + CELL_HEAD, 1 << 20);
            cells.set(ValueLayout.JAVA_LONG, second, 200L << 32 | 2);
            intact.reserve(0);
            intact.commit(0, 11, 21);
            for (int i = 0; i < 3; i++) {
                receiver.progress(log);
            }
            assertEquals(List.of("1 10 20 ", "2 11 21 "), log.packets);
            assertEquals(List.of("1 a peer's channel is damaged: it has no block 1048576"), losses);
        }
    }

    /** Both are rank 0 of their job. */
    @Test
    void rankOfAnotherJobIsHeardOnceItIsIntroducedAndNotBefore() {
        byte[] otherSecret = {1};
        Job otherJob = new Job(0, 2, 2, otherSecret, "", 2);
        try (Transport here = open(0); Transport neighbour = open(1);
             Transport there = new ThreadsProvider().open(otherJob, "")) {
            assertTrue(there.introduce(2, new Peer(new Job(0, 2, 2, new byte[32]).id(), 0), new byte[0]));
            Channel channel = there.connect(2, here.address());
            channel.reserve(0);
            channel.commit(0, 10, 20);
            Channel near = neighbour.connect(0, here.address());
            near.reserve(0);
            near.commit(0, 11, 21);
            Log log = new Log();
            assertTrue(here.progress(log));
            assertFalse(here.progress(log));
            assertEquals(List.of("1 11 21 "), log.packets);
            assertTrue(here.introduce(5, new Peer(otherJob.id(), 0), new byte[0]));
            assertTrue(here.progress(log));
            assertEquals(List.of("1 11 21 ", "5 10 20 "), log.packets);
            assertFalse(here.progress(log));
        }
    }

    @Test
    void arrayIsReadOutOfThePeersArray() {
        try (Transport one = open(0); Transport other = open(1)) {
            RemoteMemory sender = one.remoteMemory();
            RemoteMemory receiver = other.remoteMemory();
            int[] source = {1, 2, 3, 4};
            int[] target = new int[4];
            MemorySegment key = MemorySegment.ofArray(new byte[RemoteMemory.MAXIMUM_KEY]);
            MemoryRegion registered = sender.register(MemorySegment.ofArray(source));
            registered.key(key, 0);
            MemoryRegion local = receiver.register(MemorySegment.ofArray(target));
            Log log = new Log();
            assertTrue(receiver.read(0, key, 0, 4, local, 4, 8, 7));
            assertTrue(log.packets.isEmpty(), "told from within progress only");
            assertTrue(other.progress(log));
            assertEquals(List.of("read 7"), log.packets);
            assertNull(log.failures.getFirst());
            assertArrayEquals(new int[] {0, 2, 3, 0}, target);
            int[] copy = new int[4];
            assertTrue(receiver.copy(0, key, 0, MemorySegment.ofArray(copy)));
            assertArrayEquals(source, copy);
            registered.close();
            assertFalse(receiver.copy(0, key, 0, MemorySegment.ofArray(copy)));
            assertTrue(receiver.read(0, key, 0, 0, local, 0, 8, 8));
            other.progress(log);
            assertNotNull(log.failures.getLast(), "the sender has taken its buffer back");
        }
    }

    @Test
    void readBeyondThePeersArrayFails() {
        try (Transport one = open(0); Transport other = open(1)) {
            MemorySegment key = MemorySegment.ofArray(new byte[RemoteMemory.MAXIMUM_KEY]);
            one.remoteMemory().register(MemorySegment.ofArray(new int[4])).key(key, 0);
            MemorySegment target = MemorySegment.ofArray(new int[5]);
            RemoteMemory receiver = other.remoteMemory();
            assertFalse(receiver.copy(0, key, 0, target));
            Log log = new Log();
            assertTrue(receiver.read(0, key, 0, 16, receiver.register(target), 16, 4, 7));
            other.progress(log);
            assertTrue(log.failures.getFirst().getMessage().contains("damaged"), log.failures::toString);
        }
    }

    /** The numbers in a key come in a packet, so they may be any. */
    @Test
    void keyOfNoMemoryEndsItsReadAndNothingElse() {
        try (Transport one = open(0); Transport other = open(1)) {
            MemorySegment key = MemorySegment.ofArray(new byte[RemoteMemory.MAXIMUM_KEY]);
            one.remoteMemory().register(MemorySegment.ofArray(new int[] {5})).key(key, 0);
            long inbox = key.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            long number = key.get(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES);
            int[] target = new int[1];
            RemoteMemory receiver = other.remoteMemory();
            MemoryRegion local = receiver.register(MemorySegment.ofArray(target));
            Log log = new Log();
            for (long wrong : new long[] {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32 | number}) {
                key.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, wrong);
                assertTrue(receiver.read(0, key, 0, 0, local, 0, 4, 7));
                key.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, inbox);
                key.set(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES, wrong);
                assertTrue(receiver.read(0, key, 0, 0, local, 0, 4, 8));
                other.progress(log);
                key.set(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES, number);
            }
            assertEquals(10, log.failures.size());
            assertFalse(log.failures.contains(null), log.failures::toString);
            assertEquals(0, target[0]);
            assertTrue(receiver.copy(0, key, 0, MemorySegment.ofArray(target)));
            assertEquals(5, target[0]);
        }
    }

    @Test
    void packetEndsASleepHoweverCloseTheyCome() throws InterruptedException {
        try (Transport one = open(0); Transport other = open(1)) {
            Channel channel = one.connect(1, other.address());
            Log log = new Log();
            for (int i = 0; i < LONG_SLEEPS; i++) {
                CountDownLatch awake = new CountDownLatch(1);
                other.prepareToSleep();
                Thread.ofPlatform().start(() -> {
                    other.sleep(Long.MAX_VALUE);
                    awake.countDown();
                });
                channel.reserve(0);
                channel.commit(0, i, i);
                assertTrue(awake.await(30, TimeUnit.SECONDS));
                other.progress(log);
                assertEquals(i + 1, log.packets.size());
            }
        }
    }

    @Test
    void doorbellEndsASleepWithoutAChannel() throws InterruptedException {
        Transport one = open(0);
        Transport other = open(1);
        Doorbell doorbell = one.doorbell(1, other.address());
        for (int i = 0; i < LONG_SLEEPS; i++) {
            other.prepareToSleep();
            Thread sleeper = Thread.ofPlatform().start(() -> other.sleep(Long.MAX_VALUE));
            doorbell.ring();
            assertTrue(sleeper.join(Duration.ofSeconds(30)));
        }
        assertFalse(other.progress(new Log()), "something has come");
        other.close();
        one.doorbell(1, other.address()).ring();
        one.close();
    }

    @Test
    void rankWithAJvmOfItsOwnIsRefused() {
        Job job = new Job(0, 2, 2, new byte[32]);
        TransportException refusal =
            assertThrows(TransportException.class, () -> new ThreadsProvider().open(job, ""));
        assertTrue(refusal.getMessage().contains("mpjrun -Dmpj.transport=threads"), refusal.getMessage());
    }

    @Test
    void rankOfAnotherJvmOrOneThatIsGoneIsNotReached() {
        Transport other = open(1);
        try (Transport one = open(0)) {
            assertFalse(one.reaches("another-process 1".getBytes(StandardCharsets.US_ASCII)));
            byte[] address = other.address();
            other.close();
            assertThrows(TransportException.class, () -> one.connect(1, address));
        }
    }

    @Test
    void addressWithADamagedNumberIsNotReached() {
        try (Transport one = open(0); Transport other = open(1)) {
            String address = new String(other.address(), StandardCharsets.US_ASCII);
            for (String end : List.of("", "x", "99999999999999999999", " ")) {
                byte[] damaged =
                    (address.substring(0, address.indexOf(' ') + 1) + end).getBytes(StandardCharsets.US_ASCII);
                assertFalse(one.reaches(damaged), "number '" + end + "'");
                assertThrows(TransportException.class, () -> one.connect(1, damaged), "number '" + end + "'");
            }
        }
    }

    @Test
    void offeredObjectIsTakenOnceWhileItsOwnerIsOpen() {
        Transport other = new ThreadsTransport(new Job(1, 2, 2, new byte[32], "", 2), true);
        try (Transport one = new ThreadsTransport(new Job(0, 2, 2, new byte[32], "", 2), true)) {
            Object object = new Object();
            byte[] key = one.sharedObjects().offer(object);
            assertSame(object, other.sharedObjects().take(key));
            assertNull(other.sharedObjects().take(key));
            for (int length : new int[] {0, key.length - 1, key.length + 1}) {
                assertNull(other.sharedObjects().take(Arrays.copyOf(key, length)), length + " bytes");
            }
            byte[] left = other.sharedObjects().offer(object);
            other.close();
            assertNull(one.sharedObjects().take(left));
        }
    }

    @Test
    void nothingIsSharedUnlessAskedFor() {
        try (Transport one = open(0)) {
            assertNull(one.sharedObjects());
        }
    }

    @Test
    void lackOfMemoryForAChannelNamesTheOption() {
        String message = assertThrows(TransportException.class, () -> Inbox.allocate(1L << 50)).getMessage();
        assertTrue(message.contains("a channel") && message.contains("-XX:MaxDirectMemorySize"), message);
    }
}
