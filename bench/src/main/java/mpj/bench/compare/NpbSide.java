package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

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
        Path log = Files.createTempFile("npb", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(launch.command()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
            builder.environment().putAll(launch.environment());
            if (timers) {
                builder.environment().put("NPB_TIMER_FLAG", "1");
            } else {
                builder.environment().remove("NPB_TIMER_FLAG");
            }
            Process process = builder.start();
            boolean ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            String output = Files.readString(log);
            if (!ended) {
                throw new IOException(peer.label() + ": " + launch.typed() + " did not end within " + limitSeconds
                    + " s; --limit gives it more");
            }
            if (process.exitValue() != 0 && !output.contains("Verification")) {
                throw new IOException(peer.label() + ": " + launch.typed() + " ended with exit code "
                    + process.exitValue() + ":\n" + output.strip());
            }
            return NpbFigures.of(output);
        } finally {
            Files.delete(log);
        }
    }
}
