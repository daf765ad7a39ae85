package mpj.bench.imb;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All benchmarks. */
final class Benchmarks {
    private static final int IMB_WINDOW = 256;
    private static final int OSU_WINDOW = 64;

    /** The MPI-1 part of IMB, in IMB's order. */
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

    /** The NBC part of IMB: each operation with overlap, then each operation without. */
    static final List<Benchmark> NBC = Stream.of(true, false).flatMap(overlaps ->
        Arrays.stream(NonblockingOperation.values()).<Benchmark>map(operation ->
            new NonblockingCollective(operation, overlaps))).toList();

    /** The RMA part of IMB, each benchmark with IMB's name, and puts and gets with a fence. */
    static final List<Benchmark> RMA = List.of(
        new PairTransfer("Unidir_put", OneSidedOperation.PUT),
        new PairTransfer("Bidir_put", OneSidedOperation.PUT, true, false, false, true),
        new PairTransfer("Unidir_get", OneSidedOperation.GET),
        new PairTransfer("Bidir_get", OneSidedOperation.GET, true, false, false, true),
        new PairTransfer("Put_local", OneSidedOperation.PUT, false, true, false, true),
        new TransferWithAll("Put_all_local", OneSidedOperation.PUT, false, true, true),
        new PairTransfer("Get_local", OneSidedOperation.GET, false, true, false, false),
        new TransferWithAll("Get_all_local", OneSidedOperation.GET, false, true, false),
        new TransferWithAll("One_put_all", OneSidedOperation.PUT, false, false, true),
        new TransferWithAll("All_put_all", OneSidedOperation.PUT, true, false, true),
        new TransferWithAll("One_get_all", OneSidedOperation.GET, false, false, true),
        new TransferWithAll("All_get_all", OneSidedOperation.GET, true, false, true),
        new NeighbourTransfer("Exchange_put", OneSidedOperation.PUT),
        new NeighbourTransfer("Exchange_get", OneSidedOperation.GET),
        new PairTransfer("Accumulate", OneSidedOperation.ACCUMULATE),
        new PairTransfer("Get_accumulate", OneSidedOperation.GET_ACCUMULATE),
        new PairTransfer("Fetch_and_op", OneSidedOperation.FETCH_AND_OP),
        new PairTransfer("Compare_and_swap", OneSidedOperation.COMPARE_AND_SWAP),
        new PassivePut(),
        new FencedTransfer("Unidir_put_fence", OneSidedOperation.PUT),
        new FencedTransfer("Unidir_get_fence", OneSidedOperation.GET));

    /** Benchmarks that IMB does not have: a strided type, NetPIPE's sweep over perturbed sizes, OSU's message rate. */
    static final List<Benchmark> BEYOND_IMB = List.of(
        new PingPong("PingPongVector", Presentation.PING_PONG, false, false, true),
        new PingPong("NetPIPE", Presentation.NETPIPE, false, false, false),
        new WindowedTransfer("osu_mbw_mr", Presentation.OSU_MESSAGE_RATE, OSU_WINDOW));

    private Benchmarks() {
    }

    static Stream<Benchmark> all() {
        return Stream.of(MPI1, NBC, RMA.stream().flatMap(benchmark -> benchmark.modes().stream()).toList(), BEYOND_IMB)
            .flatMap(List::stream);
    }

    /** @throws IllegalArgumentException if there is no benchmark of that name; upper and lower case do not matter */
    static Benchmark named(String name) {
        return all().filter(benchmark -> benchmark.name().equalsIgnoreCase(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("Invalid benchmark name " + name + "; there are "
                + all().map(Benchmark::name).collect(Collectors.joining(", "))));
    }
}
