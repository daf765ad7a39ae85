package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.core.group.ProcessGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Groups: wrong arguments and freed ones. */
final class GroupTest {
    private final Group group = new Group(new ProcessGroup(new int[] {3, 1, 2}, 1));

    private static void assertError(int errorClass, String words, Executable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertTrue(e.getMessage().contains(words), e.getMessage());
        assertEquals(errorClass, e.Get_error_class());
    }

    @Test
    void wrongRanksAreNamed() {
        assertError(MPI.ERR_RANK, "ranks[1] is 3", () -> group.Incl(new int[] {0, 3}));
        assertError(MPI.ERR_RANK, "ranks[0] is -1", () -> group.Excl(new int[] {-1}));
        assertError(MPI.ERR_RANK, "rank 2 more than once", () -> group.Incl(new int[] {2, 2}));
        assertError(MPI.ERR_RANK, "rank 0 more than once", () -> group.Range_incl(new int[][] {{0, 1, 1}, {0, 0, 1}}));
        assertError(MPI.ERR_RANK, "ranks1[0] is 9", () -> Group.Translate_ranks(group, new int[] {9}, group));
        assertError(MPI.ERR_ARG, "ranks is null", () -> group.Incl(null));
        assertError(MPI.ERR_ARG, "ranges[0] is [0, 1]", () -> group.Range_excl(new int[][] {{0, 1}}));
        assertError(MPI.ERR_ARG, "stride that is not 0", () -> group.Range_excl(new int[][] {{0, 1, 0}}));
        assertError(MPI.ERR_RANK, "is 3", () -> group.Range_incl(new int[][] {{0, Integer.MAX_VALUE, 1}}));
        assertError(MPI.ERR_RANK, "the group has no ranks", () -> MPI.GROUP_EMPTY.Incl(new int[] {0}));
    }

    @Test
    void freedGroupIsRefusedEverywhere() {
        Group freed = group.Incl(new int[] {0});
        freed.free();
        assertError(MPI.ERR_GROUP, "was freed", freed::Size);
        assertError(MPI.ERR_GROUP, "was freed", freed::Rank);
        assertError(MPI.ERR_GROUP, "was freed", freed::free);
        assertError(MPI.ERR_GROUP, "was freed", () -> freed.Incl(new int[0]));
        assertError(MPI.ERR_GROUP, "group1 was freed", () -> Group.Union(freed, group));
        assertError(MPI.ERR_GROUP, "group2 was freed", () -> Group.Difference(group, freed));
        assertError(MPI.ERR_GROUP, "group1 is null", () -> Group.Intersection(null, group));
        assertError(MPI.ERR_GROUP, "group2 is null", () -> Group.Compare(group, null));
        assertEquals(3, group.Size(), "the group it was made from");
    }

    @Test
    void emptyGroupHasNoMembersAndStays() {
        assertEquals(0, MPI.GROUP_EMPTY.Size());
        assertEquals(MPI.UNDEFINED, MPI.GROUP_EMPTY.Rank());
        assertError(MPI.ERR_GROUP, "cannot be freed", MPI.GROUP_EMPTY::free);
        assertEquals(1, Group.Union(MPI.GROUP_EMPTY, group).Rank());
        assertEquals(MPI.IDENT, Group.Compare(MPI.GROUP_EMPTY, Group.Difference(group, group)));
    }

    @Test
    void procNullTranslatesToItself() {
        assertArrayEquals(new int[] {MPI.PROC_NULL, 1},
            Group.Translate_ranks(group, new int[] {MPI.PROC_NULL, 0}, new Group(new ProcessGroup(new int[] {1, 3},
                1))));
    }
}
