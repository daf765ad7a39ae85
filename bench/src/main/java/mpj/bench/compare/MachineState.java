package mpj.bench.compare;

import java.util.List;
import java.util.Locale;

/**
 * How far apart two virtual cores are. A hypervisor changes this without notice. The bare exchange of a flag shows it.
 */
enum MachineState {
    /** Hardware threads of one core: the exchange takes about 0.04 µs. */
    SIBLINGS(0.057),
    /** Cores that share a cache: about 0.08 µs. */
    NEIGHBOURS(0.133),
    /** Cores that share no cache: about 0.22 µs. */
    FAR(0.5),
    /** Slower than any placement explains, because something else was running. */
    DISTURBED(Double.MAX_VALUE);

    /** The upper bound in microseconds: the geometric mean of the typical figures of this state and of the next. */
    private final double bound;

    MachineState(double bound) {
        this.bound = bound;
    }

    static MachineState of(double flagMicroseconds) {
        for (MachineState state : values()) {
            if (flagMicroseconds < state.bound) {
                return state;
            }
        }
        return DISTURBED;
    }

    /**
     * The state with this name.
     *
     * @throws IllegalArgumentException if there is no such state that one can ask for
     */
    static MachineState named(String name) {
        for (MachineState state : List.of(SIBLINGS, NEIGHBOURS, FAR)) {
            if (state.label().equals(name)) {
                return state;
            }
        }
        throw new IllegalArgumentException("state '" + name + "' is not one of siblings, neighbours, far");
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
