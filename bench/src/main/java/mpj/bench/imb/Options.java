package mpj.bench.imb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line: the options of IMB-MPI1, with their defaults, and two more. */
@Command(name = "bench imb", sortOptions = false, separator = " ",
    description = "Intel MPI Benchmarks, MPI-1 part, in Java.")
final class Options {
    private static final long MEGABYTE = 1 << 20;
    private static final int MOST_LOG = 30;
    private static final List<String> THREAD_LEVELS = List.of("single", "funneled", "serialized", "multiple");
    private static final int IMB_MEGABYTES = 40;
    private static final int NON_AGGREGATE = 100;

    @Parameters(arity = "0..*", split = ",", paramLabel = "benchmark", description = "Benchmarks to run; see -list.")
    List<String> names = List.of();

    @Option(names = "-include", split = ",", description = "More benchmarks to run.")
    List<String> included = List.of();

    @Option(names = "-exclude", split = ",", description = "Benchmarks not to run.")
    List<String> excluded = List.of();

    @Option(names = "-input", paramLabel = "file", description = "File with a benchmark's name on each line.")
    Path input;

    @Option(names = "-npmin", paramLabel = "NPmin",
        description = "Least ranks; the numbers run are NPmin, 2*NPmin, ... and all. Default 2.")
    Integer leastRanks;

    @Option(names = "-multi", paramLabel = "0|1",
        description = "Run as many groups at once as fit; print the slowest (0) or each (1).")
    Integer multi;

    @Option(names = "-off_cache", paramLabel = "MB[,line]", converter = OffCacheConverter.class,
        description = "March through buffers of twice this cache size; -1 for 8 MB and lines of 64 bytes.")
    OffCache offCache = OffCache.NONE;

    @Option(names = "-iter", paramLabel = "n[,MB[,n]]",
        description = "Most iterations per sample (1000), MB moved per sample (40), and most iterations where imb-rma"
            + " waits after each (100).")
    String iterations = "1000";

    @Option(names = "-iter_policy", paramLabel = "policy", converter = KindConverter.class,
        description = "dynamic (default), multiple_np, auto, off.")
    IterationPolicy.Kind policy = IterationPolicy.Kind.DYNAMIC;

    @Option(names = "-time", paramLabel = "sec", description = "Longest sample, about. Default ${DEFAULT-VALUE}.")
    double seconds = 10;

    @Option(names = "-mem", paramLabel = "GB", description = "Most memory for a rank's buffers. Default 2.")
    double gigabytes = 2;

    @Option(names = "-msglog", paramLabel = "min:max",
        description = "Sizes 0, 2^min, ..., 2^max. Default ${DEFAULT-VALUE}.")
    String sizeLogs = "0:22";

    @Option(names = "-msglen", paramLabel = "file", description = "File with a message size on each line.")
    Path sizesFile;

    @Option(names = "-msgsize", paramLabel = "list", split = ",", description = "Message sizes.")
    List<Integer> sizes = List.of();

    @Option(names = "-map", paramLabel = "PxQ", description = "Number the ranks along the other side of a P by Q grid.")
    String map = "";

    @Option(names = "-root_shift", paramLabel = "on|off", arity = "1", converter = OnOffConverter.class,
        description = "Move the root by one rank after each call. Default off.")
    boolean rootShift;

    @Option(names = "-sync", paramLabel = "on|off", arity = "1", converter = OnOffConverter.class,
        description = "A barrier after each call of a collective. Default on.")
    boolean sync = true;

    @Option(names = "-data_type", paramLabel = "type", converter = ElementTypeConverter.class,
        description = "byte (default), char, int, float, double, object (a record for each 8 bytes).")
    ElementType dataType = ElementType.BYTE;

    @Option(names = "-red_data_type", paramLabel = "type", converter = ElementTypeConverter.class,
        description = "Element type of reductions: int, float (default), double.")
    ElementType reductionType = ElementType.FLOAT;

    @Option(names = "-zero_size", paramLabel = "on|off", arity = "1", converter = OnOffConverter.class,
        description = "Whether size 0 is run. Default on.")
    boolean zeroSize = true;

