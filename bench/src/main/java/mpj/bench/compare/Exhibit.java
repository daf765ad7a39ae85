package mpj.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A table of docs/benchmarks.md, and the command that measures it again.
 *
 * @param id the name of the table there and in {@code --only}
 * @param title what the table shows
 * @param command the command of this folder that measures the table
 * @param arguments the arguments of the command, without rivals
 * @param rivals the rivals, such as {@code openmpi} or {@code openmpi-tcp}; each becomes {@code --peer openmpi=DIR}
 * @param need what the machine must have besides the rivals
 * @param quick options, each with its value, that make the measurement short
 * @param minutes about how long the measurement takes; unused for a {@link #COMPARISON}
 */
record Exhibit(String id, String title, String command, List<String> arguments, List<String> rivals, Need need,
               List<String> quick, double minutes) {
    /** The command that this process carries out itself. In a command, spaces separate the words. */
    static final String COMPARISON = "bin/bench compare imb";

    private static final String SHORT_SIZES = "8,1k";
    private static final String ALL_SIZES = "0,8,64,256,1k,4k,8k,16k,64k,256k,1m,4m";
    private static final String FOUR_SIZES = "8,1k,64k,1m";
    private static final List<String> QUICK =
        List.of("--blocks", "2", "--block-time", "0.002", "--warm-up", "0.05", "--state-wait", "0");

    /** The tables of docs/benchmarks.md, in its order. */
    static List<Exhibit> all() {
        List<Exhibit> all = new ArrayList<>();
        all.add(turns("shm", "PingPong over shared memory", List.of("PingPong", "--sizes", ALL_SIZES),
            Set.of(MachineState.SIBLINGS, MachineState.NEIGHBOURS, MachineState.FAR), "openmpi", "impi"));
        all.add(turns("collectives", "Collectives of two ranks", List.of("Bcast", "Allreduce", "Reduce", "Alltoall",
            "Barrier", "--sizes", FOUR_SIZES), Set.of(), "openmpi", "impi"));
        all.add(turns("more-ranks", "All collectives with twice as many ranks as cores", List.of("Collectives", "-np",
            Integer.toString(2 * Runtime.getRuntime().availableProcessors()), "--sizes", FOUR_SIZES, "--block-time",
            "0.02"), Set.of(), "openmpi"));
        all.add(turns("threads", "PingPong between threads of one JVM", List.of("PingPong", "--ours",
            "threads:mpj=-Dmpj.transport=threads", "--peer", "shm:mpj=-Dmpj.transport=shm", "--sizes", ALL_SIZES),
            Set.of(), "openmpi"));
        all.add(turns("nio", "PingPong over TCP", List.of("PingPong", "--transport", "nio", "--limits", "socket",
            "--sizes", "8,1k,64k,256k,1m,4m"), Set.of(), "openmpi-tcp"));
        all.add(turns("libfabric", "PingPong over libfabric", List.of("PingPong", "--ours",
            "arrays:mpj=-Dmpj.transport=libfabric:net", "--peer",
            "segments:mpj=-Dmpj.transport=libfabric:net -Dmpj.bench.buffer=segment", "--sizes",
            "8,1k,64k,256k,1m"), Set.of(), "mpich-tcp"));
        all.add(new Exhibit("verbs", "The library beside perftest, over software RDMA in a virtual machine",
            "tests/rdma-vm/run", List.of("900", "tests/rdma-vm/bars"), List.of(), Need.VIRTUAL_MACHINE, List.of(), 12));
        all.add(new Exhibit("objects", "Objects, beside MPJ Express", "bench/mpj-express/compare", List.of("3"),
            List.of(), Need.MPJ_EXPRESS, List.of(), 2));
        all.add(turns("derived", "Every second 64 bytes", List.of("PingPongVector", "--sizes", "4k,64k,1m"), Set.of(),
            "openmpi"));
        all.add(turns("nonblocking", "Non-blocking collectives", List.of("Ibcast_pure", "Iallreduce_pure",
            "--sizes", "8,1k,1m"), Set.of(), "impi"));
        all.add(new Exhibit("first-messages", "Short programs and the first messages of a program",
            "bin/bench compare first", List.of("--steps", "50,500,5000,30000", "--rounds", "3"),
            List.of("impi", "openmpi"), Need.NOTHING, List.of("--steps", "1", "--rounds", "1"), 14));
        return all;
    }

    private static Exhibit turns(String id, String title, List<String> arguments, Set<MachineState> states,
                                 String... rivals) {
        List<String> words = new ArrayList<>(arguments);
        if (!states.isEmpty()) {
            words.addAll(List.of("--states", String.join(",", states.stream().sorted().map(MachineState::label)
                .toList())));
        }
        List<String> quick = new ArrayList<>(QUICK);
        if (words.contains("--sizes")) {
            quick.addAll(List.of("--sizes", id.equals("derived") ? "1k" : SHORT_SIZES));
        }
        return new Exhibit(id, title, COMPARISON, List.copyOf(words), List.of(rivals), Need.NOTHING,
            List.copyOf(quick), 0);
    }

    /** The arguments of the command. The options that make it short replace other options of the same name. */
    List<String> words(boolean shortly) {
        List<String> words = new ArrayList<>(arguments);
        if (shortly) {
            for (int i = 0; i < quick.size(); i += 2) {
                int same = words.indexOf(quick.get(i));
                if (same >= 0) {
                    words.subList(same, same + 2).clear();
                }
            }
            words.addAll(quick);
        }
        return words;
    }

    boolean isComparison() {
        return command.equals(COMPARISON);
    }
}
