package mpj.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bin/bench compare imb}: runs benchmarks with this library and with others, by turns. */
@Command(name = "bench compare imb", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Runs a benchmark under several MPI libraries in turn (A B, B A, ...) and compares them block by "
        + "block. The first side is compared with each of the others.")
public final class ImbCompare implements Callable<Integer> {
    private static final int FAILED = 1;
    /** Estimates: how long the start of a job takes, and how long the exchange of flags before a block takes. */
    private static final double START_SECONDS = 2;
    private static final double FLAG_SECONDS = 0.02;
    private static final int UNFAIR = 3;
    private static final int WORSE = 4;
    /** The size of the strided type is a multiple of this number of bytes. */
    private static final int STRIDED_BLOCK = 64;
    private static final String CREATE = "create";
    private static final String ALL_COLLECTIVES = "Collectives";
    private static final List<String> COLLECTIVES = List.of("Allreduce", "Reduce", "Reduce_scatter",
        "Reduce_scatter_block", "Allgather", "Allgatherv", "Gather", "Gatherv", "Scatter", "Scatterv", "Alltoall",
        "Alltoallv", "Bcast", "Barrier");

    @Parameters(arity = "0..*", paramLabel = "BENCHMARK", description = "PingPong (default), PingPongVector, "
        + "PingPing, Sendrecv, Exchange, Uniband, Biband, osu_mbw_mr, Bcast, Reduce, Allreduce, Reduce_local, "
        + "Reduce_scatter, Reduce_scatter_block, Allgather, Allgatherv, Gather, Gatherv, Scatter, Scatterv, Alltoall, "
        + "Alltoallv, Barrier; Ibcast and the other non-blocking ones, with _pure if wanted; or Collectives for all of "
        + "IMB-MPI1's; those of IMB-RMA: Unidir_put and the like, with _aggregate for those that wait once, and "
        + "Unidir_put_fence, Unidir_get_fence")
    private List<String> benchmarks = List.of("PingPong");

    @Option(names = {"-np", "-n"}, paramLabel = "RANKS", description = "ranks of each job (default ${DEFAULT-VALUE})")
    private int ranks = 2;

    @Option(names = "--ours", paramLabel = "SIDE", description = "the first side, written like a peer (default mpj)")
    private String ours = "mpj";

    @Option(names = "--transport", paramLabel = "NAME",
        description = "transport of our sides, such as shm or nio, unless their own options name one")
    private String transport;

    @Option(names = "--peer", paramLabel = "SIDE", description = "[LABEL:]openmpi=DIR, mpich=DIR, impi=DIR, the same "
        + "over TCP as openmpi-tcp=DIR, mpich-tcp=DIR, impi-tcp=DIR; 'mpi:FILE OPTIONS' for a library with the ABI of "
        + "MPI 5, from Java with segments; or mpj=OPTIONS, with options for mpjrun, -np among them; or "
        + "mpj=DIR OPTIONS for a build in another checkout; may be repeated; default is what PATH has")
    private List<String> peers = List.of();

    @Option(names = "--mpicc", paramLabel = "FILE",
        description = "compiler wrapper for peers without their own (Intel MPI takes that of an MPICH)")
    private Path mpicc;

    @Option(names = "--imb", paramLabel = "FILE",
        description = "measure the peers with this IMB-MPI1, started for each block, instead of our C program")
    private Path imb;

    @Option(names = "--buffer", paramLabel = "array|direct|segment|allocated",
        description = "buffers of our sides; -Dmpj.bench.buffer among a side's own options decides for that side")
    private String place = "array";

    @Option(names = "--window", paramLabel = "create|allocate", description = "whether windows are of the benchmark's "
        + "own buffers, as in IMB-RMA, or of memory that MPI allocates (default ${DEFAULT-VALUE})")
    private String window = CREATE;

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

    @Option(names = "--states", split = ",", paramLabel = "LIST", description = "distances of the cores in which each "
        + "size is to be measured: siblings, neighbours, far. Where there are more cores than two, ranks are moved "
        + "to such; else the state is waited for")
    private List<String> stateNames = List.of();

    @Option(names = "--state-wait", paramLabel = "SEC",
        description = "how long a benchmark waits for these states, in all (default ${DEFAULT-VALUE})")
    private double stateWaitSeconds = 120;

    @Mixin
    private PaperOptions paper = new PaperOptions();

