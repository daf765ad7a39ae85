package mpj.bench.compare;

import java.util.List;
import java.util.Locale;

/**
 * How far apart two virtual cores are, which a hypervisor changes without notice. Told from the bare flag exchange.
 */
enum MachineState {
    /** Hardware threads of one core: about 0.04 µs. */
    SIBLINGS(0.057),
    /** Cores that share a cache: about 0.08 µs. */
    NEIGHBOURS(0.133),
    /** Cores that share none: about 0.22 µs. */
    FAR(0.5),
    /** Slower than any placement explains: something else was running. */
    DISTURBED(Double.MAX_VALUE);

    /** Upper bound in microseconds: the geometric mean of this state's typical figure and the next one's. */
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
     * The state of this name.
     *
     * @throws IllegalArgumentException if there is none that one can ask for
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
