package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import mpj.core.group.ProcessGroup;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Groups behave like ordered sets. */
final class GroupProperties {
    private static final int PROCESSES = 12;
    private static final int SELF = 5;

    /** Some processes in some order. */
    @Provide
    Arbitrary<List<Integer>> members() {
        return Arbitraries.integers().between(0, PROCESSES - 1).list().uniqueElements().ofMaxSize(PROCESSES);
    }

    private static Group group(List<Integer> members) {
        return new Group(new ProcessGroup(array(members), SELF));
    }

    private static int[] members(Group group) {
        return ProcessGroup.membersOf(Group.core(group), "group");
    }

    private static int[] array(List<Integer> values) {
        return values.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void assertMembers(Iterable<Integer> expected, Group group) {
        List<Integer> list = new ArrayList<>();
        expected.forEach(list::add);
        assertArrayEquals(array(list), members(group));
        assertEquals(list.size(), group.Size());
        assertEquals(list.indexOf(SELF), group.Rank(), "the rank of process " + SELF + " in " + list);
    }

    @Property
    void unionIsTheFirstThenTheRestOfTheSecond(@ForAll("members") List<Integer> a, @ForAll("members") List<Integer> b) {
        Set<Integer> model = new LinkedHashSet<>(a);
        model.addAll(b);
        assertMembers(model, Group.Union(group(a), group(b)));
    }

    @Property
    void intersectionKeepsTheFirstsOrder(@ForAll("members") List<Integer> a, @ForAll("members") List<Integer> b) {
        List<Integer> model = new ArrayList<>(a);
        model.retainAll(b);
        assertMembers(model, Group.Intersection(group(a), group(b)));
    }

    @Property
    void differenceKeepsTheFirstsOrder(@ForAll("members") List<Integer> a, @ForAll("members") List<Integer> b) {
        List<Integer> model = new ArrayList<>(a);
        model.removeAll(b);
        assertMembers(model, Group.Difference(group(a), group(b)));
    }

    @Property
    void compareTellsMembersAndOrder(@ForAll("members") List<Integer> a, @ForAll("members") List<Integer> b) {
        int expected = a.equals(b) ? MPI.IDENT : new HashSet<>(a).equals(new HashSet<>(b)) ? MPI.SIMILAR : MPI.UNEQUAL;
        assertEquals(expected, Group.Compare(group(a), group(b)));
    }

    @Property
    void aGroupInAnotherOrderIsSimilar(@ForAll("members") List<Integer> a) {
        int expected = a.size() < 2 ? MPI.IDENT : MPI.SIMILAR;
        assertEquals(expected, Group.Compare(group(a), group(a.reversed())));
    }

    @Property
    void translatedRankIsTheSameProcess(@ForAll("members") List<Integer> a, @ForAll("members") List<Integer> b) {
        int[] expected = a.stream().mapToInt(b::indexOf).toArray();
        int[] all = IntStream.range(0, a.size()).toArray();
        assertArrayEquals(expected, Group.Translate_ranks(group(a), all, group(b)));
    }

    @Property
    void inclTakesTheRanksInTheirOrderAndExclTheOthers(@ForAll("members") List<Integer> a,
                                                       @ForAll("members") List<Integer> chosen) {
        List<Integer> ranks = chosen.stream().filter(rank -> rank < a.size()).toList();
        assertMembers(ranks.stream().map(a::get).toList(), group(a).Incl(array(ranks)));
        assertMembers(IntStream.range(0, a.size()).filter(rank -> !ranks.contains(rank)).mapToObj(a::get).toList(),
            group(a).Excl(array(ranks)));
    }

    @Property
    void rangeNamesWhatItsStrideReaches(@ForAll("members") List<Integer> a, @ForAll @IntRange(max = 11) int first,
                                        @ForAll @IntRange(max = 11) int last,
                                        @ForAll @IntRange(min = -4, max = 4) int stride) {
        Group group = group(a);
        int[][] ranges = {{first, last, stride}};
        if (stride == 0 || first >= a.size()) {
            assertThrows(MPIException.class, () -> group.Range_incl(ranges));
            assertThrows(MPIException.class, () -> group.Range_excl(ranges));
            return;
        }
        List<Integer> ranks = new ArrayList<>();
        for (int rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
            ranks.add(rank);
        }
        if (ranks.stream().anyMatch(rank -> rank >= a.size())) {
            MPIException e = assertThrows(MPIException.class, () -> group.Range_incl(ranges));
            assertEquals(MPI.ERR_RANK, e.Get_error_class());
        } else {
            assertMembers(ranks.stream().map(a::get).toList(), group.Range_incl(ranges));
            assertArrayEquals(members(group.Excl(array(ranks))), members(group.Range_excl(ranges)));
        }
    }
}