    @Option(names = "-warm_up", paramLabel = "on|off", arity = "1", converter = OnOffConverter.class,
        description = "A tenth of the iterations before each sample. Default on.")
    boolean warmUp = true;

    @Option(names = "-window_size", paramLabel = "n",
        description = "Messages in flight in Uniband and Biband (256) and in osu_mbw_mr (64).")
    int window;

    @Option(names = "-contig_type", paramLabel = "type", converter = LayoutConverter.class,
        description = "How elements lie: base (default), base_vec, resize, resize_vec.")
    MessageLayout layout = MessageLayout.BASE;

    @Option(names = "-imb_barrier", paramLabel = "on|off", arity = "1", converter = OnOffConverter.class,
        description = "A barrier of sends and receives instead of MPI_Barrier around samples and calls. Default off.")
    boolean ownBarrier;

    @Option(names = "-msg_pause", paramLabel = "on|off", arity = "1", converter = OnOffConverter.class,
        description = "Sleep a tenth of the sample's time, 0.1 s at least, after each size. Default off.")
    boolean pause;

    @Option(names = "-thread_level", paramLabel = "level",
        description = "single (default), funneled, serialized, multiple.")
    String threadLevel = "single";

    @Option(names = "-o", paramLabel = "file", description = "Write the results to this file too.")
    Path output;

    @Option(names = "-list", description = "List the benchmarks.")
    boolean list;

    @Option(names = {"-help", "--help", "-h"}, arity = "0..1", fallbackValue = "", paramLabel = "option",
        description = "This text, or that of one option.")
    String help;

    @Option(names = "-aggregate_mode", paramLabel = "mode", converter = AggregateConverter.class,
        description = "In which modes imb-rma runs a benchmark that has both: multi (default), aggregate (it waits"
            + " once, after all iterations), non_aggregate (after each).")
    AggregateMode aggregateMode = AggregateMode.MULTI;

    @Option(names = "-window", paramLabel = "create|allocate", converter = WindowConverter.class,
        description = "Windows of the benchmark's own buffers (create, default, as in IMB-RMA), or of memory that MPI"
            + " allocates.")
    WindowMemory windowMemory = WindowMemory.CREATE;

    @Option(names = {"-buffers", "-buffer"}, paramLabel = "array|direct|segment|allocated",
        converter = PlaceConverter.class,
        description = "Java arrays, direct buffers of java.nio, MemorySegments outside the heap, or those of"
            + " MPI.allocate. Default array; with --api openmpi, direct.")
    MessageBuffers.Place place;

    @Option(names = "-jit_warm_up", paramLabel = "sec",
        description = "Run all sizes this long before each table, so that they are compiled. Default ${DEFAULT-VALUE}.")
    double jitWarmUpSeconds = 1;

    /** The benchmarks that the user asked for. */
    List<Benchmark> benchmarks(Suite suite) throws IOException {
        List<String> wanted = new ArrayList<>(names);
        wanted.addAll(included);
        if (input != null) {
            Files.readAllLines(input).stream().map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(wanted::add);
        }
        List<Benchmark> without = excluded.stream().map(Benchmarks::named).toList();
        boolean defaults = names.isEmpty() && input == null;
        return Stream.concat(
            suite.benchmarks().stream().filter(benchmark -> defaults && benchmark.runsByDefault()),
            wanted.stream().map(Benchmarks::named)).distinct().filter(benchmark -> !without.contains(benchmark))
            .toList();
    }

    /** The modes of a benchmark. Each has a table. */
    List<Benchmark> modes(Benchmark benchmark) {
        List<Benchmark> modes = benchmark.modes();
        return switch (aggregateMode) {
            case MULTI -> modes;
            case AGGREGATE -> List.of(modes.getLast());
            case NON_AGGREGATE -> List.of(modes.getFirst());
        };
    }

    IterationPolicy iterationPolicy() {
        return iterationPolicy(false);
    }

