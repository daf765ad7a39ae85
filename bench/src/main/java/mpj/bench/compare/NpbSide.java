package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One side's NAS Parallel Benchmarks: a job for each run. */
final class NpbSide {
    private final Peer peer;
    private final int ranks;
    private final long limitSeconds;
    private final Path mpjHome;
    /** Null for our own. */
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

    /** How a benchmark is run, as one would type it. */
    String typed(String benchmark, String problem) {
        return launch(programs == null ? List.of(benchmark + "." + problem)
            : List.of(benchmark.toLowerCase(Locale.ROOT) + "." + problem + ".x")).typed();
    }

    private Peer.Launch launch(List<String> program) {
        if (programs != null) {
            return peer.launch(ranks, program);
        }
        List<String> words = new ArrayList<>(List.of("-cp",
            mpjHome.resolve("target/npb/mpj-npb.jar").toString(), "--main", "mpj.npb.Npb"));
        words.addAll(program);
        return peer.launch(ranks, words);
    }

    /**
     * Runs a benchmark once.
     *
     * @param timers whether communication is timed
     * @throws IOException if the job fails, with what it printed
     */
    NpbFigures run(String benchmark, String problem, boolean timers) throws IOException, InterruptedException {
        Peer.Launch launch = launch(programs != null ? List.of(programs.built(benchmark, problem).toString())
            : timers ? List.of(benchmark + "." + problem, "-t") : List.of(benchmark + "." + problem));
        // Ours do not look at the variable; NPB's also take an empty value for yes.
        JobOutput output = JobOutput.of(launch, Map.of("NPB_TIMER_FLAG", timers ? "1" : "0"), limitSeconds);
        if (!output.ended()) {
            throw new IOException(peer.label() + ": " + launch.typed() + " did not end within " + limitSeconds
                + " s; --limit gives it more");
        }
        if (output.exitCode() != 0 && !output.text().contains("Verification")) {
            throw new IOException(peer.label() + ": " + launch.typed() + " ended with exit code " + output.exitCode()
                + ":\n" + output.text().strip());
        }
        return NpbFigures.of(output.text());
    }
}
