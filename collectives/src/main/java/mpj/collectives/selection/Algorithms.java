package mpj.collectives.selection;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.collectives.Algorithm;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.allgather.BruckAllgather;
import mpj.collectives.allgather.GatherBcastAllgather;
import mpj.collectives.allgather.LinearAllgather;
import mpj.collectives.allgather.NeighborExchangeAllgather;
import mpj.collectives.allgather.RecursiveDoublingAllgather;
import mpj.collectives.allgather.RingAllgather;
import mpj.collectives.allgather.SharedAllgather;
import mpj.collectives.allgather.SparbitAllgather;
import mpj.collectives.allgather.TwoProcessAllgather;
import mpj.collectives.allreduce.LinearAllreduce;
import mpj.collectives.allreduce.RabenseifnerAllreduce;
import mpj.collectives.allreduce.RecursiveDoublingAllreduce;
import mpj.collectives.allreduce.ReduceBcastAllreduce;
import mpj.collectives.allreduce.RingAllreduce;
import mpj.collectives.allreduce.SegmentedRingAllreduce;
import mpj.collectives.allreduce.SharedAllreduce;
import mpj.collectives.allreduce.SharedScatterAllreduce;
import mpj.collectives.allreduce.SharedTreeAllreduce;
import mpj.collectives.allreduce.TwoProcessAllreduce;
import mpj.collectives.alltoall.BoundedLinearAlltoall;
import mpj.collectives.alltoall.BruckAlltoall;
import mpj.collectives.alltoall.GridAlltoall;
import mpj.collectives.alltoall.LinearAlltoall;
import mpj.collectives.alltoall.PairwiseAlltoall;
import mpj.collectives.alltoall.PairwiseExchangeAlltoall;
import mpj.collectives.alltoall.RingAlltoall;
import mpj.collectives.alltoall.SharedAlltoall;
import mpj.collectives.alltoall.TwoProcessAlltoall;
import mpj.collectives.barrier.DisseminationBarrier;
import mpj.collectives.barrier.DoubleRingBarrier;
import mpj.collectives.barrier.LinearBarrier;
import mpj.collectives.barrier.NWayDisseminationBarrier;
import mpj.collectives.barrier.RecursiveDoublingBarrier;
import mpj.collectives.barrier.SharedFlagsBarrier;
import mpj.collectives.barrier.TournamentBarrier;
import mpj.collectives.barrier.TwoProcessBarrier;
import mpj.collectives.bcast.BinaryBcast;
import mpj.collectives.bcast.BinomialBcast;
import mpj.collectives.bcast.FourAryBcast;
import mpj.collectives.bcast.KNomialBcast;
import mpj.collectives.bcast.LinearBcast;
import mpj.collectives.bcast.PipelinedBcast;
import mpj.collectives.bcast.ScatterAllgatherBcast;
import mpj.collectives.bcast.SegmentedBinomialBcast;
import mpj.collectives.bcast.SharedBcast;
import mpj.collectives.bcast.SplitBinaryBcast;
import mpj.collectives.gather.BinomialGather;
import mpj.collectives.gather.BoundedLinearGather;
import mpj.collectives.gather.ChainGather;
import mpj.collectives.gather.KNomialGather;
import mpj.collectives.gather.LinearGather;
import mpj.collectives.gather.SharedGather;
import mpj.collectives.hierarchy.TwoLevelAllgather;
import mpj.collectives.hierarchy.TwoLevelAllreduce;
import mpj.collectives.hierarchy.TwoLevelBarrier;
import mpj.collectives.hierarchy.TwoLevelBcast;
import mpj.collectives.hierarchy.TwoLevelGather;
import mpj.collectives.hierarchy.TwoLevelReduce;
import mpj.collectives.hierarchy.TwoLevelScatter;
import mpj.collectives.intercomm.DealtAllgather;
import mpj.collectives.intercomm.DividedAllreduce;
import mpj.collectives.intercomm.DividedReduceScatter;
import mpj.collectives.intercomm.ExchangeAlltoall;
import mpj.collectives.intercomm.LeaderAllreduce;
import mpj.collectives.intercomm.LeaderGather;
import mpj.collectives.intercomm.LeaderReduce;
import mpj.collectives.intercomm.LeaderReduceScatter;
import mpj.collectives.intercomm.LeaderScatter;
import mpj.collectives.intercomm.RootAndRemote;
import mpj.collectives.intercomm.UnionBarrier;
import mpj.collectives.reduce.BinaryReduce;
import mpj.collectives.reduce.BinomialReduce;
import mpj.collectives.reduce.FourAryReduce;
import mpj.collectives.reduce.InOrderBinaryReduce;
import mpj.collectives.reduce.KNomialReduce;
import mpj.collectives.reduce.LinearReduce;
import mpj.collectives.reduce.PipelinedReduce;
import mpj.collectives.reduce.RabenseifnerReduce;
import mpj.collectives.reduce.SegmentedBinomialReduce;
import mpj.collectives.reduce.SharedReduce;
import mpj.collectives.reduce.SharedScatterReduce;
import mpj.collectives.reduce.SharedTreeReduce;
import mpj.collectives.reduce.TwoProcessReduce;
import mpj.collectives.reducescatter.ButterflyReduceScatter;
import mpj.collectives.reducescatter.LinearReduceScatter;
import mpj.collectives.reducescatter.PairwiseReduceScatter;
import mpj.collectives.reducescatter.RecursiveDoublingReduceScatter;
import mpj.collectives.reducescatter.RecursiveHalvingReduceScatter;
import mpj.collectives.reducescatter.ReduceScattervReduceScatter;
import mpj.collectives.reducescatter.RingReduceScatter;
import mpj.collectives.reducescatter.SharedReduceScatter;
import mpj.collectives.scan.BinomialExscan;
import mpj.collectives.scan.BinomialScan;
import mpj.collectives.scan.LinearExscan;
import mpj.collectives.scan.LinearScan;
import mpj.collectives.scan.PipelinedExscan;
import mpj.collectives.scan.PipelinedScan;
import mpj.collectives.scan.RecursiveDoublingExscan;
import mpj.collectives.scan.RecursiveDoublingScan;
import mpj.collectives.scan.SimultaneousBinomialExscan;
import mpj.collectives.scan.SimultaneousBinomialScan;
import mpj.collectives.scatter.BinomialScatter;
import mpj.collectives.scatter.BoundedLinearScatter;
import mpj.collectives.scatter.ChainScatter;
import mpj.collectives.scatter.KNomialScatter;
import mpj.collectives.scatter.LinearScatter;
import mpj.collectives.scatter.SharedScatter;

