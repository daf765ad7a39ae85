package mpj.core.op;

import mpjbuf.layout.ElementType;

/** The predefined operators. All are commutative and associative. */
enum Operator {
    MAX, MIN, SUM, PROD, LAND, BAND, LOR, BOR, LXOR, BXOR, MAXLOC, MINLOC;

    private final Reduction[] reductions = new Reduction[ElementType.values().length];

    /** Whether the operator takes pairs of a value and its index. */
    boolean takesPairs() {
        return this == MAXLOC || this == MINLOC;
    }

    /** The loop over arrays of this type, or null where the operator is not defined for it. */
    Reduction on(ElementType type) {
        Reduction reduction = reductions[type.ordinal()];
        if (reduction == null) {
            // Looked up at the first use: a program needs only a few of these, and each costs a class.
            reduction = Reductions.of(this, type);
            reductions[type.ordinal()] = reduction;
        }
        return reduction;
    }
}
