package mpj.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/bench compare files}: a distributed array in a file, measured in Java and in C by turns. */
@Command(name = "bench compare files", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Writes a square array of ints, a block for each rank, into a file and reads it, in Java on this "
        + "library and in C on others, by turns (A B, B A, ...). The steps: all ranks write together, and read "
        + "together; each reads every so many pieces of 256 bytes by itself; all write 1 MiB together, 64 times; and "
        + "the same by a bare call of the operating system. The file is in the page cache.")
public final class FilesCompare implements Callable<Integer> {
    private static final double LOAD_LIMIT = 0.15;
    private static final int FAILED = 1;
    private static final int UNFAIR = 3;
    private static final int LEAST_SIDE = 1 << 12;
    private static final int MOST_SIDE = 1 << 15;
    private static final String PROGRAM = "mpj.bench.openmpi.files.ArrayFile";

    @Option(names = "--ours", paramLabel = "SIDE", description = "the first side, written like a peer (default mpj)")
    private String ours = "mpj";

    @Option(names = "--peer", paramLabel = "SIDE", description = "[LABEL:]openmpi=DIR, mpich=DIR, mpj=OPTIONS "
        + "with options for mpjrun, or mpj=DIR OPTIONS for a build in another checkout; may be repeated; default is "
        + "what PATH has")
    private List<String> peers = List.of();

    @Option(names = "--mpicc", paramLabel = "FILE", description = "compiler wrapper for peers without their own")
    private Path mpicc;

    @Option(names = "-np", paramLabel = "N", description = "ranks (default ${DEFAULT-VALUE})")
    private int ranks = 4;

    @Option(names = "--file", paramLabel = "FILE",
        description = "where the file is written; it is deleted (default a file for temporary files)")
    private Path file = Path.of(System.getProperty("java.io.tmpdir"), "mpj-compare-files");

    @Option(names = "--side", paramLabel = "N",
        description = "rows and columns of the array; 8192 makes 256 MiB (default ${DEFAULT-VALUE})")
    private int side = 8192;

    @Option(names = "--repetitions", paramLabel = "N",
        description = "how often a run measures each step, after as many to warm up (default ${DEFAULT-VALUE})")
    private int repetitions = 5;

    @Option(names = "--rounds", paramLabel = "N", description = "runs of each side (default ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(names = "--limit", paramLabel = "SEC", description = "longest run (default ${DEFAULT-VALUE})")
    private long limitSeconds = 300;

    @Option(names = "--force", description = "compare although the machine is loaded")
    private boolean force;

    private final PrintStream out = System.out;

    /** A library, and the command that runs the program with this library. */
    private record FilesSide(Peer peer, Peer.Launch launch) {
    }

    /** Runs the command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(Execution.of(new FilesCompare(), arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        List<FilesSide> sides = sides();
        sides.forEach(each -> out.println("# " + each.peer.label() + ": " + each.launch.typed()));
        List<String> unfair = Fairness.objections(List.of(), LOAD_LIMIT);
        unfair.forEach(objection -> out.println("# NOT FAIR: " + objection));
        if (!unfair.isEmpty() && !force) {
            System.err.println("bench compare files: refusing to compare: " + String.join("; ", unfair)
                + ". Correct this, or give --force to measure anyway.");
            return UNFAIR;
        }
        List<List<FilesResult>> results = run(sides);
        out.println("# " + ranks + " ranks, an array of " + side + " x " + side + " ints, " + ((long) side * side >> 18)
            + " MiB; medians of " + rounds + " runs");
        out.printf("%-18s %-22s %28s %26s%n", "step", "side", "ms [min..max]",
            "ratio " + sides.getFirst().peer.label() + "/side");
        for (String step : results.getFirst().getFirst().seconds().keySet()) {
            for (int i = 0; i < sides.size(); i++) {
                out.println(line(step, sides.get(i).peer.label(), times(results.get(i), step),
                    times(results.getFirst(), step)));
            }
        }
        List<List<String>> sums = results.stream().flatMap(List::stream).map(FilesResult::sums).distinct().toList();
        if (sums.size() > 1) {
            System.err.println("bench compare files: the sides read different numbers, so their times cannot be"
                + " compared: " + sums);
        }
        return sums.size() == 1 ? 0 : FAILED;
    }

    private void check() {
        if (side < LEAST_SIDE || side > MOST_SIDE) {
            throw new IllegalArgumentException("--side " + side + " is wrong: give " + LEAST_SIDE + " to "
                + MOST_SIDE);
        }
        if (rounds < 1 || repetitions < 1 || repetitions > 1000 || ranks < 1) {
            throw new IllegalArgumentException("--rounds " + rounds + " --repetitions " + repetitions + " -np " + ranks
                + " is wrong: give at least 1, and no more than 1000 repetitions");
        }
        if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw new IllegalArgumentException("--file " + file + " is wrong: there is no folder "
                + file.toAbsolutePath().getParent());
        }
    }

    private List<List<FilesResult>> run(List<FilesSide> sides) throws IOException {
        List<List<FilesResult>> results = new ArrayList<>();
        sides.forEach(each -> results.add(new ArrayList<>()));
        Progress progress = new Progress(Progress.terminal(), rounds);
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < sides.size(); turn++) {
                int index = round % 2 == 0 ? turn : sides.size() - 1 - turn;
                FilesSide each = sides.get(index);
                progress.show("round " + (round + 1) + ", " + each.peer.label());
                results.get(index).add(FilesResult.of(JobOutput.textOf(each.peer, each.launch, limitSeconds)));
            }
            progress.step();
        }
        progress.clear();
        return results;
    }

    private static double[] times(List<FilesResult> results, String step) {
        return results.stream().mapToDouble(result -> 1e3 * result.seconds().get(step)).toArray();
    }

    private static String line(String step, String label, double[] times, double[] ours) {
        double[] ratios = new double[times.length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = ours[round] / times[round];
        }
        Spread time = Spread.of(times);
        Spread ratio = Spread.of(ratios);
        return String.format(Locale.ROOT, "%-18s %-22s %8.2f [%8.2f..%8.2f] %8.2f [%6.2f..%6.2f]", step, label,
            time.median(), time.least(), time.most(), ratio.median(), ratio.least(), ratio.most());
    }

    private List<FilesSide> sides() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("mpj.home", ".")).toAbsolutePath().normalize();
        List<Peer> all = new ArrayList<>(List.of(Peer.parse(ours, home)));
        if (peers.isEmpty()) {
            all.add(InstalledPeer.onPath());
        }
        peers.forEach(peer -> all.add(Peer.parse(peer, home)));
        String[] arguments = {file.toAbsolutePath().toString(), Integer.toString(side), Integer.toString(repetitions)};
        List<FilesSide> sides = new ArrayList<>();
        for (Peer peer : Labels.distinct(all)) {
            List<String> program = peer instanceof Peer.Native library
                ? Stream.concat(Stream.of(NativeProgram.arrayFile(home).compiledWith(library.compiler(mpicc), library)
                    .toString()), Stream.of(arguments)).toList()
                : Stream.concat(Stream.of("--api", "openmpi"), OurProgram.words(home, PROGRAM, arguments).stream())
                    .toList();
            sides.add(new FilesSide(peer, peer.launch(ranks, program)));
        }
        return sides;
    }
}
