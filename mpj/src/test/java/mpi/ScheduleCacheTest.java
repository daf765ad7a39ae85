package mpi;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Properties;
import mpj.collectives.Collective;
import mpj.collectives.Schedule;
import mpj.collectives.selection.Selection;
import org.junit.jupiter.api.Test;

class ScheduleCacheTest {
    private static final int SIZE = 4;

    private final ScheduleCache schedules =
        new ScheduleCache(() -> Selection.of(new Properties(), "tcp"), null, 0, SIZE);

    private Schedule bcast(Datatype datatype, int count) {
        return schedules.get(Collective.BCAST, 0, datatype.bytes(count), null, null, datatype, null, 0);
    }

    @Test
    void sameCallHasTheSameSchedule() {
        assertSame(bcast(MPI.BYTE, 1), bcast(MPI.BYTE, 1));
    }

    /** Where two calls shared a place, each wrote its schedule anew every time. */
    @Test
    void twoCallsByTurnsKeepTheirSchedules() {
        for (int count = 0; count < 1000; count++) {
            // The first turn may push out what came long before.
            barrier();
            bcast(MPI.BYTE, count);
            Schedule barrier = barrier();
            Schedule bcast = bcast(MPI.BYTE, count);
            assertSame(barrier, barrier());
            assertSame(bcast, bcast(MPI.BYTE, count));
        }
    }

    private Schedule barrier() {
        return schedules.get(Collective.BARRIER, 0, 0, null, null, MPI.BYTE, null, 0);
    }

    /** Objects go by an algorithm of their own: a rank that has called both must do as one that has called one. */
    @Test
    void objectsDoNotTakeTheScheduleOfAsManyBytes() {
        Schedule bytes = bcast(MPI.BYTE, 1);
        assertNotSame(bytes, bcast(MPI.OBJECT, 1));
    }
}
