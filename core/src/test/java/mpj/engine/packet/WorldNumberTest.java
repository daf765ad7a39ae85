package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class WorldNumberTest {
    /** As two jobs have for which the user has set the same secret, and a process that joins its job again. */
    @Test
    void jobsWithTheSameSecretHaveDifferentIds() {
        MemoryNetwork one = new MemoryNetwork(3, 4, MemoryNetwork.PACKET);
        MemoryNetwork other = new MemoryNetwork(3, 4, MemoryNetwork.PACKET);
        long id = one.engine(0).self().job();
        for (int rank = 1; rank < 3; rank++) {
            assertEquals(id, one.engine(rank).self().job(), "all ranks of a job have the same");
        }
        assertNotEquals(id, other.engine(0).self().job());
        assertEquals(one.engine(0).self().launched(), other.engine(0).self().launched(), "their secret is the same");
    }
}
