package mpj.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code bin/bench compare first}: short programs, and the first messages of a program, measured in Java and in C by
 * turns.
 */
@Command(name = "bench compare first", mixinStandardHelpOptions = true, sortOptions = false,
    description = "Runs a program of two ranks in Java on this library, and the same in C on others, by turns "
        + "(A B, B A, ...). A step is a round trip of 8 bytes and a computation. Shown are the whole job's time, the "
        + "time of the first 1,000, 10,000 and 100,000 steps after Init, and that of a step at the end.")
public final class FirstCompare implements Callable<Integer> {
    private static final double LOAD_LIMIT = 0.15;
    private static final int FAILED = 1;
    private static final int UNFAIR = 3;
    private static final int RANKS = 2;
    private static final String PROGRAM = "mpj.bench.first.FirstMessages";

    @Option(names = "--ours", paramLabel = "SIDE", description = "the first side, written like a peer (default mpj)")
    private String ours = "mpj";

    @Option(names = "--peer", paramLabel = "SIDE", description = "[LABEL:]openmpi=DIR, mpich=DIR, impi=DIR, "
        + "mpj=OPTIONS with options for mpjrun, or mpj=DIR OPTIONS for a build in another checkout; may be repeated; "
        + "default is what PATH has")
    private List<String> peers = List.of();

    @Option(names = "--mpicc", paramLabel = "FILE",
        description = "compiler wrapper for peers without their own (Intel MPI takes that of an MPICH)")
    private Path mpicc;

    @Option(names = "--steps", paramLabel = "LIST", split = ",",
        description = "lengths of the program, in thousands of steps (default ${DEFAULT-VALUE})")
    private List<Integer> thousands = List.of(50, 500, 5000);

    @Option(names = "--work", paramLabel = "N",
        description = "how many random numbers each step draws, 0 for messages alone (default ${DEFAULT-VALUE})")
    private int work = 500;

    @Option(names = "--rounds", paramLabel = "N", description = "runs of each side (default ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(names = "--limit", paramLabel = "SEC", description = "longest run (default ${DEFAULT-VALUE})")
    private long limitSeconds = 300;

    @Option(names = "--force", description = "compare although the machine is loaded")
    private boolean force;

    private final PrintStream out = System.out;

    /** A library, and the words of the program for this library, without the program's arguments. */
    private record FirstSide(Peer peer, List<String> program) {
        Peer.Launch launch(long steps, int work) {
            List<String> words = new ArrayList<>(program);
            words.addAll(List.of(Long.toString(steps), Integer.toString(work)));
            return peer.launch(RANKS, words);
        }
    }

    /** Runs the command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(Execution.of(new FirstCompare(), arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (int length : thousands) {
            if (length < 1) {
                throw new IllegalArgumentException("--steps " + length + " is wrong: give at least 1 (thousand)");
            }
        }
        if (rounds < 1 || work < 0) {
            throw new IllegalArgumentException("--rounds " + rounds + " --work " + work
                + " is wrong: give at least 1 and 0");
        }
        List<FirstSide> sides = sides();
        sides.forEach(side -> out.println("# " + side.peer().label() + ": "
            + side.launch(1000L * thousands.getFirst(), work).typed()));
        List<String> unfair = Fairness.objections(List.of(), LOAD_LIMIT);
        unfair.forEach(objection -> out.println("# NOT FAIR: " + objection));
        if (!unfair.isEmpty() && !force) {
            System.err.println("bench compare first: refusing to compare: " + String.join("; ", unfair)
                + ". Correct this, or give --force to measure anyway.");
            return UNFAIR;
        }
        out.println("# a step is a round trip of 8 bytes and " + work + " random numbers; medians of "
            + rounds + " runs; the times of first steps are from the end of Init on");
        out.printf("%9s %-22s %24s %24s %9s %9s %9s %9s%n", "#steps", "side", "job, s [min..max]",
            "ratio " + sides.getFirst().peer().label() + "/side", "1,000 ms", "10,000 ms", "100,000ms", "us at end");
        boolean agree = true;
        for (int length : thousands) {
            agree &= compare(sides, 1000L * length);
        }
        return agree ? 0 : FAILED;
    }

    /** Compares the sides. Returns whether all sides computed the same. */
    private boolean compare(List<FirstSide> sides, long steps) throws IOException {
        List<List<FirstResult>> results = new ArrayList<>();
        sides.forEach(side -> results.add(new ArrayList<>()));
        Progress progress = new Progress(Progress.terminal(), rounds);
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < sides.size(); turn++) {
                int side = round % 2 == 0 ? turn : sides.size() - 1 - turn;
                progress.show(steps + " steps, " + sides.get(side).peer().label());
                long start = System.nanoTime();
                String output = JobOutput.textOf(sides.get(side).peer(), sides.get(side).launch(steps, work),
                    limitSeconds);
                results.get(side).add(FirstResult.of((System.nanoTime() - start) / 1e9, output));
            }
            progress.step();
        }
        progress.clear();
        for (int side = 0; side < sides.size(); side++) {
            out.println(line(steps, sides.get(side).peer().label(), results.get(side), results.getFirst()));
        }
        List<String> numbers = results.stream().flatMap(List::stream).map(FirstResult::last).distinct().toList();
        if (numbers.size() > 1) {
            System.err.println("bench compare first: the sides computed different numbers, so their times cannot"
                + " be compared: " + numbers);
        }
        return numbers.size() == 1;
    }

    private static String line(long length, String label, List<FirstResult> results, List<FirstResult> ours) {
        double[] ratios = new double[results.size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = ours.get(round).job() / results.get(round).job();
        }
        Spread job = Spread.of(results.stream().mapToDouble(FirstResult::job).toArray());
        Spread ratio = Spread.of(ratios);
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT,
            "%9d %-22s %8.3f [%6.3f..%6.3f] %8.2f [%6.2f..%6.2f]", length, label, job.median(), job.least(),
            job.most(), ratio.median(), ratio.least(), ratio.most()));
        for (long mark = 1000; mark <= 100_000; mark *= 10) {
            long steps = mark;
            line.append(results.getFirst().marks().containsKey(steps) ? String.format(Locale.ROOT, "%10.2f",
                1e3 * median(results, result -> result.marks().get(steps))) : String.format("%10s", "-"));
        }
        return line.append(String.format(Locale.ROOT, "%10.3f", median(results, FirstResult::steady))).toString();
    }

    private static double median(List<FirstResult> results, ToDoubleFunction<FirstResult> figure) {
        return Statistics.median(results.stream().mapToDouble(figure).toArray());
    }

    private List<FirstSide> sides() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("mpj.home", ".")).toAbsolutePath().normalize();
        List<Peer> all = new ArrayList<>(List.of(Peer.parse(ours, home)));
        if (peers.isEmpty()) {
            all.add(InstalledPeer.onPath());
        }
        peers.forEach(peer -> all.add(Peer.parse(peer, home)));
        List<FirstSide> sides = new ArrayList<>();
        for (Peer peer : Labels.distinct(all)) {
            sides.add(new FirstSide(peer, peer instanceof Peer.Native library
                ? List.of(NativeProgram.firstMessages(home).compiledWith(library.compiler(mpicc), library).toString())
                : OurProgram.words(home, PROGRAM)));
        }
        return sides;
    }
}
