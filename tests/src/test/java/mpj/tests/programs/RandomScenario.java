package mpj.tests.programs;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Collectives of random datatypes, which are the same in every API, and a digest of all that a rank has received and
 * sent. A program for an API extends this class, and maps its calls to the API.
 */
public abstract class RandomScenario {
    private static final int STEPS = 400;
    private static final int MOST_ELEMENTS = 40;
    private static final int MOST_ITEMS = 5;
    private static final List<String> MOVING = List.of("bcast", "gather", "gatherv", "scatter", "scatterv",
        "allgather", "allgatherv", "alltoall", "alltoallv");
    private static final List<String> COMBINING = List.of("reduce", "allreduce", "scan", "exscan", "reducescatter",
        "reducescatterblock");

    private final int rank;
    private final int size;
    private long digest = 1;

    /** The scenario as this rank runs it. */
    protected RandomScenario(int rank, int size) {
        this.rank = rank;
        this.size = size;
    }

    /** The types of elements. */
    protected enum Kind {
        BYTE(byte.class, 1), CHAR(char.class, 2), SHORT(short.class, 2), INT(int.class, 4), LONG(long.class, 8),
        FLOAT(float.class, 4), DOUBLE(double.class, 8);

        private final Class<?> component;
        private final int bytes;

        Kind(Class<?> component, int bytes) {
            this.component = component;
            this.bytes = bytes;
        }

        /** The size of an element, in bytes. */
        public int bytes() {
            return bytes;
        }

        Object array(int length) {
            return Array.newInstance(component, length);
        }

        /** Small numbers, whose sums are exact in any order. */
        Object random(int length, long seed) {
            Object array = array(length);
            Random random = new Random(seed);
            for (int i = 0; i < length; i++) {
                byte value = (byte) random.nextInt(100);
                if (this == CHAR) {
                    Array.setChar(array, i, (char) value);
                } else {
                    Array.setByte(array, i, value);
                }
            }
            return array;
        }
    }

    // ------------------------------------------------------------------------------------------------- of the API

    /** The datatype of an element. */
    protected abstract Object base(Kind kind);

    /** Items that follow each other. */
    protected abstract Object contiguous(int count, Object type);

    /** Blocks at equal distances, which are counted in extents. */
    protected abstract Object vector(int count, int length, int stride, Object type);

    /** Blocks at equal distances, which are counted in elements. */
    protected abstract Object hvector(int count, int length, int stride, Object type, Kind kind);

    /** Blocks at places that are counted in extents. */
    protected abstract Object indexed(int[] lengths, int[] places, Object type);

    /** Blocks at places that are counted in elements. */
    protected abstract Object hindexed(int[] lengths, int[] places, Object type, Kind kind);

    /** Blocks of several types at places that are counted in elements. */
    protected abstract Object struct(int[] lengths, int[] places, Object[] types, Kind kind);

    /** Items with wider bounds, in elements. */
    protected abstract Object resized(Object type, int lb, int extent, Kind kind);

    /** Commits the type for use in messages. */
    protected abstract void commit(Object type);

    /** Sum, maximum or minimum. */
    protected abstract Object op(int number);

    /**
     * Calls a collective.
     *
     * @param name the name in MPI, without underscores
     * @param arguments the arguments without offsets; buffers are {@link Buffer}s
     */
    protected abstract void call(String name, Object... arguments) throws ReflectiveOperationException;

    /** An array that a call gets as a buffer. */
    protected record Buffer(Kind kind, Object array) {
    }

    /** Calls the method with this name and this many arguments, ignoring case and underscores. */
    protected static Object invoke(Object comm, String name, Object... arguments) throws ReflectiveOperationException {
        for (Method method : comm.getClass().getMethods()) {
            if (method.getName().replace("_", "").equalsIgnoreCase(name) && fits(method, arguments)) {
                try {
                    return method.invoke(comm, arguments);
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException(name, e.getCause());
                }
            }
        }
        throw new NoSuchMethodException(name + " with " + Arrays.toString(arguments));
    }

    private static boolean fits(Method method, Object[] arguments) {
        Class<?>[] types = method.getParameterTypes();
        return types.length == arguments.length && IntStream.range(0, types.length).allMatch(
            i -> types[i].isPrimitive() ? arguments[i] instanceof Integer : types[i].isInstance(arguments[i]));
    }

    // ----------------------------------------------------------------------------------------------------- datatypes

    /** A datatype, and the elements that it names. */
    private record Type(Kind kind, Object datatype, int[] displacements, int lb, int ub) {
        int elements() {
            return displacements.length;
        }

