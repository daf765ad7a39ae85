package mpj.bench.imb;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the elements of a message lie in its buffer: the values of {@code -contig_type}, and a strided one. */
enum MessageLayout {
    /** As many items of a basic type. */
    BASE(1),
    /** One item of a type that is a row of basic ones: contiguous, yet derived. */
    BASE_VEC(1),
    /** Items of a type as long as two elements, of which the first is used. */
    RESIZE(2),
    /** One item of a type that is a row of those. */
    RESIZE_VEC(2),
    /** One item of a type that is every second block of 64 bytes: what {@code PingPongVector} sends. */
    STRIDED(2);

    static final int BLOCK_BYTES = 64;

    private final int span;

    MessageLayout(int span) {
        this.span = span;
    }

    /** @throws IllegalArgumentException if {@code -contig_type} knows none of that name */
    static MessageLayout of(String name) {
        return Arrays.stream(values()).filter(layout -> layout != STRIDED && layout.label().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("contig type '" + name + "' is not one of "
                + Arrays.stream(values()).filter(layout -> layout != STRIDED).map(MessageLayout::label)
                    .collect(Collectors.joining(", "))));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Times the message's size that it takes in the buffer. */
    int span() {
        return span;
    }

    /** What a message's size is a multiple of. */
    int granularity(ElementType type) {
        return this == STRIDED ? BLOCK_BYTES : type.bytes();
    }

    /** The items of a message of so many elements. */
    int count(int elements) {
        return this == BASE || this == RESIZE ? elements : Math.min(elements, 1);
    }

    /** The type of an item, committed. */
    Object datatype(Messages comm, ElementType type, int elements) {
        // A message without elements has no items, but it must have a type all the same.
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