    /**
     * @param nonAggregate whether the benchmark waits after each iteration although it could wait once; it then has
     *   fewer iterations
     */
    IterationPolicy iterationPolicy(boolean nonAggregate) {
        String[] parts = iterations.split(",", -1);
        try {
            int most = Integer.parseInt(parts[0]);
            int fewer = parts.length > 2 ? Integer.parseInt(parts[2]) : Math.min(most, NON_AGGREGATE);
            int messages = nonAggregate ? fewer : most;
            long volume = MEGABYTE * (parts.length > 1 ? Long.parseLong(parts[1]) : IMB_MEGABYTES);
            if (parts.length <= 3 && messages > 0 && volume > 0) {
                return new IterationPolicy(policy, messages, volume, seconds);
            }
        } catch (NumberFormatException e) {
            // Everything that is not a count gets the one message below.
        }
        throw new IllegalArgumentException("-iter '" + iterations + "' is not 1 to 3 positive numbers");
    }

    /** Whether the user gave the sizes one by one. */
    boolean givesSizes() {
        return sizesFile != null || !sizes.isEmpty();
    }

    /** The sizes at which a benchmark runs: whole numbers of elements, or NetPIPE's sizes. */
    List<Integer> sizesFor(Benchmark benchmark) throws IOException {
        if (benchmark.presentation() == Presentation.NETPIPE && !givesSizes()) {
            return MessageSizes.perturbed(1L << logs()[1]);
        }
        return sizesOf(benchmark.layout(layout).granularity(benchmark.elementType(dataType, reductionType)));
    }

    /** The sizes. Each is made a multiple of {@code granularity}. */
    List<Integer> sizesOf(int granularity) throws IOException {
        if (givesSizes()) {
            List<Integer> given = sizesFile == null ? sizes : Files.readAllLines(sizesFile).stream()
                .map(String::strip).filter(line -> !line.isEmpty()).map(Options::size).toList();
            given.forEach(size -> size(size.toString()));
            return MessageSizes.given(given, granularity);
        }
        int[] logs = logs();
        return MessageSizes.powersOfTwo(logs[0], logs[1], zeroSize, granularity);
    }

    private static int size(String text) {
        try {
            int size = Integer.parseInt(text);
            if (size >= 0) {
                return size;
            }
        } catch (NumberFormatException e) {
            // Everything that is not a size gets the one message below.
        }
        throw new IllegalArgumentException("message size '" + text + "' is not a number from 0 to "
            + Integer.MAX_VALUE);
    }

    /** The bounds of -msglog. A single number is the upper bound. */
    int[] logs() {
        String[] parts = sizeLogs.split(":", -1);
        try {
            int most = Integer.parseInt(parts[parts.length - 1]);
            int least = parts.length > 1 ? Integer.parseInt(parts[0]) : 0;
            if (parts.length <= 2 && least >= 0 && least <= most && most <= MOST_LOG) {
                return new int[] {least, most};
            }
        } catch (NumberFormatException e) {
            // Everything that is not a range gets the one message below.
        }
        throw new IllegalArgumentException("-msglog '" + sizeLogs + "' is not min:max with 0 <= min <= max <= "
            + MOST_LOG);
    }

    Table.Multi multiMode() {
        return switch (multi) {
            case null -> Table.Multi.OFF;
            case 0 -> Table.Multi.SLOWEST_GROUP;
            case 1 -> Table.Multi.ALL_GROUPS;
            default -> throw new IllegalArgumentException("-multi " + multi + " is neither 0 nor 1");
        };
    }

    /**
     * Finds errors in the options before anything is measured.
     *
     * @throws IllegalArgumentException if an option is wrong; the message names the option, its value and the allowed
     *   values
     * @throws IOException if the file of sizes cannot be read
     */
    void check(int ranks) throws IOException {
        checkThreadLevel();
        iterationPolicy(false);
        iterationPolicy(true);
        sizesOf(1);
        if (leastRanks != null && (leastRanks < 1 || leastRanks > ranks)) {
            throw new IllegalArgumentException("-npmin " + leastRanks + " is not from 1 to the job's " + ranks
                + " ranks; start more with -np");
        }
        checkPositive("-time", seconds);
        checkPositive("-mem", gigabytes);
        if (window < 0) {
            throw new IllegalArgumentException("-window_size " + window + " is negative");
        }
        if (reductionType == ElementType.OBJECT) {
            throw new IllegalArgumentException("-red_data_type object: there is no sum of objects; it is one of byte, "
                + "char, int, float, double");
        }
        if (place != null && place != MessageBuffers.Place.ARRAY && dataType == ElementType.OBJECT) {
            throw new IllegalArgumentException("-data_type object has no buffers outside the heap; use -buffers"
                + " array");
        }
    }

