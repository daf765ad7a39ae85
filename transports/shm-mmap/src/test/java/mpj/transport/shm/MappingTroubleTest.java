package mpj.transport.shm;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;

class MappingTroubleTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long LONGEST = 60_000 * MILLISECOND;
    private static final TransportException CAUSE = new TransportException("no descriptor");

    private final MappingTrouble trouble = new MappingTrouble(3, LONGEST);

    private void fail(long from, long to) {
        trouble.failed("its inbox", CAUSE, from * MILLISECOND, to * MILLISECOND);
    }

    private boolean allowsTry(long at) {
        return trouble.allowsTry(at * MILLISECOND);
    }

    @Test
    void pauseIsTenTimesAsLongAsTheTryAndNeverShort() {
        assertTrue(allowsTry(0));
        fail(1000, 1000);
        assertFalse(allowsTry(1019));
        assertTrue(allowsTry(1020));
        fail(2000, 2150);
        assertFalse(allowsTry(3649));
        assertTrue(allowsTry(3650));
        trouble.ends();
        assertTrue(allowsTry(2151));
    }

    @Test
    void troubleIsLongOnlyIfNoTrySucceedsMeanwhile() {
        fail(0, 1);
        fail(60_000, 60_000);
        assertFalse(trouble.lastsLong());
        fail(60_001, 60_001);
        assertTrue(trouble.lastsLong());
        assertTrue(trouble.reason().startsWith("for 60 s, rank 3 could not map its inbox: no descriptor; ulimit -n"),
            trouble::reason);
        trouble.startAgain();
        assertFalse(trouble.lastsLong());
        assertTrue(trouble.lasts());
        trouble.ends();
        assertFalse(trouble.lasts());
        assertFalse(trouble.mayLast());
        fail(200_000, 200_001);
        assertFalse(trouble.lastsLong());
        assertTrue(trouble.lasts() && trouble.mayLast());
    }
}
