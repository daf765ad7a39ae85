package mpj.core.collective;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Properties;
import mpj.collectives.Schedule;
import mpj.collectives.selection.Selection;
import mpj.core.datatype.TypeDescriptor;
import org.junit.jupiter.api.Test;

class ScheduleCacheTest {
    private static final Participants RANKS = Participants.of(new int[] {0, 1, 2, 3}, 0, null);

    private final CallBinding binding = new CallBinding(RANKS);

    private final ScheduleCache schedules =
        new ScheduleCache(() -> Selection.of(new Properties(), "tcp"), null, RANKS);

    private Schedule bcast(TypeDescriptor datatype, int count) {
        Object buffer = datatype.isObject() ? new Object[count] : new byte[count];
        return schedule(call().bcast(buffer, 0, count, datatype, 0));
    }

    private CollectiveCall call() {
        return new CollectiveCall(CollectiveCall.Form.NONBLOCKING, null);
    }

    private Schedule schedule(CollectiveCall call) {
        binding.bind(call, new CallBuffers());
        return schedules.get(call, 0);
    }

    @Test
    void sameCallHasTheSameSchedule() {
        assertSame(bcast(TypeDescriptor.BYTE, 1), bcast(TypeDescriptor.BYTE, 1));
    }

    /** If two calls shared a place, each of them would write its schedule again every time. */
    @Test
    void twoCallsByTurnsKeepTheirSchedules() {
        for (int count = 0; count < 1000; count++) {
            // The first turn may remove schedules of much earlier calls.
            barrier();
            bcast(TypeDescriptor.BYTE, count);
            Schedule barrier = barrier();
            Schedule bcast = bcast(TypeDescriptor.BYTE, count);
            assertSame(barrier, barrier());
            assertSame(bcast, bcast(TypeDescriptor.BYTE, count));
        }
    }

    private Schedule barrier() {
        return schedule(call().barrier());
    }

    /**
     * Objects have an algorithm of their own. A rank that has made both calls must do the same as a rank that has made
     * one.
     */
    @Test
    void objectsDoNotTakeTheScheduleOfAsManyBytes() {
        Schedule bytes = bcast(TypeDescriptor.BYTE, 1);
        assertNotSame(bytes, bcast(TypeDescriptor.OBJECT, 1));
    }
}
