package mpj.bench.imb;

import java.util.List;
import java.util.stream.Collectors;

/** The benchmarks there are, in the order IMB runs them. */
final class Benchmarks {
    static final List<Benchmark> ALL = List.of(
        new PingPong("PingPong", false, true),
        new PingPong("PingPongSpecificSource", false, false),
        new PingPong("PingPongAnySource", true, false),
        new PingPing("PingPing", false, true),
        new PingPing("PingPingSpecificSource", false, false),
        new PingPing("PingPingAnySource", true, false),
        new Sendrecv(),
        new Exchange(),
        new Allreduce(),
        new Reduce(),
        new Reduce_scatter(),
        new Allgather(),
        new Allgatherv(),
        new Gather(),
        new Gatherv(),
        new Scatter(),
        new Scatterv(),
        new Alltoall(),
        new Alltoallv(),
        new Bcast(),
        new Barrier(),
        new Uniband(),
        new Biband());

    private Benchmarks() {
    }

    /** @throws IllegalArgumentException if there is none of that name, whatever its case */
    static Benchmark named(String name) {
        return ALL.stream().filter(benchmark -> benchmark.name().equalsIgnoreCase(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("Invalid benchmark name " + name + "; there are "
                + ALL.stream().map(Benchmark::name).collect(Collectors.joining(", "))));
    }
}
