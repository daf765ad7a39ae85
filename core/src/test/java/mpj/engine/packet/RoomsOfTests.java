package mpj.engine.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import mpj.engine.Engine;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.SharedRooms;
import mpj.engine.wait.WaitPolicy;
import mpj.transport.spi.Attachments;

/** Shared memory of ranks that are threads, whose calls are never different. */
final class RoomsOfTests {
    /** Threads that wait sleep as soon as there is nothing to do, until they are woken. */
    static final WaitPolicy ASLEEP_AT_ONCE = new WaitPolicy(0, 0, 0, 0, Duration.ofHours(1).toNanos());

    private static final Inquiry.Calls NEVER_DIFFERENT = new Inquiry.Calls() {
        @Override
        public Failure difference(long theirs, int theirRoot, int peer, long ours, int ourRoot) {
            return null;
        }

        @Override
        public Failure disagreement(int peer, long ours, int ourRoot) {
            return null;
        }

        @Override
        public Failure departed(int peer, long ours, int ourRoot) {
            return null;
        }
    };

    private RoomsOfTests() {
    }

    static MemorySegment memory(int ranks) {
        return Arena.ofAuto().allocate(SharedRooms.bytes(ranks), Long.BYTES);
    }

    /** The rooms of all ranks from 0 to a number, as an engine sees them. */
    static SharedRooms of(Engine engine, int context, int ranks, MemorySegment memory) {
        int[] members = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            members[rank] = rank;
        }
        return engine.sharedRooms(context, members, engine.rank(), new Attachments().add(memory, () -> { }),
            engine.inquiry(context, members, NEVER_DIFFERENT));
    }
}
