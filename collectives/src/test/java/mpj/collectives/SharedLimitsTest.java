package mpj.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Set;
import java.util.stream.Collectors;
import mpj.collectives.selection.Algorithms;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which algorithms through shared memory many ranks have. */
class SharedLimitsTest {
    private static final long ROOM = 128 << 10;

    private static Set<String> fitting(Collective collective, int ranks) {
        Problem problem = Problem.of(0, ranks, 0, 1024, Integer.BYTES).shared(ROOM);
        return Algorithms.of(collective).stream().filter(algorithm -> algorithm.name().startsWith("shared"))
            .filter(algorithm -> algorithm.fits(problem)).map(Algorithm::name).collect(Collectors.toSet());
    }

    /** A block for each other rank would have too little room, and a schedule of slices would exceed the operands. */
    @ParameterizedTest
    @EnumSource(value = Collective.class,
        names = {"ALLTOALL", "SCATTER", "REDUCE_SCATTER", "REDUCE", "ALLREDUCE", "BCAST", "ALLGATHER", "BARRIER"})
    void moreThanSixtyFourRanksHaveNeitherBlocksNorSlices(Collective collective) {
        Set<String> few = fitting(collective, 64);
        Set<String> many = switch (collective) {
            case ALLTOALL, SCATTER, REDUCE_SCATTER -> Set.of();
            default -> few.stream().filter(name -> !name.equals("shared-scatter")).collect(Collectors.toSet());
        };
        assertFalse(few.isEmpty());
        assertEquals(many, fitting(collective, 65));
        assertEquals(many, fitting(collective, 256));
    }
}
