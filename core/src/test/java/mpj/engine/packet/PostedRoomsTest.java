package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import mpj.engine.CollectiveMessages;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpj.engine.RoomLayout;
import mpj.engine.SharedRooms;
import mpj.transport.spi.Reach;
import org.junit.jupiter.api.Test;

/** The memory that ranks of a communicator share: who is woken, and when a rank may write to its room. */
class PostedRoomsTest {
    private static final int RANKS = 3;

    private final MailTransport transport = new MailTransport("mail", Reach.HOST, 0, _ -> true, RANKS);
    private final MemorySegment memory = RoomsOfTests.memory(RANKS);

    /** What a rank does in its rooms. */
    private interface Part {
        void play(int rank, SharedRooms rooms) throws InterruptedException;
    }

    /** Lets each rank play its part, with the engine's lock held. */
    private void play(Part part) throws InterruptedException {
        MemoryJob job = new MemoryJob(RANKS, RANKS);
        job.onEveryRank(rank -> () -> {
            try (Engine engine = new PacketEngine(job.bootstrap(rank), TransportChoice.of(List.of(transport), false),
                new EagerLimit(128), RoomsOfTests.ASLEEP_AT_ONCE)) {
                CollectiveMessages lock = engine.collective(0);
                SharedRooms rooms = RoomsOfTests.of(engine, 0, RANKS, memory);
                lock.acquire();
                try {
                    part.play(rank, rooms);
                } finally {
                    lock.release();
                }
                job.bootstrap(rank).fence();
                return null;
            }
        });
    }

    private int sleepers() {
        return (int) ValueLayout.JAVA_INT.varHandle().getVolatile(memory, RoomLayout.SLEEPERS_AT);
    }

    private static void awaitThat(BooleanSupplier happens) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Limit.SECONDS);
        while (!happens.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "it has not happened in time");
            Thread.onSpinWait();
        }
    }

    @Test
    void postWakesNobodyWhoWaitsForAnotherRank() throws InterruptedException {
        CountDownLatch posted = new CountDownLatch(1);
        play((rank, rooms) -> {
            rooms.begin(0, -1);
            switch (rank) {
                case 0 -> {
                    awaitThat(() -> sleepers() == 1);
                    rooms.post(1);
                    rooms.end();
                    assertEquals(0, transport.rings());
                    posted.countDown();
                }
                case 1 -> {
                    assertTrue(posted.await(Limit.SECONDS, TimeUnit.SECONDS));
                    rooms.post(1);
                }
                default -> assertNull(rooms.await(1, 1));
            }
            rooms.end();
        });
    }

    /** A rank that fails early must not write over a post that a slow rank has yet to see. */
    @Test
    void refusalWaitsForTheRoom() throws InterruptedException {
        CountDownLatch left = new CountDownLatch(1);
        play((rank, rooms) -> {
            if (rank == 1) {
                awaitThat(() -> sleepers() == 1 || left.getCount() == 0);
            }
            for (int call = 11; call <= 13; call++) {
                rooms.begin(call, -1);
                if (rank == 0 && call == 13) {
                    rooms.refuse(ErrorClass.ERR_BUFFER, 0);
                } else if (rank == 1) {
                    assertNull(rooms.await(0, 1));
                    assertEquals(call, rooms.call(0));
                    if (call == 13) {
                        assertNotNull(rooms.refusal(0, 1));
                    } else {
                        assertNull(rooms.refusal(0, 1), () -> rooms.refusal(0, 1).text());
                    }
                }
                rooms.end();
            }
            left.countDown();
        });
    }

    /** Once a rank knows that all have begun a collective, it need not look at their posts before it writes. */
    @Test
    void roomIsFreeAfterAllHaveBegunTheLastCollective() throws InterruptedException {
        play((rank, rooms) -> {
            if (rank != 0) {
                return; // so that their posts show nothing
            }
            rooms.begin(0, -1);
            rooms.end();
            rooms.begin(0, -1);
            rooms.allHaveBegun();
            rooms.end();
            rooms.begin(0, -1);
            assertTrue(rooms.isRoomFree());
            assertNull(rooms.awaitRoomFree());
            rooms.end();
            rooms.begin(0, -1);
            assertFalse(rooms.isRoomFree());
            rooms.end();
        });
    }
}
