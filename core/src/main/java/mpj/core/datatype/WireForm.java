package mpj.core.datatype;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import mpj.core.datatype.TypeDescriptor.Base;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * A datatype as bytes, so that a rank can name a layout in the memory of another. It says which elements an item names,
 * in which order, and its bounds. It says neither how the datatype was made nor which bytes of a {@linkplain
 * TypeDescriptor#isMixed mixed} datatype are one element. So the rank that decodes it counts such a datatype in bytes.
 *
 * <p>The fields are, in this order and with the highest byte first: the format (1 byte), the base type (1), the {@link
 * Composite}, or that of the units, or 0 (1), which bounds are marked (1), the alignment (1), the lower and the upper
 * bound (8 each), and the runs. Runs of one length at one distance are one group: the displacement of the first, the
 * distance to the next, the length (8 each) and the number of runs (4). So a vector takes as many bytes as a single
 * block.
 *
 * <p>Bytes from another rank are checked in full before a datatype is made of them.
 */
public final class WireForm {
    private static final byte FORMAT = 1;
    private static final int LB_MARKED = 1;
    private static final int UB_MARKED = 2;
    private static final int HEAD_BYTES = 5 + 2 * Long.BYTES;
    private static final int GROUP_BYTES = 3 * Long.BYTES + Integer.BYTES;
    /** The most runs that are made of a few bytes. */
    private static final int MOST_RUNS = 1 << 22;
    private static final List<Base> BASES = List.of(TypeDescriptor.BYTE.base(), TypeDescriptor.CHAR.base(),
        TypeDescriptor.SHORT.base(), TypeDescriptor.BOOLEAN.base(), TypeDescriptor.INT.base(),
        TypeDescriptor.LONG.base(), TypeDescriptor.FLOAT.base(), TypeDescriptor.DOUBLE.base(),
        TypeDescriptor.OBJECT.base(), TypeDescriptor.PACKED.base(), TypeDescriptor.MIXED);
    private static final Base NO_ELEMENTS = TypeDescriptor.NULL.base();
    /** The number of {@link #NO_ELEMENTS}. */
    private static final byte NO_BASE = -1;
    private static final List<TypeDescriptor> COMPOSITES = List.of(ByteTypes.FLOAT_COMPLEX, ByteTypes.DOUBLE_COMPLEX,
        ByteTypes.INT2, ByteTypes.SHORT_INT, ByteTypes.LONG_INT, ByteTypes.FLOAT_INT, ByteTypes.DOUBLE_INT);
    private static final Set<Integer> MIXED_ALIGNMENTS = Set.of(2, 4, 8);

    private WireForm() {
    }

    /**
     * The bytes of a datatype.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_TYPE} if it has too many runs
     */
    public static byte[] encode(TypeDescriptor datatype) {
        TypeMap map = datatype.map();
        if (map.runs() > MOST_RUNS) {
            throw new EngineException(ErrorClass.ERR_TYPE, "datatype " + datatype + " has " + map.runs() + " blocks;"
                + " a datatype that is sent to another rank may have at most " + MOST_RUNS);
        }
        ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + groups(map) * GROUP_BYTES);
        bytes.put(FORMAT).put(datatype.hasBase() ? (byte) BASES.indexOf(datatype.base()) : NO_BASE);
        bytes.put(unit(datatype));
        bytes.put((byte) ((map.lbMarked() ? LB_MARKED : 0) | (map.ubMarked() ? UB_MARKED : 0)));
        bytes.put((byte) map.alignment()).putLong(map.lb()).putLong(map.ub());
        for (int run = 0; run < map.runs();) {
            int next = endOfGroup(map, run);
            bytes.putLong(map.displacements()[run]);
            bytes.putLong(next - run < 2 ? 0 : distance(map, run));
            bytes.putLong(map.lengths()[run]).putInt(next - run);
            run = next;
        }
        return bytes.array();
    }

    /** A datatype that is a composite, and one whose items consist of composites, have different numbers. */
    private static byte unit(TypeDescriptor datatype) {
        if (datatype.unit() == null) {
            return 0;
        }
        int number = datatype.unit().composite().ordinal() + 1;
        return (byte) (datatype.composite() != null ? number : number + COMPOSITES.size());
    }

    private static int groups(TypeMap map) {
        int groups = 0;
        for (int run = 0; run < map.runs(); run = endOfGroup(map, run)) {
            groups++;
        }
        return groups;
    }

    private static int endOfGroup(TypeMap map, int first) {
        int end = first + 1;
        while (end < map.runs() && map.lengths()[end] == map.lengths()[first]
            && distance(map, end - 1) == distance(map, first)) {
            end++;
        }
        return end;
    }

    /** The distance from a run to the next. */
    private static long distance(TypeMap map, int run) {
        return map.displacements()[run + 1] - map.displacements()[run];
    }

    /**
     * The datatype of bytes that come from another rank. It is committed.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_TYPE} if the bytes do not describe a datatype
     */
    public static TypeDescriptor decode(byte[] bytes) {
        try {
            return decode(ByteBuffer.wrap(bytes));
        } catch (BufferUnderflowException e) {
            throw damaged("it is cut off after " + bytes.length + " bytes");
        }
    }

    private static TypeDescriptor decode(ByteBuffer bytes) {
        check(bytes.get() == FORMAT, "its format is not " + FORMAT);
        Base base = base(bytes.get());
        int number = bytes.get();
        check(number >= 0 && number <= 2 * COMPOSITES.size(), "its composite is " + number);
        Composite composite = number == 0 || number > COMPOSITES.size() ? null : Composite.values()[number - 1];
        TypeDescriptor unit = number <= COMPOSITES.size() ? null : COMPOSITES.get(number - COMPOSITES.size() - 1);
        int marks = bytes.get();
        check((marks & ~(LB_MARKED | UB_MARKED)) == 0, "its marks are " + marks);
        int alignment = bytes.get();
        check(alignment == 1 || base == TypeDescriptor.MIXED && MIXED_ALIGNMENTS.contains(alignment),
            "its alignment is " + alignment);
        TypeMap map = map(bytes, (marks & LB_MARKED) != 0, (marks & UB_MARKED) != 0, alignment);
        check(map.size() == 0 || base != NO_ELEMENTS, "it has elements of no type");
        check(unit == null || base == unit.base() && map.size() % unit.elements() == 0, "its items do not consist of "
            + unit);
        TypeDescriptor datatype = TypeDescriptor.received(base, map, composite, unit);
        check(composite == null || COMPOSITES.stream().anyMatch(each -> each.composite() == composite
            && Arrays.equals(encode(each), bytes.array())), "its items are none of " + composite);
        return datatype;
    }

    private static Base base(int number) {
        check(number >= NO_BASE && number < BASES.size(), "its base type is " + number);
        return number == NO_BASE ? NO_ELEMENTS : BASES.get(number);
    }

    private static TypeMap map(ByteBuffer bytes, boolean lbMarked, boolean ubMarked, int alignment) {
        long lb = bytes.getLong();
        long ub = bytes.getLong();
        check(isInt(lb) && isInt(ub) && isInt(ub - lb), "its bounds are " + lb + " and " + ub);
        TypeMap.Builder builder = new TypeMap.Builder(alignment);
        long runs = 0;
        while (bytes.hasRemaining()) {
            long displacement = bytes.getLong();
            long distance = bytes.getLong();
            long length = bytes.getLong();
            int count = bytes.getInt();
            runs += count;
            check(count > 0 && runs <= MOST_RUNS, "it has a group of " + count + " blocks");
            check(length > 0 && length <= Integer.MAX_VALUE && isInt(displacement) && isInt(distance / 2)
                && isInt(displacement + (count - 1) * distance), "a block of it is at " + displacement + ", of length "
                + length + ", and the next at a distance of " + distance);
            for (int i = 0; i < count; i++) {
                check(builder.takes(displacement + i * distance, length), "it reaches too far");
            }
        }
        check(ubMarked || Math.floorMod(lb - ub, alignment) == 0, "its extent is no multiple of " + alignment);
        builder.bounds(lb, ub, lbMarked, ubMarked);
        TypeMap map = builder.build();
        check(lbMarked || lb == (map.size() == 0 ? 0 : map.trueLb()), "its lower bound is not that of its elements");
        long end = map.size() == 0 ? 0 : map.trueUb();
        check(ubMarked || ub == end + Math.floorMod(lb - end, alignment),
            "its upper bound is not that of its elements");
        return map;
    }

    private static boolean isInt(long number) {
        return (int) number == number;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw damaged(otherwise);
        }
    }

    private static EngineException damaged(String why) {
        return new EngineException(ErrorClass.ERR_TYPE, "the datatype that another rank has sent is damaged: " + why);
    }
}
