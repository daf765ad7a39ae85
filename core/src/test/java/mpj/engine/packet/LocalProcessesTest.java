package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import mpj.bindings.ThisHost;
import mpj.engine.wait.WaitPolicy;
import org.junit.jupiter.api.Test;

class LocalProcessesTest {
    private static final WaitPolicy OF_ITS_OWN = WaitPolicy.forThisHost(ThisHost.cores());
    private static final WaitPolicy SHARED = WaitPolicy.forThisHost(ThisHost.cores() + 1);

    @Test
    void ranksThatHaveACoreEachShareTheCoresWhileTheyAreConnectedToAnotherJob() {
        LocalProcesses processes = new LocalProcesses(ThisHost.cores(), false);
        assertNotEquals(OF_ITS_OWN, SHARED);
        assertEquals(OF_ITS_OWN, processes.policy());
        processes.met(ThisHost.cores(), true);
        processes.met(ThisHost.cores(), true);
        assertEquals(SHARED, processes.policy());
        processes.clear();
        assertEquals(OF_ITS_OWN, processes.policy());
    }

    @Test
    void processIsCountedOnce() {
        LocalProcesses processes = new LocalProcesses(ThisHost.cores() - 1, false);
        processes.met(ThisHost.cores(), true);
        processes.met(ThisHost.cores(), true);
        assertEquals(OF_ITS_OWN, processes.policy());
        processes.met(ThisHost.cores() + 1, true);
        assertEquals(SHARED, processes.policy());
    }

    @Test
    void spawnedJobSharesItsHostBeforeItHasMetTheOther() {
        assertEquals(SHARED, new LocalProcesses(ThisHost.cores(), true).policy());
        LocalProcesses onAnotherHost = new LocalProcesses(ThisHost.cores(), true);
        onAnotherHost.met(ThisHost.cores(), false);
        assertEquals(OF_ITS_OWN, onAnotherHost.policy());
    }
}
