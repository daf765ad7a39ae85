package mpj.collectives.reduce;

import mpj.collectives.Place;
import mpj.collectives.Steps;

/**
 * A value that takes in the values of other ranks while the schedule is written. It begins in the program's operands,
 * which are never written. The first operand that is taken in becomes the value, so nothing is copied. An operation
 * writes to its right operand. So if the operation does not commute, a value that takes in a higher one moves to the
 * place of that one.
 *
 * <p>Offsets are from the beginning of each place, so that ranges can be combined one by one. A range that is taken in
 * later must lie within the one before.
 */
public final class Accumulator {
    private final Steps steps;
    private final boolean commutative;
    private final Place source;
    private final Place target;
    private final Place spare;
    private Place value;

    /**
     * @param source the operands of this rank
     * @param target the place for the final value; operands may be received there
     * @param spare memory of the same size
     */
    public Accumulator(Steps steps, boolean commutative, Place source, Place target, Place spare) {
        this.steps = steps;
        this.commutative = commutative;
        this.source = source;
        this.target = target;
        this.spare = spare;
        this.value = source;
    }

    /** The present place of the value. */
    public Place value() {
        return value;
    }

    /** A place where an operand may be received, because the value is not there. */
    public Place free() {
        return value.equals(target) ? spare : target;
    }

    /** Takes in the value of lower ranks, as the left operand. The place of that value may be written to afterwards. */
    public void takeLower(Place lower, long offset, long bytes) {
        if (!value.equals(source)) {
            steps.reduce(lower.plus(offset), value.plus(offset), bytes);
        } else if (commutative) {
            takeUpper(lower, offset, bytes);
        } else {
            Place copy = lower.equals(target) ? spare : target;
            steps.copy(source.plus(offset), copy.plus(offset), bytes);
            value = copy;
            steps.reduce(lower.plus(offset), value.plus(offset), bytes);
        }
    }

    /** Takes in the value of higher ranks, as the right operand. */
    public void takeUpper(Place upper, long offset, long bytes) {
        if (commutative && !value.equals(source)) {
            steps.reduce(upper.plus(offset), value.plus(offset), bytes);
        } else {
            steps.reduce(value.plus(offset), upper.plus(offset), bytes);
            value = upper;
        }
    }

    /** Brings a range of the value to the target, if it is not there yet. */
    public void finish(long offset, long bytes) {
        steps.copy(value.plus(offset), target.plus(offset), bytes);
        value = target;
    }
}
