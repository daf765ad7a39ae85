package mpj.runtime.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which processors of this host are hardware threads of the same core. To the kernel each hardware thread is a
 * processor with a number of its own. A processor that the kernel does not describe is a core of its own.
 */
final class HardwareThreads {
    /** The folder in which the kernel describes each processor: cpu0, cpu1, ... */
    private final Path cpus;

    HardwareThreads(Path cpus) {
        this.cpus = cpus;
    }

    static HardwareThreads ofThisHost() {
        return new HardwareThreads(Path.of("/sys/devices/system/cpu"));
    }

    /** The hardware threads of a processor's core, including the processor itself. */
    BitSet ofCore(int cpu) {
        BitSet threads = CpuList.read(cpus.resolve("cpu" + cpu + "/topology/thread_siblings_list"));
        threads.set(cpu);
        return threads;
    }

    /**
     * The order in which ranks get processors: first one hardware thread of each core, then the second one of each
     * core, and so on. Ranks that compute on two hardware threads of one core halve each other's speed. So if each rank
     * gets several processors and there are too few cores for that, the hardware threads of a core follow each other.
     *
     * @param allowed the processors that may be used
     * @param needed how many processors all ranks get together
     * @param each how many each rank gets
     */
    int[] order(BitSet allowed, long needed, int each) {
        List<BitSet> rounds = rounds(allowed);
        if (each > 1 && needed > rounds.getFirst().cardinality()) {
            return rounds.getFirst().stream().flatMap(cpu -> {
                BitSet threads = ofCore(cpu);
                threads.and(allowed);
                return threads.stream();
            }).toArray();
        }
        return rounds.stream().flatMapToInt(BitSet::stream).toArray();
    }

    /** The first processor of each core, the second of each, and so on. */
    private List<BitSet> rounds(BitSet allowed) {
        List<BitSet> rounds = new ArrayList<>();
        for (int cpu = allowed.nextSetBit(0); cpu >= 0; cpu = allowed.nextSetBit(cpu + 1)) {
            BitSet threads = ofCore(cpu);
            threads.and(allowed);
            int round = threads.get(0, cpu).cardinality();
            while (rounds.size() <= round) {
                rounds.add(new BitSet());
            }
            rounds.get(round).set(cpu);
        }
        return rounds;
    }

    /** The processors that share no core with those that are taken. */
    BitSet besides(BitSet taken, BitSet allowed) {
        BitSet left = (BitSet) allowed.clone();
        taken.stream().forEach(cpu -> left.andNot(ofCore(cpu)));
        return left;
    }
}
