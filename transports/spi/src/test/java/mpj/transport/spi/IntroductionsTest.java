package mpj.transport.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class IntroductionsTest {
    private static final Job OWN = new Job(2, 4, 4, new byte[32]);
    private static final Job OTHER = new Job(2, 4, 4, new byte[] {1});

    private final Introductions known = new Introductions(OWN);

    @Test
    void ranksOfTheOwnJobNeedNoIntroduction() {
        assertEquals(3, known.index(new Peer(Introductions.SAME_JOB, 3)));
        assertEquals("rank 3", known.name(3));
        assertEquals(3, known.rank(3));
        assertEquals(new Peer(Introductions.SAME_JOB, 2), known.self(3));
    }

    @Test
    void ranksThatTheJobDoesNotHaveAreNotIntroduced() {
        assertEquals(Introductions.NOT_INTRODUCED, known.index(new Peer(Introductions.SAME_JOB, 4)));
        assertEquals(Introductions.NOT_INTRODUCED, known.index(new Peer(Introductions.SAME_JOB, -1)));
    }

    @Test
    void processesOfOtherJobsHaveNoIndexBeforeTheyAreIntroduced() {
        Peer other = new Introductions(OTHER).self(4);
        assertEquals(Introductions.NOT_INTRODUCED, known.index(other));
        known.add(4, other);
        assertEquals(4, known.index(new Peer(OTHER.id(), 2)));
        assertEquals("rank 2 of job " + Long.toHexString(OTHER.id()), known.name(4));
        assertEquals(2, known.rank(4));
        assertEquals(Introductions.NOT_INTRODUCED, known.index(new Peer(OTHER.id(), 3)));
    }

    @Test
    void idIsTheJobsAndNotTheRanks() {
        assertEquals(OWN.id(), new Job(0, 4, 1, new byte[32]).id());
        assertNotEquals(OWN.id(), OTHER.id());
    }

    @Test
    void idTellsTheWorldsOfAJobApart() {
        Job first = new Job(0, 4, 1, new byte[32], "", 1, () -> 1);
        Job second = new Job(0, 4, 1, new byte[32], "", 1, () -> -1);
        assertNotEquals(first.id(), second.id());
        assertEquals(first.launchedId(), second.launchedId());
        assertEquals(new Peer(second.launchedId(), 3), new Peer(second.id(), 3).launched());
    }
}
