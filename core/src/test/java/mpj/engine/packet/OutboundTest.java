package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.match.Envelope;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.Channel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that work other than a send takes turns with sends, and waits while the channel is full. */
class OutboundTest {
    private static final int CONTEXT = 4;

    /** A channel that takes as many packets as it has room for, and remembers their second words. */
    private static final class Room implements Channel {
        final List<Long> committed = new ArrayList<>();
        private final MemorySegment memory = Arena.ofAuto().allocate(64);
        int packets;

        @Override
        public long maximumPayload() {
            return memory.byteSize();
        }

        @Override
        public long fragment(long bytes) {
            return memory.byteSize();
        }

        @Override
        public MemorySegment buffer() {
            return memory;
        }

        @Override
        public long reserve(long bytes) {
            return packets == 0 ? FULL : 0;
        }

        @Override
        public void commit(long bytes, long envelope, long header) {
            packets--;
            committed.add(header);
        }

        @Override
        public boolean congested() {
            return false;
        }
    }

    /** Work that sends its packets one after another, as a put would. */
    private static final class Work extends Outbound {
        private final Destination destination;
        private final int first;
        private final int packets;
        private int sent;
        private boolean ended;

        Work(Destination destination, int first, int packets) {
            this.destination = destination;
            this.first = first;
            this.packets = packets;
        }

        @Override
        Destination destination() {
            return destination;
        }

        @Override
        int context() {
            return CONTEXT;
        }

        @Override
        long number() {
            return first;
        }

        @Override
        void giveUp(Failure failure) {
            fail(failure.error(), failure.text());
        }

        @Override
        boolean push() {
            for (; sent < packets; sent++) {
                if (destination.channel.reserve(0) == Channel.FULL) {
                    return false;
                }
                destination.channel.commit(0, Envelope.pack(Envelope.MESSAGE, CONTEXT, 0), first + sent);
            }
            return true;
        }

        @Override
        long progress() {
            return sent;
        }

        @Override
        boolean isFinished() {
            return sent == packets;
        }

        @Override
        void end() {
            pushing = false;
            ended = true;
        }
    }

    private final EngineLock lock = new EngineLock();
    private final Backlog backlog = new Backlog(lock, new Completions(lock));
    private final Room room = new Room();
    private final Destination destination = new Destination(1, null, room);

    @BeforeEach
    void acquire() {
        lock.acquire();
    }

    @AfterEach
    void release() {
        lock.release();
    }

    @Test
    void workThatMeetsAFullChannelGoesOnWhenThereIsRoom() {
        Work work = new Work(destination, 10, 3);
        room.packets = 1;
        assertFalse(backlog.push(work));
        assertFalse(destination.idle());
        assertFalse(backlog.push(), "nothing moves without room");
        assertFalse(work.done());
        room.packets = 5;
        assertTrue(backlog.push());
        assertTrue(work.done() && work.ended);
        assertTrue(destination.idle() && backlog.isEmpty());
        assertEquals(List.of(10L, 11L, 12L), room.committed);
    }

    @Test
    void workKeepsItsTurn() {
        Work first = new Work(destination, 10, 2);
        Work second = new Work(destination, 20, 2);
        assertFalse(backlog.push(first));
        room.packets = 3;
        assertFalse(backlog.push(second));
        assertTrue(first.done());
        assertFalse(second.done());
        room.packets = 1;
        assertTrue(backlog.push());
        assertTrue(second.done());
        assertEquals(List.of(10L, 11L, 20L, 21L), room.committed);
    }

    @Test
    void workForALostRankFails() {
        Work work = new Work(destination, 10, 2);
        assertFalse(backlog.push(work));
        backlog.fail(destination, new Failure(ErrorClass.ERR_OTHER, "rank 1 is lost"));
        assertTrue(work.done() && work.hasFailed() && work.ended);
        assertTrue(backlog.isEmpty());
        room.packets = 5;
        assertFalse(backlog.push());
        assertEquals(List.of(), room.committed);
    }
}
