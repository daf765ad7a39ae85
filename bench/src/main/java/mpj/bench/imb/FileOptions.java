package mpj.bench.imb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The command line of {@code bench imb-io}: the options of IMB-IO, with their defaults, and a few more. */
@Command(name = "bench imb-io", sortOptions = false, separator = " ",
    description = "Intel MPI Benchmarks, MPI-IO part, in Java.")
final class FileOptions {
    private static final int NON_AGGREGATE_MESSAGES = 10;
    private static final long VOLUME = 16 << 20;

    /** Options of IMB-MPI1 that mean nothing for files. */
    private static final List<String> OTHERS = List.of("-root_shift", "-sync", "-aggregate_mode", "-window",
        "-data_type", "-red_data_type", "-warm_up", "-msg_pause", "-window_size", "-contig_type", "-thread_level",
        "-buffers");

    @Mixin
    Options common = new Options();

    @Option(names = "-file", paramLabel = "path",
        description = "The file that is written and read; it is deleted at the end. Files of a group or a rank have"
            + " its number at the end of their name. Default ${DEFAULT-VALUE}, in the working folder.")
    String file = "IMB_out";

    @Option(names = "-hint", paramLabel = "key=value",
        description = "A hint for each file that is opened, such as cb_nodes=1. May be given more than once.")
    Map<String, String> hints = new LinkedHashMap<>();

    private FileOptions() {
        common.sizeLogs = "0:24";
        common.iterations = "50,16,10";
        common.leastRanks = 1;
    }

    /** A command line whose user object is the options. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new FileOptions());
        CommandSpec spec = line.getCommandSpec();
        OTHERS.forEach(name -> spec.remove(spec.findOption(name)));
        describe(spec, "-iter", "Most iterations of a sample (50), MB of a sample (16), and most iterations where each"
            + " write is made safe by itself (10).");
        describe(spec, "-npmin", "Least ranks; the numbers run are NPmin, 2*NPmin, ... and all. Default 1.");
        describe(spec, "-off_cache", "No effect, as in IMB-IO.");
        return line;
    }

    private static void describe(CommandSpec spec, String name, String description) {
        OptionSpec old = spec.findOption(name);
        spec.remove(old);
        spec.addOption(OptionSpec.builder(old).description(description).build());
    }

    /** The benchmarks that the user asked for. */
    List<FileBenchmark> benchmarks() throws IOException {
        List<String> wanted = new ArrayList<>(common.names);
        wanted.addAll(common.included);
        if (common.input != null) {
            Files.readAllLines(common.input).stream().map(String::strip)
                .filter(text -> !text.isEmpty() && !text.startsWith("#")).forEach(wanted::add);
        }
        List<FileBenchmark> without = common.excluded.stream().map(FileOptions::named).toList();
        boolean defaults = common.names.isEmpty() && common.input == null;
        return Stream.concat(defaults ? FileBenchmark.ALL.stream() : Stream.empty(),
            wanted.stream().map(FileOptions::named)).distinct().filter(benchmark -> !without.contains(benchmark))
            .toList();
    }

    private static FileBenchmark named(String name) {
        return FileBenchmark.named(name).orElseThrow(() -> new IllegalArgumentException("benchmark '" + name
            + "' is not one of " + FileBenchmark.ALL.stream().map(FileBenchmark::name)
                .collect(Collectors.joining(", "))));
    }

    /** How many iterations the samples of a mode have. */
    IterationPolicy iterationPolicy(FileBenchmark benchmark, FileBenchmark.Mode mode) {
        IterationPolicy given = common.iterationPolicy();
        String[] parts = common.iterations.split(",", -1);
        boolean few = mode == FileBenchmark.Mode.NON_AGGREGATE || !benchmark.hasSizes();
        int nonAggregate = parts.length > 2 ? Integer.parseInt(parts[2]) : NON_AGGREGATE_MESSAGES;
        int messages = few && given.kind() != IterationPolicy.Kind.OFF ? nonAggregate : given.messagesPerSample();
        return new IterationPolicy(given.kind(), messages, parts.length > 1 ? given.overallVolume() : VOLUME,
            given.secondsPerSample());
    }

    /**
     * Finds errors in the options before anything is measured.
     *
     * @throws IllegalArgumentException if an option is wrong; the message names the option, its value and the allowed
     *   values
     * @throws IOException if the file of sizes cannot be read
     */
    void check(int ranks) throws IOException {
        common.check(ranks);
        String[] parts = common.iterations.split(",", -1);
        if (parts.length > 2 && !parts[2].matches("[1-9]\\d{0,8}")) {
            throw new IllegalArgumentException("-iter '" + common.iterations + "' is not 1 to 3 positive numbers");
        }
        if (file.isBlank()) {
            throw new IllegalArgumentException("-file is empty; name the file to write and read");
        }
        Path folder = Path.of(file).toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("-file " + file + ": there is no folder " + folder + " on this host");
        }
    }
}
