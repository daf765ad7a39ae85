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
 * The two cores that ranks 0 and 1 of every side run on. On a machine with more than two it can move the ranks to
 * others, to bring about a state; with two, the state is what the hypervisor makes it.
 */
final class Placement {
    private static final int PAIR = 2;

    private final List<Side> sides;
    private final int home;
    private FlagExchange exchange;

    /** The ranks stay where they are until {@link #seek}. */
    Placement(List<Side> sides, PinnedPair pair) {
        this.sides = List.copyOf(sides);
        this.home = pair.firstCpu();
        this.exchange = new FlagExchange(pair);
    }

    /** The bare exchange of a flag between the two. */
    double flagMicroseconds() {
        return exchange.microseconds();
    }

    MachineState state() {
        return MachineState.of(flagMicroseconds());
    }

    /**
     * Moves the ranks to the first two cores that are in one of these states to each other; rank 0 stays.
     *
     * @return whether there are such
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

    /** All threads of the rank's process, as a launcher binds it; or the rank's own, where ranks are threads. */
    private static void bindSecond(Side side, int cpu) throws IOException {
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
