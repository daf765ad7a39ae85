package mpj.collectives.reduce;

import mpj.collectives.Place;
import mpj.collectives.Steps;

/**
 * A value that takes in those of other ranks, while the schedule is written. It begins where the program's operands
 * are, which are never written: the first operand taken in becomes the value, so that none is copied. An operation
 * writes to its right operand; where it does not commute, a value that takes in a higher one moves to that one's
 * place.
 *
 * <p>Offsets are from the beginning of each place, so that ranges can be combined one by one; a range that is taken in
 * again must lie within the one before.
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
     * @param target where the value is to be in the end; operands may be received there
     * @param spare as much memory again
     */
    public Accumulator(Steps steps, boolean commutative, Place source, Place target, Place spare) {
        this.steps = steps;
        this.commutative = commutative;
        this.source = source;
        this.target = target;
        this.spare = spare;
        this.value = source;
    }

    /** Where the value is now. */
    public Place value() {
        return value;
    }

    /** Where an operand may be received: not where the value is. */
    public Place free() {
        return value.equals(target) ? spare : target;
    }

    /** Takes in, from the left, the value of lower ranks; its place may then be written to. */
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

    /** Takes in, from the right, the value of higher ranks. */
    public void takeUpper(Place upper, long offset, long bytes) {
        if (commutative && !value.equals(source)) {
            steps.reduce(upper.plus(offset), value.plus(offset), bytes);
        } else {
            steps.reduce(value.plus(offset), upper.plus(offset), bytes);
            value = upper;
        }
    }

    /** Brings a range of the value to the target, if it is not there. */
    public void finish(long offset, long bytes) {
        steps.copy(value.plus(offset), target.plus(offset), bytes);
        value = target;
    }
}
