package mpj.tests.checks;

import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;

/**
 * A random collective call: its name, and the data that this rank sends and receives. All ranks draw the same call from
 * the same seed.
 *
 * @param name the name of the blocking form
 * @param op the operation, or null
 * @param root the root, or -1 if the collective has none
 * @param sent the side that is sent
 * @param received the side that is received
 */
record RandomCollective(String name, Op op, int root, Part sent, Part received) {
    private static final List<String> MOVING = List.of("Gather", "Gatherv", "Scatter", "Scatterv", "Allgather",
        "Allgatherv", "Alltoall", "Alltoallv", "Neighbor_allgather", "Neighbor_allgatherv", "Neighbor_alltoall",
        "Neighbor_alltoallv");
    private static final List<String> COMBINING = List.of("Reduce", "Allreduce", "Scan", "Exscan", "Reduce_scatter",
        "Reduce_scatter_block");
    private static final int FEW = 12;
    private static final int MANY = 5000;
    private static final int MANY_OBJECTS = 30;
    private static final int ITEMS_OF_NOTHING = 3;

    /** How the elements of one side lie: adjacent, or two of every three. */
    record Items(Datatype base, Datatype type, int elements, int extent) {
        static Items adjacent(Datatype base) {
            return new Items(base, base, 1, 1);
        }

        static Items twoOfThree(Datatype base) {
            Datatype type = Datatype.Vector(2, 1, 2, base);
            type.Commit();
            return new Items(base, type, 2, 3);
        }

        /** Items without elements. */
        static Items ofNothing(Datatype base) {
            Datatype type = Datatype.Contiguous(0, base);
            type.Commit();
            return new Items(base, type, 0, 0);
        }

        int count(int elements) {
            return this.elements == 0 ? ITEMS_OF_NOTHING : elements / this.elements;
        }
    }

    /**
     * One side of a call: a block, or several blocks of the same size or of different sizes.
     *
     * @param count the items of the block, or of each block
     * @param counts the items of each block, or null
     * @param displs the place of each block, or null if the blocks follow each other
     * @param blocks the number of blocks
     */
    record Part(Items items, int count, int[] counts, int[] displs, int blocks) {
        static Part one(Items items, int elements) {
            return new Part(items, items.count(elements), null, null, 1);
        }

        static Part equal(Items items, int elements, int blocks) {
            return new Part(items, items.count(elements), null, null, blocks);
        }

        /** Blocks in any order, with gaps. */
        static Part varying(Items items, int[] elements, Random random) {
            int[] counts = Arrays.stream(elements).map(items::count).toArray();
            int[] displs = new int[counts.length];
            List<Integer> order = new ArrayList<>(IntStream.range(0, counts.length).boxed().toList());
            Collections.shuffle(order, random);
            int at = 0;
            for (int block : order) {
                at += random.nextInt(3);
                displs[block] = at;
                at += counts[block];
            }
            return new Part(items, 0, counts, displs, counts.length);
        }

        /** The length of the part of an array in which the blocks lie, in elements. */
        int span() {
            int end = counts == null ? count * blocks : 0;
            for (int i = 0; counts != null && i < blocks; i++) {
                end = Math.max(end, (displs == null ? end : displs[i]) + counts[i]);
            }
            return end * items.extent;
        }

        int count(int block) {
            return counts == null ? count : counts[block];
        }

        /** The start of a block, in elements. */
        int start(int block) {
            return (displs == null ? block * count : displs[block]) * items.extent;
        }

        List<Object> arguments(Object buf, int offset) {
            List<Object> all = new ArrayList<>(List.of(buf, offset));
            if (counts == null) {
                all.add(count);
            } else {
                all.addAll(List.of(counts, displs));
            }
            all.add(items.type);
            return all;
        }
    }

    boolean isAmongNeighbours() {
        return name.startsWith("Neighbor");
    }

    boolean isScatter() {
        return name.startsWith("Scatter");
    }

    /** Whether this rank may pass {@link MPI#IN_PLACE} with its counts. */
    boolean mayBeInPlace() {
        return !isAmongNeighbours() && (root < 0 || root == RANK)
            && (!name.equals("Alltoallv") || isSymmetric());
    }

    private boolean isSymmetric() {
        return IntStream.range(0, SIZE).allMatch(rank ->
            sent.count(rank) * sent.items.elements == received.count(rank) * received.items.elements);
    }

    /**
     * The arguments with {@link MPI#IN_PLACE} for a buffer. The offset, count and datatype of this buffer are ignored.
     */
    Object[] inPlace(Object buf, int offset) {
        Object[] all = arguments(buf, offset, buf, offset);
        int ofSent = op != null ? 2 : sent.counts == null ? 4 : 5;
        int from = isScatter() ? ofSent : 0;
        int to = isScatter() ? all.length - 1 : ofSent;
        for (int i = from; i < to; i++) {
            all[i] = i == from ? MPI.IN_PLACE : all[i] instanceof Integer ? -1 : null;
        }
        return all;
    }

    /** The same call with two buffers. The buffer that is sent is a copy of the one in place. */
    Object[] apart(Object sendbuf, Object recvbuf, int offset) {
        if (name.startsWith("Alltoall")) {
            return new RandomCollective(name, op, root, received, received).arguments(sendbuf, offset, recvbuf, offset);
        }
        if (op != null || isScatter()) {
            return arguments(sendbuf, offset, recvbuf, offset);
        }
        return new RandomCollective(name, op, root, new Part(received.items, received.count(RANK), null, null, 1),
            received).arguments(sendbuf, offset + received.start(RANK), recvbuf, offset);
    }

