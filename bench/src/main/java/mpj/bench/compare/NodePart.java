package mpj.bench.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A part of what {@code bench node} measures. */
enum NodePart {
    /** The start of the shortest job, from the launcher's start to its end. */
    START,
    /** Messages between two ranks. */
    PINGPONG,
    /** Collectives of all ranks. */
    COLLECTIVES,
    /** A rank puts into the window of another rank, and gets from it. */
    RMA,
    /** The NAS Parallel Benchmarks. */
    NPB;

    private static final List<String> NINE = List.of("Barrier", "Bcast", "Reduce", "Allreduce", "Reduce_scatter",
        "Gather", "Scatter", "Allgather", "Alltoall");

    /** The name on the command line. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it always has two ranks. */
    boolean isOfTwo() {
        return this == PINGPONG || this == RMA;
    }

    /** The benchmarks of IMB that measure it; none for jobs that are measured as a whole. */
    List<String> benchmarks() {
        return switch (this) {
            case PINGPONG -> List.of("PingPong");
            case COLLECTIVES -> NINE;
            case RMA -> List.of("Unidir_put", "Unidir_get");
            case START, NPB -> List.of();
        };
    }

    /** The sizes that it measures unless others are asked for. */
    List<Integer> sizes() {
        return Sizes.list(this == PINGPONG ? "0,8,64,256,1k,4k,16k,64k,256k,1m,4m" : "8,1k,16k,64k,1m");
    }

    /**
     * The part with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static NodePart named(String name) {
        return Arrays.stream(values()).filter(part -> part.label().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("--only " + name + ": there is no such part; there are "
                + Arrays.stream(values()).map(NodePart::label).collect(Collectors.joining(", "))));
    }
}