/**
 * The algorithms of each collective, within one group and between two groups. The first algorithm of each collective
 * fits every problem. An algorithm between two groups has the same name as one within a group. Thread-safe.
 */
public final class Algorithms {
    /** Filled at first use, so that a program which calls one collective loads the classes of one. */
    private static final Map<Collective, List<Algorithm>> OF_ONE_GROUP = new ConcurrentHashMap<>();
    private static final Map<Collective, List<Algorithm>> OF_TWO_GROUPS = new ConcurrentHashMap<>();

    private Algorithms() {
    }

    /**
     * The algorithms of a collective within one group.
     *
     * @param collective the collective
     * @return its algorithms; an empty list for a neighbourhood collective, which has only one way
     */
    public static List<Algorithm> of(Collective collective) {
        return OF_ONE_GROUP.computeIfAbsent(collective, Algorithms::withinGroup);
    }

    /**
     * The algorithms of a collective between two groups.
     *
     * @param collective the collective
     * @return its algorithms; an empty list for the scans and the neighbourhood collectives, which intercommunicators
     *     do not have
     */
    public static List<Algorithm> ofTwoGroups(Collective collective) {
        return OF_TWO_GROUPS.computeIfAbsent(collective, Algorithms::betweenGroups);
    }

    /**
     * The algorithms for a problem.
     *
     * @param collective the collective
     * @param problem says whether there are two groups
     * @return its algorithms
     */
    public static List<Algorithm> of(Collective collective, Problem problem) {
        return problem.hasTwoGroups() ? ofTwoGroups(collective) : of(collective);
    }

