package mpj.transport.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpj.tiers.Turn;
import mpj.transport.packets.Packet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ring between two threads. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChannelTest {
    private static final int PACKETS = Turn.count("mpj.transport.ring.ChannelTest", 20_000, 100_000);

    @Test
    void packetsOfTwoThreadsArriveIntactAndInOrder() throws Exception {
        Random random = new Random(1);
        int[] sizes = random.ints(PACKETS, 0, 20).map(kind -> switch (kind) {
            case 0 -> random.nextInt((int) ChannelLayout.MAXIMUM_PACKET + 1);
            case 1, 2, 3, 4 -> random.nextInt(400);
            default -> random.nextInt(128);
        }).toArray();
        try (ChannelMemory channel = new ChannelMemory(1, ChannelLayout.MAXIMUM_PACKET);
            ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Callable<Integer> sender = () -> {
                int refusals = 0;
                for (int i = 0; i < PACKETS; i++) {
                    while (!new Packet(i, sizes[i]).send(channel.out)) {
                        refusals++;
                        Thread.yield();
                    }
                }
                return refusals;
            };
            Future<Integer> sent = threads.submit(sender);
            Packet.Expecting expecting = new Packet.Expecting(1, sizes);
            while (expecting.received() < PACKETS) {
                if (!channel.in.poll(expecting)) {
                    assertFalse(sent.state() == Future.State.FAILED, "the sender failed");
                    Thread.yield();
                }
            }
            assertTrue(sent.get() >= 0);
            assertFalse(channel.in.poll(expecting));
        }
    }

    @Test
    void noFragmentIsLargerThanTheLargestPacket() {
        for (long maximum = 64; maximum <= ChannelLayout.MAXIMUM_PACKET; maximum += 64) {
            try (ChannelMemory channel = new ChannelMemory(0, maximum)) {
                for (long message : new long[] {1, 128 << 10, (128 << 10) + 1, 1L << 40}) {
                    long fragment = channel.out.fragment(message);
                    assertTrue(fragment >= maximum && fragment <= ChannelLayout.MAXIMUM_PACKET && fragment % 8 == 0);
                }
            }
        }
    }

    @Test
    void congestionIsSeenByTheSender() {
        try (ChannelMemory channel = new ChannelMemory(0, 1024)) {
            assertFalse(channel.out.congested());
            channel.in.congested(true);
            assertTrue(channel.out.congested());
            channel.in.congested(false);
            assertFalse(channel.out.congested());
            assertEquals(1024, channel.out.maximumPayload());
        }
    }
}
