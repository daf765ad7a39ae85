package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** One side's NAS Parallel Benchmarks. Each run is a job. */
final class NpbSide {
    /** The options of this library's JVMs, as bin/bench npb has them. */
    private static final String HUGE_PAGES = "-J-XX:+UseTransparentHugePages";
    private static final String LONG_LOOPS = "-J-XX:LoopUnrollLimit=1000";
    /** The exit code of mpjrun after {@code --timeout}. Before that, it prints what each rank is doing. */
    private static final int TIMED_OUT = 124;
    /** How long that may take. */
    private static final long STACKS_SECONDS = 30;
    /** The benchmarks whose loops have long bodies. */
    private static final Set<String> WITH_LONG_LOOPS = Set.of("BT", "SP", "LU");

    private final Peer peer;
    private final int ranks;
    private final long limitSeconds;
    private final Path mpjHome;
    /** Null for this library's own benchmarks. */
    private final NpbPrograms programs;

    NpbSide(Peer peer, int ranks, long limitSeconds, Path mpjHome, NpbPrograms programs) {
        this.peer = peer;
        this.ranks = ranks;
        this.limitSeconds = limitSeconds;
        this.mpjHome = mpjHome;
        this.programs = programs;
    }

    String label() {
        return peer.label();
    }

    boolean isOurs() {
        return programs == null;
    }

    /** The command of a benchmark, as one would type it. */
    String typed(String benchmark, String problem) {
        return (programs == null ? ours(benchmark, problem)
            : peer.launch(ranks, List.of(benchmark.toLowerCase(Locale.ROOT) + "." + problem + ".x"))).typed();
    }

    private Peer.Launch ours(String benchmark, String problem, String... options) {
        List<String> words = new ArrayList<>(OurProgram.options(mpjHome));
        words.addAll(List.of("--main", "mpj.npb.Npb", benchmark + "." + problem));
        words.addAll(List.of(options));
        Peer side = peer instanceof Peer.Mpj mpj ? mpj.with(jobOptions(benchmark)) : peer;
        return side.launch(ranks, words);
    }

    private String[] jobOptions(String benchmark) {
        List<String> options = new ArrayList<>(List.of("--timeout", Long.toString(limitSeconds), HUGE_PAGES));
        if (WITH_LONG_LOOPS.contains(benchmark)) {
            options.add(LONG_LOOPS);
        }
        return options.toArray(String[]::new);
    }

    /**
     * Runs one of this library's benchmarks twice in one job.
     *
     * @return the figures of the first run, in which the JVMs still compile, and of the second
     * @throws IOException if the job fails; the message has the job's output
     */
    List<NpbFigures> runTwice(String benchmark, String problem) throws IOException, InterruptedException {
        String output = textOf(ours(benchmark, problem, benchmark + "." + problem), false);
        int second = output.lastIndexOf(benchmark + " Benchmark Completed");
        return List.of(NpbFigures.of(output.substring(0, second)), NpbFigures.of(output.substring(second)));
    }

    /** Runs a program of NPB's own, which was built before. */
    NpbFigures run(Path program) throws IOException, InterruptedException {
        return NpbFigures.of(textOf(peer.launch(ranks, List.of(program.toString())), false));
    }

    /**
     * Runs a benchmark once.
     *
     * @param timers whether communication is timed
     * @throws IOException if the job fails; the message has the job's output
     */
    NpbFigures run(String benchmark, String problem, boolean timers) throws IOException, InterruptedException {
        Peer.Launch launch = programs != null
            ? peer.launch(ranks, List.of(programs.built(benchmark, problem).toString()))
            : timers ? ours(benchmark, problem, "-t") : ours(benchmark, problem);
        return NpbFigures.of(textOf(launch, timers));
    }

    private String textOf(Peer.Launch launch, boolean timers) throws IOException, InterruptedException {
        // This library's programs do not read the variable. NPB's programs take even an empty value for yes.
        Map<String, String> variables = Map.of("NPB_TIMER_FLAG", timers ? "1" : "0");
        boolean isOurs = peer instanceof Peer.Mpj;
        JobOutput output = JobOutput.of(launch, variables, limitSeconds + (isOurs ? STACKS_SECONDS : 0));
        if (!output.ended() || isOurs && output.exitCode() == TIMED_OUT) {
            throw new IOException(peer.label() + ": " + launch.typed() + " did not end within " + limitSeconds
                + " s; --limit (of bench node: --minutes) gives it more. It printed:\n" + output.text().strip());
        }
        if (output.exitCode() != 0 && !output.text().contains("Verification")) {
            throw new IOException(peer.label() + ": " + launch.typed() + " ended with exit code " + output.exitCode()
                + ":\n" + output.text().strip());
        }
        return output.text();
    }
}
