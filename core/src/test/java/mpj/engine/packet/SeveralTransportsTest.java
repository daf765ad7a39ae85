package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.Receive;
import mpj.transport.spi.Reach;
import mpj.transport.spi.TransportProvider;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which transports a job of four ranks on two hosts uses, and how a rank waits for all of them. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SeveralTransportsTest {
    private static final int RANKS = 4;
    private static final int PER_HOST = 2;

    private final MailTransport near = new MailTransport("near", Reach.HOST, 0, rank -> true, PER_HOST);
    private final MemoryJob job = new MemoryJob(RANKS, PER_HOST);

    private static MailTransport network(String name, int preference, Integer... ranks) {
        return new MailTransport(name, Reach.NETWORK, preference,
            rank -> ranks.length == 0 || List.of(ranks).contains(rank), RANKS);
    }

    private List<String> choices(boolean auto, TransportProvider... providers) throws InterruptedException {
        return job.onEveryRank(rank -> () -> {
            try (Engine engine = open(rank, auto, providers)) {
                return engine.transports();
            }
        });
    }

    private Engine open(int rank, boolean auto, TransportProvider... providers) {
        return new PacketEngine(job.bootstrap(rank), TransportChoice.of(List.of(providers), auto), new EagerLimit(128));
    }

    @Test
    void ranksOfAHostUseTheNearAndOthersTheBestNetwork() throws InterruptedException {
        MailTransport best = network("best", 1);
        MailTransport plain = network("plain", 0);
        List<String> choices = choices(true, near, best, plain);
        assertEquals("rank 0 uses near to 1; best to 2-3", choices.get(0));
        assertEquals("rank 3 uses near to 2; best to 0-1", choices.get(3));
        assertEquals(0, plain.opened(), "a network was opened that nobody needs");
    }

    @Test
    void bestNetworkIsTheBestThatEveryRankHas() throws InterruptedException {
        MailTransport best = network("best", 2, 0, 1, 2);
        MailTransport second = network("second", 1, 0, 2, 3);
        MailTransport plain = network("plain", 0);
        List<String> choices = choices(true, near, best, second, plain);
        assertEquals("rank 0 uses near to 1; plain to 2-3", choices.get(0));
        assertEquals("rank 3 uses near to 2; plain to 0-1", choices.get(3));
        assertEquals(0, best.stillOpen() + second.stillOpen(), "what nobody uses is polled");
    }

    @Test
    void withoutANetworkThatAllHaveEachPairUsesTheBestOfItsOwn() throws InterruptedException {
        MailTransport best = network("best", 1, 0, 1, 2);
        MailTransport plain = network("plain", 0, 0, 3);
        List<String> choices = choices(true, near, best, plain);
        assertEquals("rank 0 uses near to 1; best to 2; plain to 3", choices.get(0));
        assertEquals("rank 3 uses near to 2; plain to 0; it cannot reach 1", choices.get(3));
    }

    @Test
    void namedTransportsAreUsedInTheirOrder() throws InterruptedException {
        MailTransport network = network("network", 0);
        assertEquals("rank 0 uses network to 1-3; near to none", choices(false, network, near).getFirst());
        assertEquals("rank 0 uses near to 1; network to 2-3", choices(false, near, network).getFirst());
    }

    @Test
    void rankThatNoTransportLeadsToIsAnErrorThatSaysSo() throws InterruptedException {
        job.onEveryRank(rank -> () -> {
            try (Engine engine = open(rank, false, near)) {
                EngineException e = assertThrows(EngineException.class,
                    () -> engine.startSend(new byte[1], ElementType.BYTE, 0, 1, 0, 0, (rank + 2) % RANKS, 1, false));
                assertTrue(e.getMessage().contains("cannot be reached from rank " + rank + ": this rank has near"),
                    e.getMessage());
                return null;
            }
        });
    }

    /** If nothing watched the network, a rank would sleep on for 20 s, because its near transport is silent. */
    @Test
    void sleeperHearsOfEveryTransportAndAnySourceMatchesAcrossThem() throws InterruptedException {
        int rounds = 40;
        MailTransport network = network("network", 0);
        List<Integer> sums = job.onEveryRank(rank -> () -> {
            try (Engine engine = open(rank, true, near, network)) {
                int sum = rank == 0 ? collect(engine, rounds) : answer(engine, rank, rounds);
                job.bootstrap(rank).fence();
                return sum;
            }
        });
        assertEquals((1 + 2 + 3) * rounds, sums.getFirst());
    }

    /** Asks one rank after the other and takes the answers from any source. Most of the time all ranks sleep. */
    private static int collect(Engine engine, int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            for (int to = 1; to < RANKS; to++) {
                send(engine, i, to);
                int[] answer = new int[1];
                Receive receive = receive(engine, answer, Receive.ANY);
                assertNull(receive.failure());
                assertEquals(to, receive.matchedSource());
                sum += answer[0];
            }
        }
        return sum;
    }

    private static int answer(Engine engine, int rank, int rounds) {
        for (int i = 0; i < rounds; i++) {
            receive(engine, new int[1], 0);
            send(engine, rank, 0);
        }
        return 0;
    }

    private static void send(Engine engine, int value, int to) {
        engine.send(new int[] {value}, ElementType.INT, 0, Integer.BYTES, SectionHeader.pack(ElementType.INT.code(), 1),
            0, to, 1);
    }

    private static Receive receive(Engine engine, int[] room, int source) {
        return engine.receive(room, ElementType.INT, ElementType.INT.code(), 0, Integer.BYTES, 0, source, 1);
    }
}
