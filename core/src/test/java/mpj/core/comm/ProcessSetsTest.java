package mpj.core.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import mpj.core.group.Comparison;
import mpj.core.group.ProcessGroup;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class ProcessSetsTest {
    private static final int RANK = 2;
    private static final int SIZE = 5;
    private static final int[] NEIGHBOURS = {1, RANK, 4};

    private final ProcessSets sets = new ProcessSets(RANK, SIZE, rank -> rank == RANK ? NEIGHBOURS : new int[] {rank});

    private static void assertError(String words, Executable call) {
        EngineException e = assertThrows(EngineException.class, call);
        assertTrue(e.getMessage().contains(words), e::getMessage);
        assertEquals(ErrorClass.ERR_ARG, e.error());
    }

    private void assertMembers(String name, int... members) {
        assertEquals(Comparison.IDENT, ProcessGroup.compare(new ProcessGroup(members, RANK), sets.group(name)), name);
    }

    @Test
    void setsOfARank() {
        assertMembers("mpi://WORLD", 0, 1, 2, 3, 4);
        assertMembers("mpi://SELF", RANK);
        assertMembers("mpj://world", 0, 1, 2, 3, 4);
        assertMembers("mpj://host", NEIGHBOURS);
        assertEquals(1, sets.group("mpj://host").rank());
    }

    @Test
    void everyNumberHasTheNameOfASet() {
        List<String> names = IntStream.range(0, sets.count()).mapToObj(sets::name).toList();
        assertEquals(List.of("mpi://WORLD", "mpi://SELF", "mpj://world", "mpj://host"), names);
        names.forEach(name -> assertTrue(sets.group(name).rank() >= 0, name));
        assertError("n is -1; it must be 0 to 3", () -> sets.name(-1));
        assertError("n is 4; it must be 0 to 3", () -> sets.name(sets.count()));
    }

    @Test
    void otherNamesAreErrorsThatListTheNames() {
        assertError("psetName is \"mpi://world\"", () -> sets.group("mpi://world"));
        assertError("mpi://WORLD, mpi://SELF, mpj://world, mpj://host", () -> sets.group(""));
        assertError("psetName is null", () -> sets.group(null));
    }
}
