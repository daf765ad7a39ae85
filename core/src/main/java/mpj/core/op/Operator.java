package mpj.core.op;

import mpj.core.datatype.Composite;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpjbuf.layout.ElementType;

/** The predefined operators. All operators that reductions take are commutative and associative. */
enum Operator {
    MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR, MAXLOC, MINLOC,
    /** Takes the left operand. Only one-sided calls take this operator and the next one. */
    REPLACE,
    /** Takes the right operand. */
    NO_OP;

    private final Reduction[] reductions = new Reduction[ElementType.values().length];
    private final MemoryReduction[] inMemory = new MemoryReduction[ElementType.values().length];
    private final Reduction[] composites = new Reduction[Composite.values().length];

    /** Whether collectives take the operator. */
    boolean reduces() {
        return compareTo(REPLACE) < 0;
    }

    /** Whether the operator takes pairs of a value and its index. */
    boolean takesPairs() {
        return this == MAXLOC || this == MINLOC;
    }

    /** The loop over items of this type, or null if the operator is not defined for it. */
    Reduction on(TypeDescriptor datatype) {
        Composite composite = datatype.composite();
        return composite != null ? on(composite)
            : Items.arePlain(datatype) && datatype.elements() == (takesPairs() ? 2 : 1) ? on(datatype.elementType())
            : null;
    }

    private Reduction on(Composite composite) {
        Reduction reduction = composites[composite.ordinal()];
        if (reduction == null) {
            reduction = CompositeReductions.of(this, composite);
            composites[composite.ordinal()] = reduction;
        }
        return reduction;
    }

    /** The loop over memory off the heap, or null if there is none. */
    MemoryReduction inMemory(ElementType type) {
        if (!reduces() || takesPairs() || type == ElementType.BOOLEAN) {
            return null;
        }
        MemoryReduction reduction = inMemory[type.ordinal()];
        if (reduction == null) {
            reduction = MemoryReductions.of(this, type);
            inMemory[type.ordinal()] = reduction;
        }
        return reduction;
    }

    /** The loop over arrays of this type, or null if the operator is not defined for it. */
    Reduction on(ElementType type) {
        Reduction reduction = reductions[type.ordinal()];
        if (reduction == null) {
            // Looked up at the first use, because a program needs only a few of these, and each costs a class.
            reduction = Reductions.of(this, type);
            reductions[type.ordinal()] = reduction;
        }
        return reduction;
    }
}
