package mpj.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostCoresTest {

    @Test
    void ranksThatMayRunOnTheSameCoresShareWhatTheirContainerAllows() {
        HostCores cores = new HostCores();
        cores.add("alpha", 0, 2, "0-7");
        cores.add("alpha", 1, 2, "0-7");
        cores.add("beta", 2, 4, "");
        assertEquals(Map.of(Set.of(0, 1), 2, Set.of(2), 4), cores.byRanks());
    }

    @Test
    void boundRanksHaveTheCoresOfAll() {
        HostCores cores = new HostCores();
        cores.add("alpha", 0, 2, "0-1");
        cores.add("alpha", 1, 1, "4");
        assertEquals(Map.of(Set.of(0, 1), 3), cores.byRanks());
    }
}
