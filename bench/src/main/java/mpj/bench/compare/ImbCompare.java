package mpj.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
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
    private static final int WORSE = 4;
    /** What the strided type's size is a multiple of. */
    private static final int STRIDED_BLOCK = 64;
    private static final String ALL_COLLECTIVES = "Collectives";
    private static final List<String> COLLECTIVES = List.of("Allreduce", "Reduce", "Reduce_scatter",
        "Reduce_scatter_block", "Allgather", "Allgatherv", "Gather", "Gatherv", "Scatter", "Scatterv", "Alltoall",
        "Alltoallv", "Bcast", "Barrier");

    @Parameters(arity = "0..*", paramLabel = "BENCHMARK", description = "PingPong (default), PingPongVector, "
        + "PingPing, Sendrecv, Exchange, Uniband, Biband, osu_mbw_mr, Bcast, Reduce, Allreduce, Reduce_local, "
        + "Reduce_scatter, Reduce_scatter_block, Allgather, Allgatherv, Gather, Gatherv, Scatter, Scatterv, Alltoall, "
        + "Alltoallv, Barrier; Ibcast and the other non-blocking ones, with _pure if wanted; or Collectives for all of "
        + "IMB-MPI1's")
    private List<String> benchmarks = List.of("PingPong");

    @Option(names = {"-np", "-n"}, paramLabel = "RANKS", description = "ranks of each job (default ${DEFAULT-VALUE})")
    private int ranks = 2;

    @Option(names = "--ours", paramLabel = "SIDE", description = "the first side, written like a peer (default mpj)")
    private String ours = "mpj";

    @Option(names = "--transport", paramLabel = "NAME",
        description = "transport of our sides, such as shm or nio, unless their own options name one")
    private String transport;

    @Option(names = "--peer", paramLabel = "SIDE", description = "[LABEL:]openmpi=DIR, mpich=DIR, impi=DIR, the same "
        + "over TCP as openmpi-tcp=DIR, mpich-tcp=DIR, impi-tcp=DIR, or mpj=OPTIONS with options for "
        + "mpjrun, -np among them; may be repeated; default is what PATH has")
    private List<String> peers = List.of();

    @Option(names = "--mpicc", paramLabel = "FILE",
        description = "compiler wrapper for peers without their own (Intel MPI takes that of an MPICH)")
    private Path mpicc;

    @Option(names = "--imb", paramLabel = "FILE",
        description = "measure the peers with this IMB-MPI1, started for each block, instead of our C program")
    private Path imb;

    @Option(names = "--buffer", paramLabel = "heap|native",
        description = "buffers of our sides; -Dmpj.bench.buffer among a side's own options decides for that side")
    private String place = "heap";

    @Option(names = "--sizes", paramLabel = "LIST", description = "message sizes, such as 0,8,1k,4m")
    private String sizes;

    @Option(names = "-msglog", paramLabel = "MIN:MAX", description = "sizes 0, 2^MIN, ..., 2^MAX (default 0:22)")
    private String sizeLogs = "0:22";

    @Option(names = "--blocks", description = "rounds of blocks per size (default ${DEFAULT-VALUE})")
    private int blocks = 10;

    @Option(names = "--attempts", description = "rounds tried for each steady one (default ${DEFAULT-VALUE})")
    private int attempts = 4;

    @Option(names = "--block-time", paramLabel = "SEC",
        description = "longest block, about (default ${DEFAULT-VALUE})")
    private double blockSeconds = 0.1;

    @Option(names = "--iterations", description = "loop count of every block, instead of one found by --block-time")
    private long iterations;

    @Option(names = "--warm-up", paramLabel = "SEC",
        description = "warm-up of each side, spread over the sizes (default ${DEFAULT-VALUE})")
    private double warmUpSeconds = 3;

    @Option(names = "--limits", split = ",", paramLabel = "LIST",
        description = "floors to measure too: shm, socket, memcpy")
    private List<String> limitNames = List.of();

    @Option(names = "--report", paramLabel = "FILE", description = "write an HTML page with curves and tables")
    private Path htmlFile;

    @Option(names = "--csv", paramLabel = "FILE", description = "write the table as CSV, which --baseline reads")
    private Path csvFile;

    @Option(names = "--json", paramLabel = "FILE", description = "write all blocks as JSON")
    private Path jsonFile;

    @Option(names = "--baseline", paramLabel = "FILE",
        description = "fail (exit code 4) if a ratio is worse than in this CSV of an earlier run")
    private Path baselineFile;

    @Option(names = "--threshold", paramLabel = "PART",
        description = "by which part a ratio may exceed the baseline's (default ${DEFAULT-VALUE})")
    private double threshold = 0.15;

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
        if (peers.isEmpty()) {
            all.add(InstalledPeer.onPath());
        }
        peers.forEach(peer -> all.add(Peer.parse(peer, home)));
        List<Peer> named = Labels.distinct(all);
        benchmarks = benchmarks.stream().flatMap(benchmark -> benchmark.equals(ALL_COLLECTIVES)
            ? COLLECTIVES.stream() : Stream.of(benchmark)).toList();
        List<Integer> byteSizes = sizes != null ? Sizes.list(sizes) : Sizes.powersOfTwo(sizeLogs);
        List<Side> sides = new CopyOnWriteArrayList<>();
        // Ctrl-C too leaves no job and no socket behind; closing twice does no harm.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> sides.forEach(Side::close)));
        try {
            for (Peer peer : named) {
                sides.add(start(peer, named, home));
            }
            return compare(sides, byteSizes);
        } finally {
            sides.forEach(Side::close);
        }
    }

    private int compare(List<Side> sides, List<Integer> byteSizes) throws IOException, InterruptedException {
        sides.forEach(side -> out.println("# " + side.peer().label() + ": " + side.library() + "\n#   "
            + side.command()));
        List<String> unfair = Fairness.objections(sides, LOAD_LIMIT);
        unfair.forEach(objection -> out.println("# NOT FAIR: " + objection));
        List<String> warnings = new ArrayList<>(unfair.stream()
            .map(objection -> "Not a fair comparison: " + objection + ".").toList());
        List<Comparison.BenchmarkTable> tables = new ArrayList<>();
        Comparison comparison = new Comparison(ZonedDateTime.now().format(DateTimeFormatter.RFC_1123_DATE_TIME),
            Machine.facts(), sides.stream().map(ImbCompare::description).toList(), ranks, warnings, tables);
        if (!unfair.isEmpty() && !force) {
            warnings.add("Nothing was measured: --force would have measured all the same.");
            write(comparison);
            System.err.println("imb-compare: refusing to compare: " + String.join("; ", unfair)
                + ". Put it right, or give --force to measure all the same.");
            return UNFAIR;
        }
        int[] cpus = Fairness.firstTwoCpus(sides.getFirst());
        PinnedPair pair = new PinnedPair(cpus[0], cpus[1]);
        List<Limit> limits = limitNames.stream().map(name -> limit(name, pair)).toList();
        Alternation alternation = new Alternation(sides, new FlagExchange(pair), blocks, attempts, blockSeconds);
        Progress progress = new Progress(Progress.terminal(), benchmarks.stream()
            .mapToInt(benchmark -> sizesOf(benchmark, byteSizes).size()).sum());
        try {
            for (String benchmark : benchmarks) {
                measure(benchmark, sizesOf(benchmark, byteSizes), alternation, limits, progress, comparison);
            }
        } catch (IOException e) {
            warnings.add("Incomplete, the run ended early: " + e.getMessage());
            throw e;
        } finally {
            // A side that fails must not take the finished results with it.
            progress.clear();
            write(comparison);
        }
        if (comparison.isEmpty()) {
            System.err.println("imb-compare: nothing could be compared: every round was discarded, for the reasons"
                + " given above. Wait until the machine is idle, or give it more rounds with --attempts.");
            return FAILED;
        }
        return baselineFile == null ? 0 : guard(comparison);
    }

    private void measure(String benchmark, List<Integer> byteSizes, Alternation alternation, List<Limit> limits,
                         Progress progress, Comparison comparison) throws IOException {
        TextReport report = new TextReport(out, comparison.labels());
        progress.show("warming up " + benchmark);
        alternation.warmUp(benchmark, byteSizes, warmUpSeconds);
        progress.clear();
        report.heading(benchmark, ranks);
        List<SizeRun> runs = new ArrayList<>();
        List<Comparison.LimitCurve> curves = limits.stream()
            .map(limit -> new Comparison.LimitCurve(limit.label(), new TreeMap<>())).toList();
        Comparison.BenchmarkTable table = new Comparison.BenchmarkTable(benchmark, runs, curves);
        comparison.tables().add(table);
        for (int bytes : byteSizes) {
            progress.show(benchmark + ", " + bytes + " bytes");
            SizeRun run = alternation.measure(benchmark, bytes, iterations);
            runs.add(run);
            for (int i = 0; i < limits.size(); i++) {
                curves.get(i).microseconds().put(bytes, limits.get(i).best(bytes));
            }
            progress.step();
            if (run.results().isEmpty()) {
                report.unsteady(run);
            }
            run.results().forEach(report::line);
        }
        curves.forEach(report::limit);
        report.geometricMeans(table.results());
    }

    private void write(Comparison comparison) throws IOException {
        if (htmlFile != null) {
            Files.writeString(htmlFile, HtmlReport.of(comparison));
        }
        if (csvFile != null && comparison.isEmpty()) {
            System.err.println("imb-compare: --csv " + csvFile + " is not written: there is no result");
        } else if (csvFile != null) {
            Files.writeString(csvFile, CsvReport.of(comparison));
        }
        if (jsonFile != null) {
            Files.writeString(jsonFile, JsonReport.of(comparison));
        }
    }

    private int guard(Comparison comparison) throws IOException {
        List<String> regressions = Baseline.read(baselineFile).regressions(comparison, threshold);
        regressions.forEach(regression -> out.println("# WORSE THAN " + baselineFile + ": " + regression));
        return regressions.isEmpty() ? 0 : WORSE;
    }

    private static List<Integer> sizesOf(String benchmark, List<Integer> byteSizes) {
        if (!BlockFigure.hasSizes(benchmark)) {
            return List.of(0);
        }
        return benchmark.equals("PingPongVector")
            ? byteSizes.stream().filter(bytes -> bytes > 0 && bytes % STRIDED_BLOCK == 0).toList() : byteSizes;
    }

    private static Comparison.SideDescription description(Side side) {
        return new Comparison.SideDescription(side.peer().label(), side.library(), side.command());
    }

    private static Limit limit(String name, PinnedPair pair) {
        return switch (name) {
            case "shm" -> new SharedMemoryExchange(pair);
            case "socket" -> new SocketExchange(pair);
            case "memcpy" -> new MemoryCopy(pair.firstCpu());
            default -> throw new IllegalArgumentException("limit '" + name + "' is not one of shm, socket, memcpy");
        };
    }

    private Side start(Peer peer, List<Peer> all, Path home) throws IOException, InterruptedException {
        return switch (peer) {
            case Peer.Mpj mpj -> ResidentSide.start(transport == null ? mpj : mpj.over(transport), ranks,
                socket -> List.of("mpj.bench.imb.BlockServer", socket.toString(), place));
            case Peer.Native library when imb != null -> new ImbSide(library, imb, ranks);
            case Peer.Native library -> {
                Path program = NativeProgram.blockServer(home).compiledWith(compilerOf(library, all), library);
                yield ResidentSide.start(library, ranks, socket -> List.of(program.toString(), socket.toString()));
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
}
