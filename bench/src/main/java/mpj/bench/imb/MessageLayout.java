package mpj.bench.imb;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the elements of a message lie in its buffer: the values of {@code -contig_type}, and a strided layout. */
enum MessageLayout {
    /** One item of a basic type for each element. */
    BASE(1),
    /** One item of a derived type that is a contiguous row of basic items. */
    BASE_VEC(1),
    /** One item for each element. The type is as long as two elements, and uses the first. */
    RESIZE(2),
    /** One item of a type that is a row of such items. */
    RESIZE_VEC(2),
    /** One item of a type that has every second block of 64 bytes. {@code PingPongVector} sends it. */
    STRIDED(2);

    static final int BLOCK_BYTES = 64;

    private final int span;

    MessageLayout(int span) {
        this.span = span;
    }

    /** @throws IllegalArgumentException if {@code -contig_type} has no such value */
    static MessageLayout of(String name) {
        return Arrays.stream(values()).filter(layout -> layout != STRIDED && layout.label().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("contig type '" + name + "' is not one of "
                + Arrays.stream(values()).filter(layout -> layout != STRIDED).map(MessageLayout::label)
                    .collect(Collectors.joining(", "))));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How many times its own size a message spans in the buffer. */
    int span() {
        return span;
    }

    /** The sizes of messages are multiples of this number of bytes. */
    int granularity(ElementType type) {
        return this == STRIDED ? BLOCK_BYTES : type.bytes();
    }

    /** How many items a message of this many elements has. */
    int count(int elements) {
        return this == BASE || this == RESIZE ? elements : Math.min(elements, 1);
    }

    /** The committed type of an item. */
    Object datatype(Messages comm, ElementType type, int elements) {
        // A message without elements has no items, but it needs a type.
        int row = Math.max(1, elements);
        int block = BLOCK_BYTES / type.bytes();
        Object basic = comm.basic(type.element());
        Object datatype = switch (this) {
            case BASE -> basic;
            case BASE_VEC -> comm.contiguous(row, basic);
            case RESIZE -> comm.padded(basic);
            case RESIZE_VEC -> comm.contiguous(row, comm.padded(basic));
            case STRIDED -> comm.vector(Math.max(1, elements / block), block, 2 * block, basic);
        };
        if (this != BASE) {
            comm.commit(datatype);
        }
        return datatype;
    }
}