    @Option(names = "--force", description = "compare although the machine is loaded or a rank is not bound")
    private boolean force;

    private final PrintStream out;
    private final Path home = Path.of(System.getProperty("mpj.home", ".")).toAbsolutePath().normalize();
    private Comparison comparison;

    private ImbCompare(PrintStream out) {
        this.out = out;
    }

    /** Runs the command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(Execution.of(new ImbCompare(System.out), arguments));
    }

    /** A comparison that is part of a suite. */
    static ImbCompare of(PrintStream out, List<String> arguments) {
        ImbCompare compare = new ImbCompare(out);
        new CommandLine(compare).parseArgs(arguments.toArray(String[]::new));
        return compare;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (paper.isGiven()) {
            return suite();
        }
        int status;
        try {
            status = measure();
        } finally {
            // If a side fails, the finished results are still reported.
            if (comparison != null) {
                write(comparison);
            }
        }
        return status == 0 && baselineFile != null ? guard(comparison) : status;
    }

    private int suite() throws IOException, InterruptedException {
        Map<String, Path> installed = Planned.installed(peers.stream().map(peer -> Peer.parse(peer, home)).toList());
        Path compiler = mpicc != null || !installed.containsKey("mpich") ? mpicc
            : installed.get("mpich").resolve("bin/mpicc");
        PaperRun run = new PaperRun(paper.chosen().stream()
            .map(exhibit -> Planned.of(exhibit, installed, compiler, paper.quick(), force)).toList(), home,
            (htmlFile == null ? Path.of("paper.html") : htmlFile).toAbsolutePath(), paper.quietWaitSeconds(), force,
            out);
        if (paper.dryRun()) {
            run.print();
            return 0;
        }
        return run.run();
    }

    /** The results of {@link #measure} so far, even if it failed; null if it failed before all sides had started. */
    Comparison comparison() {
        return comparison;
    }

    /** About how many seconds it takes, without waiting for states. */
    double estimatedSeconds() {
        int sides = 1 + Math.max(1, peers.size());
        List<Integer> byteSizes = byteSizes();
        double seconds = sides * START_SECONDS;
        for (String benchmark : each()) {
            int count = sizesOf(benchmark, byteSizes).size();
            seconds += sides * (warmUpSeconds + count * (blockSeconds
                + blocks * Math.max(1, stateNames.size()) * (blockSeconds + FLAG_SECONDS)));
        }
        return seconds;
    }

    /** How many seconds it waits for states at most. */
    double longestWaitSeconds() {
        return stateNames.isEmpty() ? 0 : stateWaitSeconds * each().size();
    }

    private List<Integer> byteSizes() {
        return sizes != null ? Sizes.list(sizes) : Sizes.powersOfTwo(sizeLogs);
    }

    private List<String> each() {
        return benchmarks.stream().flatMap(benchmark -> benchmark.equals(ALL_COLLECTIVES)
            ? COLLECTIVES.stream() : Stream.of(benchmark)).toList();
    }

    /**
     * Measures, and returns the status of the command.
     *
     * @throws IOException if a side fails; the message names the side
     */
    int measure() throws IOException, InterruptedException {
        if (!List.of(CREATE, "allocate").contains(window)) {
            throw new IllegalArgumentException("--window '" + window + "' is neither create nor allocate");
        }
        List<Peer> all = new ArrayList<>(List.of(Peer.parse(ours, home)));
        if (peers.isEmpty()) {
            all.add(InstalledPeer.onPath());
        }
        peers.forEach(peer -> all.add(Peer.parse(peer, home)));
        List<Peer> named = Labels.distinct(all);
        benchmarks = each();
        List<Integer> byteSizes = byteSizes();
        Set<MachineState> states = states();
        List<Side> sides = new CopyOnWriteArrayList<>();
        // With this hook, Ctrl-C leaves no job and no socket behind either. Closing a side twice does no harm.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> sides.forEach(Side::close)));
        try {
            for (Peer peer : named) {
                sides.add(start(peer, named));
            }
            return compare(sides, byteSizes, states);
        } finally {
            sides.forEach(Side::close);
        }
    }