    /**
     * Checks that the benchmarks can have their windows.
     *
     * @throws IllegalArgumentException if they cannot; the message says what to choose instead
     */
    void checkWindows(List<Benchmark> benchmarks, Messages world) {
        if (benchmarks.stream().allMatch(benchmark -> benchmark.exposes() == Exposure.NONE)) {
            return;
        }
        if (!world.hasWindows()) {
            throw Messages.noWindows();
        }
        if (place == MessageBuffers.Place.ARRAY && windowMemory == WindowMemory.CREATE) {
            throw new IllegalArgumentException("-buffers array: a window cannot use memory on the heap; give -buffers"
                + " direct, or -window allocate");
        }
    }

    private static void checkPositive(String option, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(option + " " + value + " is not above 0");
        }
    }

    /** Only checks the value. MPI.Init always provides MPI_THREAD_MULTIPLE, which satisfies every level. */
    void checkThreadLevel() {
        if (!THREAD_LEVELS.contains(threadLevel)) {
            throw new IllegalArgumentException("-thread_level '" + threadLevel + "' is not one of "
                + String.join(", ", THREAD_LEVELS));
        }
    }

    /** Reads {@code on}, {@code off} and their synonyms. */
    static final class OnOffConverter implements ITypeConverter<Boolean> {
        @Override
        public Boolean convert(String value) {
            return switch (value) {
                case "on", "1", "enable", "yes", "true" -> true;
                case "off", "0", "disable", "no", "false" -> false;
                default -> throw new IllegalArgumentException("'" + value + "' is neither on nor off");
            };
        }
    }

    /** See {@link ElementType#of}. */
    static final class ElementTypeConverter implements ITypeConverter<ElementType> {
        @Override
        public ElementType convert(String value) {
            return ElementType.of(value);
        }
    }

    /** See {@link MessageLayout#of}. */
    static final class LayoutConverter implements ITypeConverter<MessageLayout> {
        @Override
        public MessageLayout convert(String value) {
            return MessageLayout.of(value);
        }
    }

    /** See {@link OffCache#parse}. */
    static final class OffCacheConverter implements ITypeConverter<OffCache> {
        @Override
        public OffCache convert(String value) {
            return OffCache.parse(value);
        }
    }

    /** See {@link IterationPolicy.Kind#of}. */
    static final class KindConverter implements ITypeConverter<IterationPolicy.Kind> {
        @Override
        public IterationPolicy.Kind convert(String value) {
            return IterationPolicy.Kind.of(value);
        }
    }

    /** The modes of benchmarks that can wait once or after each iteration. */
    enum AggregateMode { MULTI, AGGREGATE, NON_AGGREGATE }

    /** Reads the words of {@code -aggregate_mode}. */
    static final class AggregateConverter implements ITypeConverter<AggregateMode> {
        @Override
        public AggregateMode convert(String value) {
            return switch (value) {
                case "multi" -> AggregateMode.MULTI;
                case "aggregate" -> AggregateMode.AGGREGATE;
                case "non_aggregate" -> AggregateMode.NON_AGGREGATE;
                default -> throw new IllegalArgumentException("'" + value + "' is not multi, aggregate or"
                    + " non_aggregate");
            };
        }
    }

    /** See {@link WindowMemory#of}. */
    static final class WindowConverter implements ITypeConverter<WindowMemory> {
        @Override
        public WindowMemory convert(String value) {
            return WindowMemory.of(value);
        }
    }

    /** Reads {@code heap} or {@code native}. */
    static final class PlaceConverter implements ITypeConverter<MessageBuffers.Place> {
        @Override
        public MessageBuffers.Place convert(String value) {
            return MessageBuffers.Place.of(value);
        }
    }
}
