package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import mpj.engine.wait.WaitPolicy;
import org.junit.jupiter.api.Test;

class LocalProcessesTest {
    private static final int CORES = 4;
    private static final WaitPolicy OF_ITS_OWN = WaitPolicy.of(CORES, CORES);
    private static final WaitPolicy SHARED = WaitPolicy.of(CORES + 1, CORES);

    @Test
    void ranksThatHaveACoreEachShareTheCoresWhileTheyAreConnectedToAnotherJob() {
        LocalProcesses processes = new LocalProcesses(CORES, CORES, false);
        assertNotEquals(OF_ITS_OWN, SHARED);
        assertEquals(OF_ITS_OWN, processes.policy());
        processes.met(CORES, true);
        processes.met(CORES, true);
        assertEquals(SHARED, processes.policy());
        processes.clear();
        assertEquals(OF_ITS_OWN, processes.policy());
    }

    @Test
    void processIsCountedOnce() {
        LocalProcesses processes = new LocalProcesses(CORES - 1, CORES, false);
        processes.met(CORES, true);
        processes.met(CORES, true);
        assertEquals(OF_ITS_OWN, processes.policy());
        processes.met(CORES + 1, true);
        assertEquals(SHARED, processes.policy());
    }

    @Test
    void spawnedJobSharesItsHostBeforeItHasMetTheOther() {
        assertEquals(SHARED, new LocalProcesses(CORES, CORES, true).policy());
        LocalProcesses onAnotherHost = new LocalProcesses(CORES, CORES, true);
        onAnotherHost.met(CORES, false);
        assertEquals(OF_ITS_OWN, onAnotherHost.policy());
    }
}
