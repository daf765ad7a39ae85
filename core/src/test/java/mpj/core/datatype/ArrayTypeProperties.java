package mpj.core.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import mpj.engine.EngineException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Parts of arrays, compared with a model that looks at each item of the array separately. */
final class ArrayTypeProperties {
    private static final int[] ORDERS = {Constants.ORDER_C, Constants.ORDER_FORTRAN};

    /** A dimension of an array, the part in it, and how it is distributed. */
    record Dimension(int size, int subsize, int start, int distribution, int argument, int ranks) {
        /** The coordinate in the grid of the rank that has an index. */
        int owner(int index) {
            int usual = distribution == Constants.DISTRIBUTE_BLOCK ? Math.ceilDiv(size, ranks) : 1;
            int block = argument == Constants.DISTRIBUTE_DFLT_DARG ? usual : argument;
            return distribution == Constants.DISTRIBUTE_NONE ? 0 : index / block % ranks;
        }
    }

    /** An array, each item of which has a place in memory. */
    record Shape(List<Dimension> dimensions, int order) {
        int items() {
            return dimensions.stream().mapToInt(Dimension::size).reduce(1, (a, b) -> a * b);
        }

        int[] all(ToIntFunction<Dimension> number) {
            return dimensions.stream().mapToInt(number).toArray();
        }

        int[] index(int place) {
            int[] index = new int[dimensions.size()];
            int rest = place;
            for (int i = 0; i < index.length; i++) {
                int dimension = order == Constants.ORDER_FORTRAN ? i : index.length - 1 - i;
                index[dimension] = rest % dimensions.get(dimension).size;
                rest /= dimensions.get(dimension).size;
            }
            return index;
        }

        boolean isInPart(int place) {
            int[] index = index(place);
            return IntStream.range(0, index.length).allMatch(i -> index[i] >= dimensions.get(i).start
                && index[i] < dimensions.get(i).start + dimensions.get(i).subsize);
        }

        int owner(int place) {
            int[] index = index(place);
            int rank = 0;
            for (int i = 0; i < index.length; i++) {
                rank = rank * dimensions.get(i).ranks + dimensions.get(i).owner(index[i]);
            }
            return rank;
        }

        int ranks() {
            return dimensions.stream().mapToInt(Dimension::ranks).reduce(1, (a, b) -> a * b);
        }

        TypeDescriptor subarray(TypeDescriptor old) {
            return ByteTypes.subarray(all(Dimension::size), all(Dimension::subsize), all(Dimension::start), order, old);
        }

        TypeDescriptor darray(int rank, TypeDescriptor old) {
            return ByteTypes.darray(ranks(), rank, all(Dimension::size), all(Dimension::distribution),
                all(Dimension::argument), all(Dimension::ranks), order, old);
        }
    }

    private static void assertHas(TypeDescriptor old, Shape shape, IntPredicate items, TypeDescriptor part) {
        int[] item = old.map().indexes(0, (int) old.map().size());
        long extent = old.map().extent();
        int[] expected = IntStream.range(0, shape.items()).filter(items).boxed()
            .flatMapToInt(place -> Arrays.stream(item).map(at -> (int) (place * extent + at))).toArray();
        assertEquals(old.isMixed(), part.isMixed());
        assertArrayEquals(expected, part.map().indexes(0, (int) part.map().size()));
        assertEquals(0, part.lb());
        assertEquals(shape.items() * extent, part.extent());
    }

    @Property(tries = 300)
    void subarrayHasTheItemsWithinItsBounds(@ForAll("shapes") Shape shape, @ForAll("olds") TypeDescriptor old) {
        assertHas(old, shape, shape::isInPart, shape.subarray(old));
    }

    @Property(tries = 200)
    void subarrayOfSubarraysHasTheItemsWithinBoth(@ForAll("shapes") Shape shape, @ForAll("shapes") Shape inner,
                                                  @ForAll("olds") TypeDescriptor old) {
        TypeDescriptor item = inner.subarray(old);
        assertHas(item, shape, shape::isInPart, shape.subarray(item));
    }

