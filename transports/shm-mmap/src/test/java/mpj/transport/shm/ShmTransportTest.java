package mpj.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import mpj.transport.packets.Packet;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole transports, several in this process. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmTransportTest {
    private static final long LONG_SLEEP = 1_000_000_000L;
    private static final PacketHandler NOBODY = (_, _, _, _, _, _) -> {
        throw new AssertionError("a packet came");
    };

    private final List<Transport> opened = new ArrayList<>();

    private Transport open(int rank, int size) {
        Transport transport = new ShmProvider().open(new Job(rank, size, size, new byte[32]), "");
        opened.add(transport);
        return transport;
    }

    @AfterEach
    void close() {
        opened.forEach(Transport::close);
    }

    private static String addressOf(Transport transport) {
        return new String(transport.address(), StandardCharsets.UTF_8);
    }

    @Test
    void packetsOfSeveralSendersCarryTheirRanks() {
        List<Transport> ranks = List.of(open(0, 4), open(1, 4), open(2, 4), open(3, 4));
        assertFalse(ranks.getFirst().progress(NOBODY));
        for (int sender : new int[] {2, 0, 3, 1}) {
            Channel channel = ranks.get(sender).connect(0, ranks.getFirst().address());
            assertTrue(new Packet(sender, 100 * sender).send(channel));
        }
        List<Integer> sources = new ArrayList<>();
        PacketHandler handler = (source, _, _, _, _, bytes) -> {
            assertEquals(100L * source, bytes);
            sources.add(source);
        };
        while (sources.size() < 4) {
            ranks.getFirst().progress(handler);
        }
        assertEquals(List.of(0, 1, 2, 3), sources.stream().sorted().toList());
        assertFalse(ranks.getFirst().progress(NOBODY));
    }

    @Test
    void congestionReachesTheSendersChannel() {
        Transport sender = open(0, 2);
        Transport receiver = open(1, 2);
        Channel channel = sender.connect(1, receiver.address());
        assertTrue(new Packet(0, 5).send(channel));
        AtomicInteger received = new AtomicInteger();
        while (received.get() == 0) {
            receiver.progress((_, _, _, _, _, _) -> received.incrementAndGet());
        }
        receiver.congested(0, true);
        assertTrue(channel.congested());
        receiver.congested(0, false);
        assertFalse(channel.congested());
    }

    @Test
    void packetThatComesDuringASleepEndsIt() throws InterruptedException {
        Transport sender = open(0, 2);
        Transport receiver = open(1, 2);
        int packets = 2000;
        int[] received = new int[1];
        Thread sleeper = Thread.ofPlatform().start(() -> {
            PacketHandler handler = (int _, long _, long _, MemorySegment _, long _, long _) -> received[0]++;
            while (received[0] < packets) {
                if (!receiver.progress(handler)) {
                    receiver.prepareToSleep();
                    receiver.sleep(LONG_SLEEP);
                }
            }
        });
        Channel channel = sender.connect(1, receiver.address());
        for (int i = 0; i < packets; i++) {
            while (!new Packet(i, i % 50).send(channel)) {
                Thread.onSpinWait();
            }
            if (i % 10 == 0) {
                Thread.yield();
            }
        }
        sleeper.join();
        assertEquals(packets, received[0]);
    }

    @Test
    void wakeEndsEverySleep() throws InterruptedException {
        Transport transport = open(0, 1);
        AtomicInteger awake = new AtomicInteger();
        List<Thread> sleepers = Stream.generate(() -> Thread.ofPlatform().start(() -> {
            // Prepared by one thread at a time, as the engine does.
            for (int i = 0; i < 1000; i++) {
                synchronized (transport) {
                    transport.prepareToSleep();
                }
                transport.sleep(LONG_SLEEP);
            }
            awake.incrementAndGet();
        })).limit(3).toList();
        while (awake.get() < 3) {
            transport.wake();
            Thread.yield();
        }
        for (Thread sleeper : sleepers) {
            sleeper.join();
        }
    }

    @Test
    void inboxIsForItsOwnerOnlyAndHasNoName() throws Exception {
        Transport transport = open(0, 2);
        Path path = Path.of(addressOf(transport).lines().toList().get(1));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        assertTrue(Files.readSymbolicLink(path).toString().endsWith(" (deleted)"));
        assertFalse(Files.exists(Files.readSymbolicLink(path)));
    }

    @Test
    void rankOfAnotherHostIsNotReached() {
        Transport transport = open(0, 2);
        assertTrue(transport.reaches(transport.address()));
        String address = addressOf(transport);
        String elsewhere = (address.charAt(0) == '0' ? '1' : '0') + address.substring(1);
        assertFalse(transport.reaches(elsewhere.getBytes(StandardCharsets.UTF_8)));
        assertFalse(transport.reaches(new byte[0]));
    }

    private static PacketHandler collecting(Map<Integer, String> lost) {
        return new PacketHandler() {
            @Override
            public void packet(int source, long envelope, long header, MemorySegment segment, long offset,
                               long bytes) {
                throw new AssertionError("a packet of rank " + source);
            }

            @Override
            public void lost(int rank, TransportException cause) {
                assertNull(lost.put(rank, cause.getMessage()), "told twice");
            }
        };
    }

    /** Two peers whose inboxes another process has open, which is killed; one of them had left in order before. */
    @Test
    void peerWhoseProcessEndsIsReportedAsLostUnlessItHasLeft() throws Exception {
        Transport transport = open(0, 3);
        List<Process> processes = new ArrayList<>();
        for (int rank = 1; rank < 3; rank++) {
            Transport peer = open(rank, 3);
            String path = addressOf(peer).lines().skip(1).findFirst().orElseThrow()
                .replace("/proc/self/", "/proc/" + ProcessHandle.current().pid() + "/");
            Process process = new ProcessBuilder("sh", "-c", "exec 9<>" + path + "; echo open; read nothing").start();
            processes.add(process);
            assertEquals('o', process.getInputStream().read());
            String theirs = addressOf(peer).lines().findFirst().orElseThrow() + "\n/proc/" + process.pid() + "/fd/9";
            transport.connect(rank, theirs.getBytes(StandardCharsets.UTF_8));
        }
        opened.remove(1).close();
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        Map<Integer, String> lost = new HashMap<>();
        while (lost.isEmpty()) {
            transport.progress(collecting(lost));
            transport.sleep(LONG_SLEEP);
        }
        assertEquals(Set.of(2), lost.keySet());
        assertTrue(lost.get(2).contains("process " + processes.get(1).pid() + " of this host has ended"),
            lost::toString);
    }

    @Test
    void peerThatHasEndedIsReportedAsLost() {
        Transport transport = open(0, 2);
        Transport peer = new ShmProvider().open(new Job(1, 2, 2, new byte[32]), "");
        byte[] address = peer.address();
        peer.close();
        Channel channel = transport.connect(1, address);
        assertEquals(Channel.FULL, channel.reserve(0));
        Map<Integer, String> lost = new HashMap<>();
        PacketHandler handler = collecting(lost);
        assertTrue(transport.progress(handler));
        assertFalse(transport.progress(handler));
        assertEquals(Set.of(1), lost.keySet());
        assertTrue(lost.get(1).contains("rank 1: there is no /proc/")
            && lost.get(1).endsWith("its process has ended"), lost::toString);
    }

    @Test
    void inboxOfAnotherLayoutIsRefused() {
        Transport transport = open(0, 2);
        Transport larger = open(1, 3);
        String message = assertThrows(TransportException.class,
            () -> transport.connect(1, larger.address())).getMessage();
        assertTrue(message.contains("inbox of rank 1") && message.contains("same version"), message);
    }
}
