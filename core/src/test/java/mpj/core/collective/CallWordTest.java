package mpj.core.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mpj.collectives.Collective;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.Failure;
import org.junit.jupiter.api.Test;

/** The parts of their calls that ranks compare. */
final class CallWordTest {
    private static final int ROOT = 1;
    private static final CallWord CALLS = new CallWord(Participants.of(new int[] {0, 1, 2, 3}, 0, null));
    private static final long MOST_BYTES = (long) Integer.MAX_VALUE * Double.BYTES;

    private static Failure difference(long theirs, int theirRoot, long ours, int ourRoot) {
        return CALLS.difference(theirs, theirRoot, 3, ours, ourRoot);
    }

    @Test
    void rootsFarApartAreNotTheSame() {
        for (int apart : new int[] {1, 1 << 16, 1 << 24, 1 << 30}) {
            int other = ROOT + apart;
            Failure failure = difference(CallWord.of(Collective.BCAST, ROOT, TypeDescriptor.INT, 4), ROOT,
                CallWord.of(Collective.BCAST, other, TypeDescriptor.INT, 4), other);
            assertNotNull(failure, "roots " + apart + " apart");
            assertEquals("rank 3 calls bcast with root 1, this rank calls bcast with root " + other, failure.text());
        }
    }

    @Test
    void nothingOfACallIsCutOff() {
        Set<Long> words = new HashSet<>();
        List<TypeDescriptor> types = List.of(TypeDescriptor.BYTE, TypeDescriptor.CHAR, TypeDescriptor.SHORT,
            TypeDescriptor.BOOLEAN, TypeDescriptor.INT, TypeDescriptor.LONG, TypeDescriptor.FLOAT,
            TypeDescriptor.DOUBLE, TypeDescriptor.OBJECT, TypeDescriptor.PACKED);
        long[] sizes = {0, 1, MOST_BYTES - 1, MOST_BYTES};
        for (Collective collective : Collective.values()) {
            for (TypeDescriptor type : types) {
                for (long bytes : sizes) {
                    words.add(CallWord.of(collective, ROOT, type, bytes));
                }
            }
        }
        assertEquals(Collective.values().length * types.size() * sizes.length, words.size());
    }

    @Test
    void sameCallDoesNotDiffer() {
        long word = CallWord.of(Collective.REDUCE, 70_000, TypeDescriptor.DOUBLE, MOST_BYTES);
        assertNull(difference(word, 70_000, word, 70_000));
    }

    @Test
    void textsNameTheWholeRoot() {
        long word = CallWord.of(Collective.SCATTER, 70_000, TypeDescriptor.INT, 8);
        assertTrue(CALLS.disagreement(2, word, 70_000).text().startsWith("in scatter with root 70000 rank 2"));
        assertTrue(CALLS.misfit(4, 2, 8, word, 70_000).startsWith("in scatter with root 70000 rank 2"));
    }

    @Test
    void ranksOfTwoGroupsAreNamedAsTheProgramKnowsThem() {
        Participants second = Participants.ofTwo(new int[] {4, 5}, 1, new int[] {1, 2, 3}, false);
        CallWord calls = new CallWord(second);
        long word = CallWord.of(Collective.BCAST, 2, TypeDescriptor.INT, 8);
        assertEquals("in bcast with root 2 of the remote group rank 0 of this group sends 4 bytes where this rank"
            + " expects"
            + " 8; make the counts equal", calls.misfit(4, 3, 8, word, 2));
        assertEquals("rank 1 of this group could not", second.named("rank 4 could not", 4));
        assertEquals("another text", second.named("another text", 4));
        assertEquals(4, second.rank());
        assertEquals(3, second.peers());
        assertEquals(2, second.localSize());
        assertEquals(1, second.localRank());
        assertEquals(2, second.remote(2));
    }
}
