package mpj.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClocksTest {

    @Test
    void theOffsetOfAHostDriftsEvenlyBetweenTheSamples() {
        HostClock clock = HostClock.of("beta", List.of(1), 0, "1000000 500 20 3000000 700 30");
        assertEquals(1_000_500, clock.toLauncher(1_000_000));
        assertEquals(2_000_600, clock.toLauncher(2_000_000));
        assertEquals(4_000_800, clock.toLauncher(4_000_000));
        assertEquals(1e-4, clock.drift(), 1e-12);
        assertEquals(30, clock.error());
    }

    @Test
    void offsetsThatDifferByLessThanTheirErrorsAreNoDriftAndTheBetterCounts() {
        HostClock clock = HostClock.of("beta", List.of(1), 0, "1000000 500 900 3000000 700 30");
        assertEquals(1_000_700, clock.toLauncher(1_000_000));
        assertEquals(0, clock.drift());
        assertEquals(30, clock.error());
    }

    @Test
    void aRecordingRunsByTheSamplesInIt() {
        HostClock host = HostClock.of("alpha", List.of(0), 0, "");
        RecordingClock clock = new RecordingClock(host);
        clock.sample(1_000, 50_000);
        clock.sample(2_000, 51_010);
        assertEquals(50_505, clock.time(1_500));
    }

    @Test
    void aRecordingWithoutSamplesRunsByTheSystemsClock() {
        assertEquals(250, new RecordingClock(HostClock.of("alpha", List.of(0), 1_000, "")).time(1_250));
    }

    @Test
    void aMessageTakesTheReceiveThatWasPostedFirst() {
        PostedReceives receives = new PostedReceives();
        receives.posted(2, -1, 5, 10);
        receives.posted(2, 1, 5, 20);
        receives.posted(2, 1, -1, 30);
        receives.matched(2, 1, 5);
        assertEquals(List.of(20L, 30L), receives.left().stream().map(PostedReceives.Posted::time).sorted().toList());
        receives.matched(4, 1, 5);
        assertEquals(2, receives.left().size(), "a message of another communicator takes none");
    }

    @Test
    void theProgramsLineIsTheFirstBelowTheLibrary() {
        String dump = """
            "main" #1 [7] prio=5
               java.lang.Thread.State: RUNNABLE
            \tat mpj.core@0.1/mpj.engine.Progress.await(mpj.core@0.1/Progress.java:5)
            \tat mpj.engine.Progress.await(Progress.java:5)
            \tat mpj/mpi.Comm.Recv(Comm.java:9)
            \tat mpj.checkpoint.FileCheckpoint.save(FileCheckpoint.java:7)
            \tat app/heat.Solver.step(Solver.java:41)
            \tat heat.Solver.main(Solver.java:12)

            "other" #2
            \tat heat.Other.run(Other.java:3)
            """;
        assertEquals("Solver.java:41", ProgramLine.of(dump, "main"));
        assertEquals("", ProgramLine.of(dump, "third"));
    }
}