    /** Exactly one rank owns each item, so the parts make up the array, and no two parts share an item. */
    @Property(tries = 300)
    void partsOfAllRanksAreTheArray(@ForAll("shapes") Shape shape, @ForAll("olds") TypeDescriptor old) {
        for (int rank = 0; rank < shape.ranks(); rank++) {
            int owner = rank;
            assertHas(old, shape, place -> shape.owner(place) == owner, shape.darray(rank, old));
        }
    }

    @Example
    void wholeRowsAreOneRun() {
        TypeDescriptor rows = ByteTypes.subarray(new int[] {10_000, 10_000}, new int[] {2_000, 10_000},
            new int[] {4_000, 0}, Constants.ORDER_C, TypeDescriptor.DOUBLE);
        assertEquals(1, rows.map().runs());
        TypeDescriptor columns = ByteTypes.darray(5, 3, new int[] {10_000, 10_000},
            new int[] {Constants.DISTRIBUTE_NONE, Constants.DISTRIBUTE_BLOCK}, new int[] {0, -1}, new int[] {1, 5},
            Constants.ORDER_C, TypeDescriptor.DOUBLE);
        assertEquals(10_000, columns.map().runs());
        assertEquals(20_000_000, columns.elements());
    }

    @Example
    void arrayThatNoIntCountsIsRefused() {
        for (int order : ORDERS) {
            EngineException e = assertThrows(EngineException.class, () -> ByteTypes.subarray(
                new int[] {1 << 30, 1 << 30, 1 << 30}, new int[] {1, 1, 1}, new int[3], order, TypeDescriptor.BYTE));
            assertTrue(e.getMessage().contains("which no int holds; divide it"), e::getMessage);
        }
    }

    @Provide
    Arbitrary<Shape> shapes() {
        return Combinators.combine(dimension().list().ofMinSize(1).ofMaxSize(3),
            Arbitraries.of(Constants.ORDER_C, Constants.ORDER_FORTRAN)).as(Shape::new);
    }

    private static Arbitrary<Dimension> dimension() {
        return Arbitraries.integers().between(1, 7).flatMap(size ->
            Arbitraries.integers().between(1, size).flatMap(subsize ->
                Combinators.combine(Arbitraries.integers().between(0, size - subsize),
                    Arbitraries.integers().between(0, 2), Arbitraries.integers().between(0, 3),
                    Arbitraries.integers().between(1, 4)).as((start, distribution, argument, ranks) ->
                        dimension(size, subsize, start, distribution, argument, ranks))));
    }

    private static Dimension dimension(int size, int subsize, int start, int distribution, int argument, int ranks) {
        return switch (distribution) {
            case Constants.DISTRIBUTE_NONE -> new Dimension(size, subsize, start, distribution, argument, 1);
            case Constants.DISTRIBUTE_BLOCK -> new Dimension(size, subsize, start, distribution,
                argument == 0 ? Constants.DISTRIBUTE_DFLT_DARG : Math.ceilDiv(size, ranks) + argument - 1, ranks);
            default -> new Dimension(size, subsize, start, distribution,
                argument == 0 ? Constants.DISTRIBUTE_DFLT_DARG : argument, ranks);
        };
    }

    @Provide
    Arbitrary<TypeDescriptor> olds() {
        return Arbitraries.of(TypeDescriptor.INT, ByteTypes.contiguous(3, TypeDescriptor.SHORT),
            ByteTypes.vector(2, 1, 3, TypeDescriptor.DOUBLE), ByteTypes.resized(TypeDescriptor.INT, -4, 12),
            ByteTypes.struct(new int[] {1, 2}, new int[] {0, 9},
                new TypeDescriptor[] {TypeDescriptor.DOUBLE, TypeDescriptor.BYTE}));
    }
}