        int extent() {
            return ub - lb;
        }

        /** The length of an array for this many items. */
        int length(int items) {
            return items == 0 ? 0
                : (items - 1) * extent() + Arrays.stream(displacements).max().orElse(-1) + 1;
        }

        boolean isDisjoint() {
            return IntStream.range(0, MOST_ITEMS)
                .flatMap(i -> Arrays.stream(displacements).map(at -> at + i * extent())).distinct().count()
                == (long) MOST_ITEMS * elements();
        }
    }

    private Type draw(Random random, Kind kind) {
        Type plain = new Type(kind, base(kind), new int[] {0}, 0, 1);
        Type type = plain;
        for (int depth = random.nextInt(3); depth > 0; depth--) {
            Type next = nested(random, type);
            type = next.elements() <= MOST_ELEMENTS && next.isDisjoint() ? next : type;
        }
        if (type != plain) {
            commit(type.datatype);
        }
        return type;
    }

    private Type nested(Random random, Type of) {
        int count = 1 + random.nextInt(3);
        int length = 1 + random.nextInt(3);
        int stride = length + random.nextInt(3);
        int apart = stride * of.extent() + random.nextInt(2);
        int[] lengths = random.ints(count, 1, 3).toArray();
        int[] places = new int[count];
        for (int i = 1; i < count; i++) {
            places[i] = places[i - 1] + lengths[i - 1] + random.nextInt(3);
        }
        int[] wide = Arrays.stream(places).map(place -> place * of.extent()).toArray();
        int[] all = new int[count];
        Arrays.fill(all, length);
        Object old = of.datatype;
        return switch (random.nextInt(7)) {
            case 0 -> blocks(of, contiguous(count, old), new int[1], new int[] {count});
            case 1 -> blocks(of, vector(count, length, stride, old),
                IntStream.range(0, count).map(i -> i * stride * of.extent()).toArray(), all);
            case 2 -> blocks(of, hvector(count, length, apart, old, of.kind),
                IntStream.range(0, count).map(i -> i * apart).toArray(), all);
            case 3 -> blocks(of, indexed(lengths, places, old), wide, lengths);
            case 4 -> blocks(of, hindexed(lengths, wide, old, of.kind), wide, lengths);
            case 5 -> {
                Object[] types = new Object[count];
                Arrays.fill(types, old);
                yield blocks(of, struct(lengths, wide, types, of.kind), wide, lengths);
            }
            default -> {
                int lb = of.lb - random.nextInt(2);
                int ub = of.ub + random.nextInt(3);
                yield new Type(of.kind, resized(old, lb, ub - lb, of.kind), of.displacements, lb, ub);
            }
        };
    }

    private static Type blocks(Type of, Object made, int[] origins, int[] lengths) {
        int[] copies = IntStream.range(0, origins.length).flatMap(
            i -> IntStream.range(0, lengths[i]).map(j -> origins[i] + j * of.extent())).toArray();
        int[] elements = Arrays.stream(copies).flatMap(copy -> Arrays.stream(of.displacements).map(at -> copy + at))
            .toArray();
        return new Type(of.kind, made, elements, Arrays.stream(copies).min().orElseThrow() + of.lb,
            Arrays.stream(copies).max().orElseThrow() + of.ub);
    }

    // ---------------------------------------------------------------------------------------------------- collectives

    /** Runs all steps, and returns a line with the digest. */
    public final String run() throws ReflectiveOperationException {
        Random random = new Random(11);
        for (int step = 0; step < STEPS; step++) {
            Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            if (random.nextInt(3) == 0) {
                combine(random, kind);
            } else {
                move(random, kind);
            }
        }
        return "rank " + rank + " has " + Long.toHexString(digest);
    }