    private static List<Algorithm> withinGroup(Collective collective) {
        return switch (collective) {
            case BARRIER -> List.of(new DisseminationBarrier(), new NWayDisseminationBarrier(),
                new TournamentBarrier(), new RecursiveDoublingBarrier(), new LinearBarrier(), new DoubleRingBarrier(),
                new TwoProcessBarrier(), new SharedFlagsBarrier(), new TwoLevelBarrier());
            case BCAST -> List.of(new BinomialBcast(), new SegmentedBinomialBcast(), new KNomialBcast(),
                new LinearBcast(), new BinaryBcast(), new FourAryBcast(), new PipelinedBcast(),
                new SplitBinaryBcast(),
                new ScatterAllgatherBcast("scatter-allgather", new RecursiveDoublingAllgather()),
                new ScatterAllgatherBcast("scatter-ring-allgather", new RingAllgather()), new SharedBcast(),
                new TwoLevelBcast());
            case GATHER -> List.of(new BinomialGather(), new KNomialGather(), new LinearGather(),
                new BoundedLinearGather(), new ChainGather(), new SharedGather(), new TwoLevelGather());
            case GATHERV -> List.of(new LinearGather(), new BoundedLinearGather(), new SharedGather());
            case SCATTER -> List.of(new BinomialScatter(), new KNomialScatter(), new LinearScatter(),
                new BoundedLinearScatter(), new ChainScatter(), new SharedScatter(), new TwoLevelScatter());
            case SCATTERV -> List.of(new LinearScatter(), new BoundedLinearScatter(), new SharedScatter());
            case ALLGATHER, ALLGATHERV -> List.of(new RingAllgather(), new LinearAllgather(),
                new RecursiveDoublingAllgather(), new BruckAllgather(), new NeighborExchangeAllgather(),
                new SparbitAllgather(), new GatherBcastAllgather(), new TwoProcessAllgather(),
                new SharedAllgather(), new TwoLevelAllgather());
            case ALLTOALL -> List.of(new PairwiseAlltoall(), new LinearAlltoall(), new BoundedLinearAlltoall(),
                new PairwiseExchangeAlltoall(), new TwoProcessAlltoall(), new BruckAlltoall(), new RingAlltoall(),
                new GridAlltoall(), new SharedAlltoall());
            case ALLTOALLV -> List.of(new PairwiseAlltoall(), new LinearAlltoall(), new BoundedLinearAlltoall(),
                new PairwiseExchangeAlltoall(), new TwoProcessAlltoall(), new SharedAlltoall());
            case REDUCE -> List.of(new BinomialReduce(), new SegmentedBinomialReduce(), new KNomialReduce(),
                new LinearReduce(), new InOrderBinaryReduce(), new BinaryReduce(), new FourAryReduce(),
                new PipelinedReduce(), new RabenseifnerReduce(), new TwoProcessReduce(), new SharedReduce(),
                new SharedScatterReduce(), new SharedTreeReduce(), new TwoLevelReduce());
            case ALLREDUCE -> List.of(new RecursiveDoublingAllreduce(), new RabenseifnerAllreduce(),
                new LinearAllreduce(),
                new ReduceBcastAllreduce("reduce-bcast", new BinomialReduce(), new BinomialBcast()),
                new RingAllreduce(), new SegmentedRingAllreduce(), new TwoProcessAllreduce(), new SharedAllreduce(),
                new SharedScatterAllreduce(), new SharedTreeAllreduce(), new TwoLevelAllreduce());
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> List.of(new ButterflyReduceScatter(),
                new RecursiveHalvingReduceScatter(), new PairwiseReduceScatter(), new RingReduceScatter(),
                new LinearReduceScatter(), new RecursiveDoublingReduceScatter(), new ReduceScattervReduceScatter(),
                new SharedReduceScatter());
            case SCAN -> List.of(new SimultaneousBinomialScan(), new RecursiveDoublingScan(), new BinomialScan(),
                new LinearScan(), new PipelinedScan());
            case EXSCAN -> List.of(new SimultaneousBinomialExscan(), new RecursiveDoublingExscan(),
                new BinomialExscan(), new LinearExscan(), new PipelinedExscan());
            default -> List.of();
        };
    }

