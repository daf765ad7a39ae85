package mpj.bench.imb;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The benchmarks there are. */
final class Benchmarks {
    private static final int IMB_WINDOW = 256;
    private static final int OSU_WINDOW = 64;

    /** The MPI-1 part of IMB, in the order it runs them. */
    static final List<Benchmark> MPI1 = List.of(
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
        new Reduce_local(),
        new Reduce_scatter(),
        new Reduce_scatter_block(),
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
        new WindowedTransfer("Uniband", Presentation.MESSAGE_RATE, IMB_WINDOW),
        new WindowedTransfer("Biband", Presentation.MESSAGE_RATE_BOTH_WAYS, IMB_WINDOW));

    /** The NBC part of IMB: each operation with overlap, then each without. */
    static final List<Benchmark> NBC = Stream.of(true, false).flatMap(overlaps ->
        Arrays.stream(NonblockingOperation.values()).<Benchmark>map(operation ->
            new NonblockingCollective(operation, overlaps))).toList();

    /** What IMB does not have: a strided type, NetPIPE's sweep over perturbed sizes, OSU's message rate. */
    static final List<Benchmark> BEYOND_IMB = List.of(
        new PingPong("PingPongVector", Presentation.PING_PONG, false, false, true),
        new PingPong("NetPIPE", Presentation.NETPIPE, false, false, false),
        new WindowedTransfer("osu_mbw_mr", Presentation.OSU_MESSAGE_RATE, OSU_WINDOW));

    private Benchmarks() {
    }

    static Stream<Benchmark> all() {
        return Stream.of(MPI1, NBC, BEYOND_IMB).flatMap(List::stream);
    }

    /** @throws IllegalArgumentException if there is none of that name, whatever its case */
    static Benchmark named(String name) {
        return all().filter(benchmark -> benchmark.name().equalsIgnoreCase(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("Invalid benchmark name " + name + "; there are "
                + all().map(Benchmark::name).collect(Collectors.joining(", "))));
    }
}
