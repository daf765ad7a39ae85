package mpj.engine.match;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class MessagePoolProperties {
    private record Taken(MemorySegment piece, byte mark) {
        static Taken of(MemorySegment piece, byte mark) {
            piece.fill(mark);
            return new Taken(piece, mark);
        }

        void assertIntact() {
            for (long at : new long[] {0, piece.byteSize() / 2, piece.byteSize() - 1}) {
                assertTrue(piece.get(ValueLayout.JAVA_BYTE, at) == mark, "two pieces share memory");
            }
        }
    }

    /** A positive number takes a piece of this many bytes. A negative number gives a piece back. */
    @Provide
    Arbitrary<List<Integer>> steps() {
        return Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.integers().between(1, 300)),
            Tuple.of(2, Arbitraries.integers().between(1, 70_000)),
            Tuple.of(1, Arbitraries.of(64, 65, 128, 1 << 20, (1 << 20) + 1, 3 << 20)),
            Tuple.of(6, Arbitraries.integers().between(-1000, -1))).list().ofMaxSize(200);
    }

    @Property(tries = 100, seed = "1")
    void piecesInUseAreLargeEnoughAndNeverShared(@ForAll("steps") List<Integer> steps) {
        MessagePool pool = new MessagePool();
        List<Taken> taken = new ArrayList<>();
        byte mark = 0;
        for (int step : steps) {
            if (step > 0) {
                MemorySegment piece = pool.take(step);
                assertTrue(piece.byteSize() >= step, () -> "asked for " + step + ", got " + piece.byteSize());
                taken.add(Taken.of(piece, ++mark));
            } else if (!taken.isEmpty()) {
                Taken given = taken.remove(-step % taken.size());
                given.assertIntact();
                pool.give(given.piece());
            }
        }
        taken.forEach(Taken::assertIntact);
        pool.close();
    }

    @Property(tries = 50, seed = "1")
    void whatWasGivenBackIsUsedAgain(@ForAll("sizes") int bytes) {
        MessagePool pool = new MessagePool();
        MemorySegment first = pool.take(bytes);
        pool.give(first);
        assertTrue(pool.take(bytes).address() == first.address());
        pool.close();
    }

    @Provide
    Arbitrary<Integer> sizes() {
        return Arbitraries.integers().between(1, 1 << 20);
    }
}