    Object[] arguments(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset) {
        List<Object> all = new ArrayList<>();
        if (op == null) {
            all.addAll(sent.arguments(sendbuf, sendoffset));
            all.addAll(received.arguments(recvbuf, recvoffset));
        } else {
            all.addAll(List.of(sendbuf, sendoffset, recvbuf, recvoffset));
            Part counting = name.equals("Reduce_scatter_block") ? received : sent;
            all.add(counting.counts == null ? (Object) counting.count : counting.counts);
            all.addAll(List.of(sent.items.type, op));
        }
        if (root >= 0) {
            all.add(root);
        }
        return all.toArray();
    }

    // ------------------------------------------------------------------------------------------------------ drawing

    /** Returns multiples of two, so that the elements also fill items of two elements. */
    private static int length(Random random, Datatype of) {
        return 2 * switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1 -> random.nextInt(of == MPI.OBJECT ? MANY_OBJECTS : MANY);
            default -> random.nextInt(FEW);
        };
    }

    private static int[] lengths(Random random, Datatype of, int number) {
        return IntStream.range(0, number).map(_ -> length(random, of)).toArray();
    }

    /** The collectives that have both buffers. */
    static List<String> names() {
        return Stream.of(MOVING, COMBINING).flatMap(List::stream).toList();
    }

    /** A call in which all blocks have the same number of elements on every rank. */
    static RandomCollective even(String name, Items items, int elements, Op op) {
        int[] lengths = new int[SIZE];
        Arrays.fill(lengths, elements);
        int[][] toEach = new int[SIZE][MOVING.indexOf(name) < MOVING.indexOf("Neighbor_allgather") ? SIZE : 2];
        Arrays.stream(toEach).forEach(row -> Arrays.fill(row, elements));
        int root = name.startsWith("Gather") || name.startsWith("Scatter") || name.equals("Reduce") ? SIZE / 2 : -1;
        return COMBINING.contains(name) ? combining(name, root, items, lengths, op)
            : moving(name, root, items, items, lengths, toEach, new Random(1));
    }

    /** A collective that moves elements. Each side has items of either kind. */
    static RandomCollective moving(Random random, Datatype base) {
        Items from = random.nextInt(3) == 0 ? Items.twoOfThree(base) : Items.adjacent(base);
        Items to = random.nextInt(3) == 0 ? Items.twoOfThree(base) : Items.adjacent(base);
        String name = MOVING.get(random.nextInt(MOVING.size()));
        int root = name.startsWith("Gather") || name.startsWith("Scatter") ? random.nextInt(SIZE) : -1;
        int[] lengths = lengths(random, base, SIZE);
        int[][] toEach = IntStream.range(0, SIZE)
            .mapToObj(_ -> lengths(random, base, name.startsWith("Neighbor") ? 2 : SIZE)).toArray(int[][]::new);
        if (name.equals("Alltoallv") && random.nextBoolean()) {
            // If each received block takes the place of a sent one, the two blocks must have the same size.
            for (int rank = 0; rank < SIZE; rank++) {
                for (int other = 0; other < rank; other++) {
                    toEach[rank][other] = toEach[other][rank];
                }
            }
        }
        return moving(name, root, from, to, lengths, toEach, new Random(random.nextLong()));
    }

    /**
     * A call.
     *
     * @param lengths the elements of each rank's block
     * @param toEach the elements of each block that a rank sends to another, for each pair of ranks
     */
    private static RandomCollective moving(String name, int root, Items from, Items to, int[] lengths, int[][] toEach,
                                           Random places) {
        Part sent = switch (name) {
            case "Gather", "Allgather", "Neighbor_allgather" -> Part.one(from, lengths[0]);
            case "Gatherv", "Allgatherv", "Neighbor_allgatherv" -> Part.one(from, lengths[RANK]);
            case "Scatter", "Alltoall" -> Part.equal(from, lengths[0], SIZE);
            case "Neighbor_alltoall" -> Part.equal(from, lengths[0], 2);
            case "Scatterv" -> Part.varying(from, lengths, places);
            default -> Part.varying(from, toEach[RANK], places);
        };
        Part received = switch (name) {
            case "Gather", "Allgather", "Alltoall" -> Part.equal(to, lengths[0], SIZE);
            case "Neighbor_allgather", "Neighbor_alltoall" -> Part.equal(to, lengths[0], 2);
            case "Scatter" -> Part.one(to, lengths[0]);
            case "Scatterv" -> Part.one(to, lengths[RANK]);
            case "Gatherv", "Allgatherv" -> Part.varying(to, lengths, places);
            case "Neighbor_allgatherv" -> Part.varying(to, new int[] {lengths[PREVIOUS], lengths[NEXT]}, places);
            case "Alltoallv" -> Part.varying(to, Arrays.stream(toEach).mapToInt(row -> row[RANK]).toArray(), places);
            default -> Part.varying(to, new int[] {toEach[PREVIOUS][1], toEach[NEXT][0]}, places);
        };
        return new RandomCollective(name, null, root, sent, received);
    }

    /** A collective that combines elements. */
    static RandomCollective combining(Random random, Items items, Op op) {
        String name = COMBINING.get(random.nextInt(COMBINING.size()));
        int root = name.equals("Reduce") ? random.nextInt(SIZE) : -1;
        return combining(name, root, items, lengths(random, items.base, SIZE), op);
    }

    private static RandomCollective combining(String name, int root, Items items, int[] lengths, Op op) {
        Part received = Part.one(items, name.equals("Reduce_scatter") ? lengths[RANK] : lengths[0]);
        Part sent = switch (name) {
            case "Reduce_scatter" -> new Part(items, 0, Arrays.stream(lengths).map(items::count).toArray(), null,
                SIZE);
            case "Reduce_scatter_block" -> Part.equal(items, lengths[0], SIZE);
            default -> received;
        };
        return new RandomCollective(name, op, root, sent, received);
    }
}
