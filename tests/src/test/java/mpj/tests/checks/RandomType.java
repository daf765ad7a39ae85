package mpj.tests.checks;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;

/**
 * A random nested datatype, and the list of the elements that it names, one by one.
 *
 * @param displacements the displacements of an item's elements, in the order in which they are sent
 */
record RandomType(Datatype datatype, int[] displacements, int lb, int ub) {
    private static final int MOST_ELEMENTS = 2000;

    static RandomType draw(Random random, Datatype base) {
        RandomType type = new RandomType(base, new int[] {0}, 0, 1);
        for (int depth = random.nextInt(4); depth >= 0; depth--) {
            RandomType next = type.nest(random);
            type = next.displacements.length <= MOST_ELEMENTS ? next : type;
        }
        if (type.datatype != base) {
            type.datatype.Commit();
        }
        return type;
    }

    int extent() {
        return ub - lb;
    }

    private RandomType nest(Random random) {
        int count = 1 + random.nextInt(6);
        int blocklength = 1 + random.nextInt(4);
        int stride = random.nextInt(4) == 0 ? -random.nextInt(12) : blocklength + random.nextInt(5);
        int[] blocklengths = random.ints(count, 0, 4).toArray();
        blocklengths[0]++;
        int[] places = new int[count];
        for (int i = 1; i < count; i++) {
            places[i] = places[i - 1] + blocklengths[i - 1] + random.nextInt(4) - (random.nextInt(10) == 0 ? 3 : 0);
        }
        int[] wide = Arrays.stream(places).map(place -> place * extent()).toArray();
        return switch (random.nextInt(6)) {
            case 0 -> at(Datatype.Contiguous(count, datatype), new int[] {0}, new int[] {count});
            case 1 -> at(Datatype.Vector(count, blocklength, stride, datatype),
                IntStream.range(0, count).map(i -> i * stride * extent()).toArray(), all(count, blocklength));
            case 2 -> {
                int apart = stride * extent() + random.nextInt(3);
                yield at(Datatype.Hvector(count, blocklength, apart, datatype),
                    IntStream.range(0, count).map(i -> i * apart).toArray(), all(count, blocklength));
            }
            case 3 -> at(Datatype.Indexed(blocklengths, places, datatype), wide, blocklengths);
            case 4 -> at(Datatype.Hindexed(blocklengths, wide, datatype), wide, blocklengths);
            default -> resized(lb - random.nextInt(3), ub + random.nextInt(5));
        };
    }

    private static int[] all(int count, int value) {
        int[] values = new int[count];
        Arrays.fill(values, value);
        return values;
    }

    private RandomType resized(int newLb, int newUb) {
        Datatype made = Datatype.Struct(new int[] {1, 1, 1}, new int[] {newLb, 0, newUb},
            new Datatype[] {MPI.LB, datatype, MPI.UB});
        // Bound markers are kept, and the outermost ones count.
        return new RandomType(made, displacements, Math.min(lb, newLb), Math.max(ub, newUb));
    }

    private RandomType at(Datatype made, int[] origins, int[] blocklengths) {
        int[] copies = IntStream.range(0, origins.length).flatMap(
            i -> IntStream.range(0, blocklengths[i]).map(j -> origins[i] + j * extent())).toArray();
        int[] elements = Arrays.stream(copies)
            .flatMap(copy -> Arrays.stream(displacements).map(displacement -> copy + displacement)).toArray();
        return new RandomType(made, elements, Arrays.stream(copies).min().orElseThrow() + lb,
            Arrays.stream(copies).max().orElseThrow() + ub);
    }

    /** The displacements of the elements of this many items. */
    int[] displacements(int items) {
        int[] all = new int[items * displacements.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = i / displacements.length * extent() + displacements[i % displacements.length];
        }
        return all;
    }

    /** Whether no element is named twice. */
    static boolean isDisjoint(int[] displacements) {
        int offset = offset(displacements);
        BitSet named = new BitSet(length(displacements, offset));
        for (int displacement : displacements) {
            named.set(offset + displacement);
        }
        return named.cardinality() == displacements.length;
    }

    /** The least offset at which all these elements lie in an array. */
    static int offset(int[] displacements) {
        return Math.max(0, -Arrays.stream(displacements).min().orElse(0));
    }

    /** The length that an array needs for the elements at an offset. */
    static int length(int[] displacements, int offset) {
        return offset + Math.max(0, Arrays.stream(displacements).max().orElse(0) + 1);
    }
}
