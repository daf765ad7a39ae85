package mpj.bench.compare;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The two cores on which ranks 0 and 1 of every side run. On a machine with more than two cores, the ranks can be moved
 * to other cores to bring about a state. On a machine with two cores, only the hypervisor changes the state.
 */
final class Placement {
    private static final int PAIR = 2;

    private final List<Side> sides;
    private final int home;
    private FlagExchange exchange;

    /** Leaves the ranks where they are, until {@link #seek}. */
    Placement(List<Side> sides, PinnedPair pair) {
        this.sides = List.copyOf(sides);
        this.home = pair.firstCpu();
        this.exchange = new FlagExchange(pair);
    }

    /** The time of the bare exchange of a flag between the two cores. */
    double flagMicroseconds() {
        return exchange.microseconds();
    }

    MachineState state() {
        return MachineState.of(flagMicroseconds());
    }

    /**
     * Moves rank 1 of every side to the first core that is in one of these states to the core of rank 0.
     *
     * @return whether there is such a core
     */
    boolean seek(Set<MachineState> states) throws IOException {
        if (sides.stream().anyMatch(side -> !side.fits() || side.threads().length != PAIR)) {
            return false;
        }
        BitSet cpus = Affinity.allowed(ProcessHandle.current().pid());
        if (cpus.cardinality() <= PAIR) {
            return false;
        }
        for (int cpu = cpus.nextSetBit(0); cpu >= 0; cpu = cpus.nextSetBit(cpu + 1)) {
            FlagExchange candidate = new FlagExchange(new PinnedPair(home, cpu));
            if (cpu != home && states.contains(MachineState.of(candidate.microseconds()))) {
                for (Side side : sides) {
                    bindSecond(side, cpu);
                }
                exchange = candidate;
                return true;
            }
        }
        return false;
    }

    /**
     * Binds rank 1. If ranks are processes, it binds all threads of the process, as a launcher does; if ranks are
     * threads, it binds the thread of the rank.
     */
    static void bindSecond(Side side, int cpu) throws IOException {
        long thread = side.threads()[1];
        if (side.pids().length < PAIR) {
            Affinity.bind(thread, cpu);
            return;
        }
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + thread + "/task"))) {
            threads.map(Path::toFile).map(File::getName).mapToLong(Long::parseLong)
                .forEach(number -> Affinity.bind(number, cpu));
        }
    }
}
