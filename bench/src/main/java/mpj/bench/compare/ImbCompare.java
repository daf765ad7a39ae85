package mpj.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/imb-compare}: benchmarks this library and others by turns. */
@Command(name = "imb-compare", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Runs a benchmark under several MPI libraries in turn (A B, B A, ...) and compares them block by "
        + "block. The first side is compared with each of the others.")
public final class ImbCompare implements Callable<Integer> {
    private static final double LOAD_LIMIT = 0.15;
    private static final int FAILED = 1;
    private static final int UNFAIR = 3;

    @Parameters(arity = "0..*", paramLabel = "BENCHMARK", description = "PingPong (default), PingPing, Sendrecv, "
        + "Exchange, Bcast, Reduce, Allreduce, Reduce_scatter, Allgather, Allgatherv, Gather, Scatter, Alltoall, "
        + "Alltoallv, Barrier")
    private List<String> benchmarks = List.of("PingPong");

    @Option(names = {"-np", "-n"}, paramLabel = "RANKS", description = "ranks of each job (default ${DEFAULT-VALUE})")
    private int ranks = 2;

    @Option(names = "--ours", paramLabel = "SIDE", description = "the first side, written like a peer (default mpj)")
    private String ours = "mpj";

    @Option(names = "--peer", paramLabel = "SIDE", description = "[LABEL:]openmpi=DIR, mpich=DIR, impi=DIR, or "
        + "mpj=OPTIONS with options for mpjrun; may be repeated")
    private List<String> peers = List.of();

    @Option(names = "--mpicc", paramLabel = "FILE",
        description = "compiler wrapper for peers without their own (Intel MPI takes that of an MPICH)")
    private Path mpicc;

    @Option(names = "--sizes", paramLabel = "LIST", description = "message sizes, such as 0,8,1k,4m")
    private String sizes;

    @Option(names = "-msglog", paramLabel = "MIN:MAX", description = "sizes 0, 2^MIN, ..., 2^MAX (default 0:22)")
    private String sizeLogs = "0:22";

    @Option(names = "--blocks", description = "rounds of blocks per size (default ${DEFAULT-VALUE})")
    private int blocks = 10;

    @Option(names = "--block-time", paramLabel = "SEC",
        description = "longest block, about (default ${DEFAULT-VALUE})")
    private double blockSeconds = 0.1;

    @Option(names = "--iterations", description = "loop count of every block, instead of one found by --block-time")
    private long iterations;

    @Option(names = "--warm-up", paramLabel = "SEC",
        description = "warm-up of each side, spread over the sizes (default ${DEFAULT-VALUE})")
    private double warmUpSeconds = 3;

    @Option(names = "--force", description = "compare although the machine is loaded or a rank is not bound")
    private boolean force;

    private final PrintStream out = System.out;

    /** Runs the command and exits with its status. */
    public static void main(String[] arguments) {
        CommandLine line = new CommandLine(new ImbCompare());
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (failure instanceof IOException || failure instanceof IllegalArgumentException) {
                command.getErr().println("imb-compare: " + failure.getMessage());
                return FAILED;
            }
            throw failure;
        });
        System.exit(line.execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("mpj.home", ".")).toAbsolutePath().normalize();
        List<Peer> all = new ArrayList<>(List.of(Peer.parse(ours, home)));
        peers.forEach(peer -> all.add(Peer.parse(peer, home)));
        List<Integer> byteSizes = sizes != null ? TextReport.parseSizes(sizes) : sizesOf(sizeLogs);
        List<Side> sides = new ArrayList<>();
        try {
            for (Peer peer : all) {
                sides.add(start(peer, all, home));
            }
            return compare(sides, byteSizes);
        } finally {
            sides.forEach(Side::close);
        }
    }

    private int compare(List<Side> sides, List<Integer> byteSizes) throws IOException, InterruptedException {
        sides.forEach(side -> out.println("# " + side.peer().label() + ": " + side.library() + "\n#   "
            + String.join(" ", side.command())));
        List<String> unfair = Fairness.objections(sides, ranks, LOAD_LIMIT);
        unfair.forEach(objection -> out.println("# NOT FAIR: " + objection));
        if (!unfair.isEmpty() && !force) {
            System.err.println("imb-compare: refusing to compare: " + String.join("; ", unfair)
                + ". Put it right, or give --force to measure all the same.");
            return UNFAIR;
        }
        int[] cpus = Fairness.firstTwoCpus(sides.getFirst());
        Alternation alternation =
            new Alternation(sides, new FlagExchange(cpus[0], cpus[1]), blocks, blockSeconds);
        TextReport report = new TextReport(out, sides.stream().map(side -> side.peer().label()).toList());
        for (String benchmark : benchmarks) {
            alternation.warmUp(benchmark, byteSizes, warmUpSeconds);
            report.heading(benchmark, ranks);
            List<SizeResult> results = new ArrayList<>();
            for (int bytes : benchmark.equals("Barrier") ? List.of(0) : byteSizes) {
                List<SizeResult> ofSize = alternation.measure(benchmark, bytes, iterations);
                if (ofSize.isEmpty()) {
                    report.unsteady(bytes);
                }
                ofSize.forEach(report::line);
                results.addAll(ofSize);
            }
            report.geometricMeans(results);
        }
        return 0;
    }

    private Side start(Peer peer, List<Peer> all, Path home) throws IOException, InterruptedException {
        return switch (peer) {
            case Peer.Mpj mpj -> Side.start(mpj, ranks,
                socket -> List.of("mpj.bench.imb.BlockServer", socket.toString()));
            case Peer.Native library -> {
                Path program = new NativeProgram(home).compiledWith(compilerOf(library, all), library);
                yield Side.start(library, ranks, socket -> List.of(program.toString(), socket.toString()));
            }
        };
    }

    private Path compilerOf(Peer.Native library, List<Peer> all) {
        if (library instanceof Peer.IntelMpi && !library.mpicc().toFile().canExecute()) {
            return mpicc != null ? mpicc : all.stream()
                .filter(Peer.Mpich.class::isInstance).map(Peer.Native.class::cast).map(Peer.Native::mpicc)
                .findFirst().orElse(library.mpicc());
        }
        return library.mpicc();
    }

    /** The sizes of IMB's -msglog: 0 and the powers of two; {@code MAX} alone starts at 2^0. */
    private static List<Integer> sizesOf(String logs) {
        String[] bounds = logs.split(":", -1);
        try {
            int least = bounds.length == 2 ? Integer.parseInt(bounds[0]) : 0;
            int most = Integer.parseInt(bounds[bounds.length - 1]);
            if (bounds.length <= 2 && least >= 0 && least <= most && most <= 30) {
                return IntStream.concat(IntStream.of(0), IntStream.rangeClosed(least, most).map(log -> 1 << log))
                    .boxed().toList();
            }
        } catch (NumberFormatException e) {
            // Falls through to the one message for everything that is not a range.
        }
        throw new IllegalArgumentException("-msglog '" + logs + "' is not MIN:MAX with 0 <= MIN <= MAX <= 30");
    }
}
