package mpj.checkpoint;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The data of a rank that checkpoints contain. The program registers arrays and segments under names. A checkpoint
 * reads and writes the registered memory itself, so the program registers memory once and may change its content at any
 * time outside of the calls of a {@link Checkpoint}.
 *
 * <p>There are three kinds of data:
 * <ul>
 * <li><b>own</b> data belongs to one rank. It can be restored only by the number of ranks that have written it;
 * <li><b>common</b> data is the same on all ranks, such as the number of a step;
 * <li>a <b>block</b> is a part of a global array. Any number of ranks can restore a global array, however they divide
 *     it: each rank gets the elements of its block. The blocks of a version must together cover the array.
 * </ul>
 *
 * {@snippet :
 * State state = new State("heat")
 *     .common("step", step)                      // long[] step, the same on all ranks
 *     .block("heat", heat, begin, 1_000_000)     // double[] heat, the elements from begin on of 1,000,000
 *     .own("random", seeds);                     // int[] seeds of this rank
 * }
 *
 * <p>All ranks register the same names, kinds and types. The methods throw an {@link IllegalArgumentException} if a
 * name was registered before, if an argument is out of its range, or if a segment is read-only. A state belongs to one
 * rank, and only one thread at a time may use it.
 */
public final class State {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,100}");
    private static final int LONGEST_NAME = 1000;

    private final String name;
    private final List<Part> parts = new ArrayList<>();
    private final List<MemorySegment> memory = new ArrayList<>();

    /**
     * Makes a state without data.
     *
     * @param name names the program, and begins the names of its files: 1 to 100 letters, digits, - and _
     */
    public State(String name) {
        if (name == null || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of the state is " + name
                + "; it must be 1 to 100 letters, digits, - or _");
        }
        this.name = name;
    }

    /**
     * Registers data of this rank alone.
     *
     * @param name the name of the data, of 1 to 1000 characters
     * @param array a byte[], short[], char[], int[], long[], float[] or double[]
     * @return this state
     */
    public State own(String name, Object array) {
        ElementType.Typed typed = typed(name, array);
        return add(name, Part.Kind.OWN, typed, 0, -1);
    }

    /**
     * Registers data of this rank alone.
     *
     * @param name the name of the data, of 1 to 1000 characters
     * @param segment memory with whole elements
     * @param layout the layout of an element
     * @return this state
     */
    public State own(String name, MemorySegment segment, ValueLayout layout) {
        return add(name, Part.Kind.OWN, typed(name, segment, layout), 0, -1);
    }

    /**
     * Registers data that is the same on all ranks. The length must be the same as well.
     *
     * @param name the name of the data, of 1 to 1000 characters
     * @param array a byte[], short[], char[], int[], long[], float[] or double[]
     * @return this state
     */
    public State common(String name, Object array) {
        return add(name, Part.Kind.COMMON, typed(name, array), 0, -1);
    }

    /**
     * Registers data that is the same on all ranks. The length must be the same as well.
     *
     * @param name the name of the data, of 1 to 1000 characters
     * @param segment memory with whole elements
     * @param layout the layout of an element
     * @return this state
     */
    public State common(String name, MemorySegment segment, ValueLayout layout) {
        return add(name, Part.Kind.COMMON, typed(name, segment, layout), 0, -1);
    }

    /**
     * Registers a block of a global array.
     *
     * @param name the name of the global array, of 1 to 1000 characters
     * @param array a byte[], short[], char[], int[], long[], float[] or double[] with exactly the elements of the block
     * @param begin the index of the block's first element in the global array, from 0
     * @param length the number of elements of the global array, the same on all ranks
     * @return this state
     */
    public State block(String name, Object array, long begin, long length) {
        return add(name, Part.Kind.BLOCK, typed(name, array), begin, length);
    }

    /**
     * Registers a block of a global array. If an array of the program also has a margin, the block is a slice of it:
     * {@code MemorySegment.ofArray(array).asSlice(...)}.
     *
     * @param name the name of the global array, of 1 to 1000 characters
     * @param segment memory with exactly the elements of the block
     * @param layout the layout of an element
     * @param begin the index of the block's first element in the global array, from 0
     * @param length the number of elements of the global array, the same on all ranks
     * @return this state
     */
    public State block(String name, MemorySegment segment, ValueLayout layout, long begin, long length) {
        return add(name, Part.Kind.BLOCK, typed(name, segment, layout), begin, length);
    }

    private static ElementType.Typed typed(String name, Object array) {
        ElementType.Typed typed = ElementType.ofArray(array);
        if (typed == null) {
            throw new IllegalArgumentException("the array " + name + " is "
                + (array == null ? "null" : "a " + array.getClass().getSimpleName())
                + "; it must be a byte[], short[], char[], int[], long[], float[] or double[]");
        }
        return typed;
    }

    private static ElementType.Typed typed(String name, MemorySegment segment, ValueLayout layout) {
        ElementType type = ElementType.of(layout.carrier());
        if (type == null) {
            throw new IllegalArgumentException("the layout of " + name + " is " + layout
                + "; it must be the layout of a byte, short, char, int, long, float or double");
        }
        if (segment.byteSize() % type.bytes() != 0) {
            throw new IllegalArgumentException("the segment " + name + " has " + segment.byteSize()
                + " bytes; they must be whole elements of " + type.bytes() + " bytes");
        }
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException("the segment " + name + " is read-only; a restore must be able to"
                + " write it");
        }
        return new ElementType.Typed(type, segment);
    }

    private State add(String partName, Part.Kind kind, ElementType.Typed typed, long begin, long given) {
        if (partName == null || partName.isEmpty() || partName.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("the name of the data is " + partName + "; it must have 1 to "
                + LONGEST_NAME + " characters");
        }
        if (parts.stream().anyMatch(part -> part.name().equals(partName))) {
            throw new IllegalArgumentException("the name " + partName + " is registered already; register each name"
                + " once");
        }
        long length = typed.memory().byteSize() / typed.type().bytes();
        long global = kind == Part.Kind.BLOCK ? given : length;
        if (begin < 0 || global < length || begin > global - length || global > Long.MAX_VALUE / Long.BYTES) {
            throw new IllegalArgumentException("the block " + partName + " begins at " + begin + " and has " + length
                + " elements; it must lie within the " + global + " elements of the global array");
        }
        parts.add(new Part(partName, kind, typed.type(), begin, length, global));
        memory.add(typed.memory());
        return this;
    }

    String name() {
        return name;
    }

    /** What is registered, in order. */
    List<Part> parts() {
        return List.copyOf(parts);
    }

    /** The memory of the parts, in the same order. */
    List<MemorySegment> memory() {
        return List.copyOf(memory);
    }

    /** The description of a version of this state. */
    Table table(Round round, int rank, int ranks) {
        return new Table(name, round.version(), round.attempt(), rank, ranks, parts());
    }
}