    private static List<Algorithm> betweenGroups(Collective collective) {
        return switch (collective) {
            case BARRIER -> each(UnionBarrier::new, new DisseminationBarrier(), new NWayDisseminationBarrier(),
                new TournamentBarrier(), new RecursiveDoublingBarrier(), new LinearBarrier(), new DoubleRingBarrier(),
                new TwoProcessBarrier());
            case BCAST -> each(RootAndRemote::new, new BinomialBcast(), new SegmentedBinomialBcast(),
                new KNomialBcast(), new LinearBcast(), new BinaryBcast(), new FourAryBcast(), new PipelinedBcast(),
                new SplitBinaryBcast(),
                new ScatterAllgatherBcast("scatter-allgather", new RecursiveDoublingAllgather()),
                new ScatterAllgatherBcast("scatter-ring-allgather", new RingAllgather()));
            case GATHER -> List.of(new LeaderGather(new BinomialGather()), new LeaderGather(new KNomialGather()),
                new RootAndRemote(new LinearGather()), new RootAndRemote(new BoundedLinearGather()));
            case GATHERV -> each(RootAndRemote::new, new LinearGather(), new BoundedLinearGather());
            case SCATTER -> List.of(new LeaderScatter(new BinomialScatter()), new LeaderScatter(new KNomialScatter()),
                new RootAndRemote(new LinearScatter()), new RootAndRemote(new BoundedLinearScatter()));
            case SCATTERV -> each(RootAndRemote::new, new LinearScatter(), new BoundedLinearScatter());
            case ALLGATHER, ALLGATHERV -> each(DealtAllgather::new, new RingAllgather(), new LinearAllgather(),
                new RecursiveDoublingAllgather(), new BruckAllgather(), new NeighborExchangeAllgather(),
                new SparbitAllgather(), new GatherBcastAllgather());
            case ALLTOALL, ALLTOALLV -> List.of(new ExchangeAlltoall("pairwise", 1),
                new ExchangeAlltoall("linear", Integer.MAX_VALUE), new ExchangeAlltoall("bounded-linear", 0));
            case REDUCE -> each(LeaderReduce::new, new BinomialReduce(), new SegmentedBinomialReduce(),
                new KNomialReduce(), new LinearReduce(), new InOrderBinaryReduce(), new BinaryReduce(),
                new FourAryReduce(), new PipelinedReduce(), new RabenseifnerReduce());
            case ALLREDUCE -> List.of(
                new LeaderAllreduce("reduce-bcast", new BinomialReduce(), new BinomialBcast()),
                new DividedAllreduce("rabenseifner", new ButterflyReduceScatter(), new BruckAllgather()),
                new DividedAllreduce("ring", new RingReduceScatter(), new RingAllgather()));
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> List.of(
                new LeaderReduceScatter("reduce-scatterv", new BinomialReduce(), new LinearScatter()),
                new DividedReduceScatter(new ButterflyReduceScatter()),
                new DividedReduceScatter(new RecursiveHalvingReduceScatter()),
                new DividedReduceScatter(new PairwiseReduceScatter()),
                new DividedReduceScatter(new RingReduceScatter()));
            default -> List.of();
        };
    }

    private static List<Algorithm> each(UnaryOperator<Algorithm> betweenGroups, Algorithm... within) {
        return Stream.of(within).map(betweenGroups).toList();
    }

    /**
     * The algorithm with this name within one group.
     *
     * @param collective the collective
     * @param name the name
     * @return the algorithm
     * @throws IllegalArgumentException when there is none; the message lists the known names
     */
    public static Algorithm named(Collective collective, String name) {
        return of(collective).stream().filter(algorithm -> algorithm.name().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException(collective.label() + " has no algorithm " + name
                + "; there are " + of(collective).stream().map(Algorithm::name).collect(Collectors.joining(", "))));
    }
}