    private int compare(List<Side> sides, List<Integer> byteSizes, Set<MachineState> states)
            throws IOException, InterruptedException {
        sides.forEach(side -> out.println("# " + side.peer().label() + ": " + side.library() + "\n#   "
            + side.command()));
        List<String> unfair = Fairness.objections(sides, QuietMachine.LOAD_LIMIT);
        unfair.forEach(objection -> out.println("# NOT FAIR: " + objection));
        List<String> warnings = new ArrayList<>(unfair.stream()
            .map(objection -> "Not a fair comparison: " + objection + ".").toList());
        List<Comparison.BenchmarkTable> tables = new ArrayList<>();
        comparison = new Comparison(ZonedDateTime.now().format(DateTimeFormatter.RFC_1123_DATE_TIME),
            Machine.facts(), sides.stream().map(ImbCompare::description).toList(), ranks, warnings, tables);
        if (!unfair.isEmpty() && !force) {
            warnings.add("Nothing was measured; --force would have measured it anyway.");
            System.err.println("bench compare imb: refusing to compare: " + String.join("; ", unfair)
                + ". Correct this, or give --force to measure anyway.");
            return UNFAIR;
        }
        int[] cpus = Fairness.firstTwoCpus(sides.getFirst());
        PinnedPair pair = new PinnedPair(cpus[0], cpus[1]);
        List<Limit> limits = limitNames.stream().map(name -> limit(name, pair)).toList();
        Alternation alternation = new Alternation(sides, new Placement(sides, pair), blocks, attempts, blockSeconds);
        Progress progress = new Progress(Progress.terminal(), benchmarks.stream()
            .mapToInt(benchmark -> sizesOf(benchmark, byteSizes).size()).sum());
        try {
            for (String benchmark : benchmarks) {
                measure(benchmark, sizesOf(benchmark, byteSizes), alternation, limits, progress, states);
            }
        } catch (IOException e) {
            warnings.add("Incomplete, the run ended early: " + e.getMessage());
            throw e;
        } finally {
            progress.clear();
        }
        if (comparison.isEmpty()) {
            System.err.println("bench compare imb: nothing could be compared: every round was discarded, for the"
                + " reasons given above. Wait until the machine is idle, or give it more rounds with --attempts.");
            return FAILED;
        }
        return 0;
    }

    private void measure(String benchmark, List<Integer> byteSizes, Alternation alternation, List<Limit> limits,
                         Progress progress, Set<MachineState> states)
            throws IOException, InterruptedException {
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
        Iterator<SizeRun> inStates = states.isEmpty() ? null
            : alternation.measureStates(benchmark, byteSizes, iterations, states, stateWaitSeconds).iterator();
        for (int bytes : byteSizes) {
            progress.show(benchmark + ", " + bytes + " bytes");
            SizeRun run = inStates != null ? inStates.next() : alternation.measure(benchmark, bytes, iterations);
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
        for (String missed : table.without(states)) {
            String warning = missed + ", waited for at most " + Math.round(stateWaitSeconds) + " s";
            out.println("# " + warning);
            comparison.warnings().add(warning + ".");
        }
    }

    private Set<MachineState> states() {
        Set<MachineState> states = EnumSet.noneOf(MachineState.class);
        stateNames.forEach(name -> states.add(MachineState.named(name)));
        return states;
    }

    private void write(Comparison comparison) throws IOException {
        if (htmlFile != null) {
            Files.writeString(htmlFile, HtmlReport.of(comparison));
        }
        if (csvFile != null && comparison.isEmpty()) {
            System.err.println("bench compare imb: --csv " + csvFile + " is not written: there is no result");
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

    private Side start(Peer peer, List<Peer> all) throws IOException, InterruptedException {
        return switch (peer) {
            case Peer.Mpj mpj -> ResidentSide.ours(transport == null ? mpj : mpj.over(transport), ranks, home, place,
                window);
            case Peer.Abi library -> ResidentSide.ours(library, ranks, home, "segment", window);
            case Peer.IntelJava binding -> ResidentSide.start(binding, ranks, socket -> List.of(
                home.resolve("bench/native/IntelJavaBlockServer.java").toString(), socket.toString()));
            case Peer.Native library when imb != null -> new ImbSide(library, imb, ranks);
            case Peer.Native library -> ResidentSide.compiled(library, ranks,
                NativeProgram.blockServer(home).compiledWith(compilerOf(library, all), library), window);
        };
    }

    private Path compilerOf(Peer.Native library, List<Peer> all) {
        return library.compiler(mpicc != null ? mpicc : all.stream().filter(Peer.Mpich.class::isInstance)
            .map(Peer.Native.class::cast).map(Peer.Native::mpicc).findFirst().orElse(null));
    }
}