    /**
     * Moves elements between items of two types. Either both sides have the drawn type, or one side has its elements.
     */
    private void move(Random random, Kind kind) throws ReflectiveOperationException {
        String name = MOVING.get(random.nextInt(MOVING.size()));
        Type type = draw(random, kind);
        Type elements = new Type(kind, base(kind), new int[] {0}, 0, 1);
        int how = random.nextInt(3);
        Type from = how == 1 ? elements : type;
        Type to = how == 2 ? elements : type;
        int root = random.nextInt(size);
        int items = random.nextInt(MOST_ITEMS);
        int[][] each = IntStream.range(0, size).mapToObj(_ -> random.ints(size, 0, MOST_ITEMS).toArray())
            .toArray(int[][]::new);
        long seed = random.nextLong() + rank;
        int perItem = type.elements();
        int[] out = IntStream.range(0, size).map(peer -> each[rank][peer] * perItem / from.elements()).toArray();
        int[] in = IntStream.range(0, size).map(peer -> each[peer][rank] * perItem / to.elements()).toArray();
        int[] ofAll = IntStream.range(0, size).map(peer -> each[peer][0] * perItem / to.elements()).toArray();
        int[] toAll = IntStream.range(0, size).map(peer -> each[peer][0] * perItem / from.elements()).toArray();
        int count = items * perItem / from.elements();
        int received = items * perItem / to.elements();
        switch (name) {
            case "bcast" -> {
                Object buf = kind.random(type.length(items), rank == root ? seed - rank : seed);
                call(name, new Buffer(kind, buf), items, type.datatype, root);
                take(buf);
            }
            case "gather", "allgather", "alltoall", "scatter" -> {
                boolean rooted = name.equals("gather") || name.equals("scatter");
                Buffer sent = new Buffer(kind, kind.random(from.length(count * size), seed));
                Buffer got = new Buffer(kind, kind.random(to.length(received * size), seed + 1));
                exchange(name, rooted ? root : -1, sent, got, count, from.datatype, received, to.datatype);
            }
            case "gatherv", "allgatherv" -> {
                Buffer sent = new Buffer(kind, kind.random(from.length(toAll[rank]), seed));
                Buffer got = new Buffer(kind, kind.random(to.length(end(ofAll)), seed + 1));
                exchange(name, name.equals("gatherv") ? root : -1, sent, got, toAll[rank], from.datatype, ofAll,
                    places(ofAll), to.datatype);
            }
            case "scatterv" -> {
                Buffer sent = new Buffer(kind, kind.random(from.length(end(toAll)), seed));
                Buffer got = new Buffer(kind, kind.random(to.length(ofAll[rank]), seed + 1));
                exchange(name, root, sent, got, toAll, places(toAll), from.datatype, ofAll[rank], to.datatype);
            }
            default -> {
                Buffer sent = new Buffer(kind, kind.random(from.length(end(out)), seed));
                Buffer got = new Buffer(kind, kind.random(to.length(end(in)), seed + 1));
                exchange(name, -1, sent, got, out, places(out), from.datatype, in, places(in), to.datatype);
            }
        }
    }

    /** Blocks in reverse order, with gaps. */
    private static int[] places(int[] counts) {
        int[] places = new int[counts.length];
        int at = 0;
        for (int i = counts.length - 1; i >= 0; i--) {
            places[i] = at;
            at += counts[i] + 1;
        }
        return places;
    }

    private static int end(int[] counts) {
        return Arrays.stream(counts).sum() + counts.length;
    }

    /** Calls a collective with two buffers. The description of the first buffer ends with a datatype. */
    private void exchange(String name, int root, Buffer sent, Buffer received, Object... described)
        throws ReflectiveOperationException {
        List<Object> arguments = new ArrayList<>(List.of(sent));
        int at = 0;
        while (described[at] instanceof Integer || described[at] instanceof int[]) {
            arguments.add(described[at++]);
        }
        arguments.add(described[at++]);
        arguments.add(received);
        arguments.addAll(Arrays.asList(described).subList(at, described.length));
        if (root >= 0) {
            arguments.add(root);
        }
        call(name, arguments.toArray());
        take(sent);
        take(received);
    }

    private void combine(Random random, Kind kind) throws ReflectiveOperationException {
        String name = COMBINING.get(random.nextInt(COMBINING.size()));
        int count = random.nextInt(MOST_ELEMENTS);
        int[] counts = random.ints(size, 0, MOST_ITEMS).toArray();
        Object op = op(random.nextInt(3));
        int root = random.nextInt(size);
        long seed = random.nextLong() + rank;
        int all = name.equals("reducescatter") ? Arrays.stream(counts).sum()
            : name.equals("reducescatterblock") ? size * count : count;
        Buffer sent = new Buffer(kind, kind.random(all, seed));
        Buffer got = new Buffer(kind, kind.random(name.equals("reducescatter") ? counts[rank] : count, seed + 1));
        List<Object> arguments = new ArrayList<>(List.of(sent, got,
            name.equals("reducescatter") ? counts : (Object) count, base(kind), op));
        if (name.equals("reduce")) {
            arguments.add(root);
        }
        call(name, arguments.toArray());
        take(sent);
        take(got);
    }

    private void take(Buffer buffer) {
        take(buffer.array);
    }

    private void take(Object array) {
        for (int i = 0; i < Array.getLength(array); i++) {
            digest = digest * 31 + Array.get(array, i).hashCode();
        }
        digest = digest * 31 + 7;
    }
}
