package mpj.bench.imb;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The Java side of {@code bin/bench compare imb}: a resident program that measures one block of a benchmark at a time,
 * like bench/native/block_server.c in C. Its arguments are the path of the runner's socket, the kind of the buffers, as
 * for {@code -buffers} of {@code bin/bench imb}, and the kind of the windows, as for {@code -window}. The properties
 * {@code mpj.bench.buffer}, {@code mpj.bench.contig_type}, {@code mpj.bench.data_type} and {@code mpj.bench.window}
 * have the values of the options of the same names.
 */
public final class BlockServer {
    private static final int BLOCK_DONE_TAG = 2;
    private static final int WARM_UP_PART = 16;

    private final Messages world;
    private final MessageBuffers.Place place;
    private final MessageLayout layout;
    private final ElementType dataType;
    private final WindowMemory windowMemory;
    private final ChosenAlgorithms algorithms = ChosenAlgorithms.fromNowOn(Boolean.getBoolean("mpj.coll.log"));
    private final SampleLoop loop = new SampleLoop(Clock.SYSTEM, true, 0);
    private final byte[] nothing = new byte[0];
    private MessageBuffers buffers;
    private String buffersAreFor = "";

    private BlockServer(Messages world, MessageBuffers.Place place, WindowMemory windowMemory, MessageLayout layout,
                        ElementType dataType) {
        this.world = world;
        this.place = place;
        this.windowMemory = windowMemory;
        this.layout = layout;
        this.dataType = dataType;
    }

    /** Serves blocks until the runner closes the connection. */
    public static void main(String[] arguments) throws IOException {
        Messages world = Messages.ofJob();
        String[] own = world.begin(arguments);
        if (own.length < 1) {
            throw new IllegalArgumentException("usage: BlockServer SOCKET [array|direct|segment|allocated"
                + " [create|allocate]] (started by bin/bench compare imb)");
        }
        String place = BenchProperties.BUFFER.isSet() ? BenchProperties.BUFFER.value()
            : own.length < 2 ? "array" : own[1];
        String window = BenchProperties.WINDOW.isSet() || own.length < 3 ? BenchProperties.WINDOW.value() : own[2];
        try (SocketChannel runner = SocketChannel.open(UnixDomainSocketAddress.of(own[0]))) {
            new BlockServer(world, MessageBuffers.Place.of(place), WindowMemory.of(window),
                MessageLayout.of(BenchProperties.CONTIG_TYPE.value()),
                ElementType.of(BenchProperties.DATA_TYPE.value())).serve(runner);
        }
        world.end();
    }

    private void serve(SocketChannel runner) throws IOException {
        BufferedReader commands = new BufferedReader(Channels.newReader(runner, StandardCharsets.UTF_8));
        answer(runner, "rank " + world.rank() + " of " + world.size() + " pid " + ProcessHandle.current().pid()
            + " thread " + Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName()
            + " MPJ on Java " + Runtime.version());
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            answer(runner, result(line.split(" ")));
        }
    }

    private static void answer(SocketChannel runner, String line) throws IOException {
        runner.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private String result(String[] command) {
        try {
            Benchmark benchmark = Benchmarks.named(command[1]);
            if (command[0].equals("algorithm")) {
                return algorithms.of(benchmark.name(), Integer.parseInt(command[2]));
            }
            if (benchmark.presentation().leastRanks() > world.size()) {
                return "error " + benchmark.name() + " needs " + benchmark.presentation().leastRanks()
                    + " ranks, the job has " + world.size();
            }
            double seconds = run(benchmark, Integer.parseInt(command[2]), Integer.parseInt(command[3]));
            algorithms.ran(benchmark.name(), Integer.parseInt(command[2]));
            return String.format(Locale.ROOT, "%.9f", seconds);
        } catch (IllegalArgumentException e) {
            return "error " + e.getMessage();
        }
    }

    private double run(Benchmark benchmark, int size, int iterations) {
        boolean exposes = benchmark.exposes() != Exposure.NONE;
        // All ranks of the world belong to a window, and take part in the barriers of the ranks that measure.
        int ranks = benchmark.presentation().isPair() && !exposes ? 2 : world.size();
        world.barrier();
        if (world.rank() >= ranks) {
            world.recv(nothing, 0, 0, world.basic(byte.class), 0, BLOCK_DONE_TAG);
            return 0;
        }
        ElementType type = benchmark.elementType(dataType, ElementType.FLOAT);
        int bytes = benchmark.presentation() == Presentation.ONE_ELEMENT ? type.bytes() : size;
        Sample sample = Sample.of(world, ranks, bytes, type, benchmark.layout(layout),
            buffersFor(benchmark, bytes, type), benchmark.window());
        // If only two ranks take part, there is no barrier of the world. The warm-up then aligns the ranks.
        Runnable barrier = benchmark.presentation().isPair() && !exposes ? () -> { } : world::barrier;
        loop.secondsPerIteration(benchmark, sample, iterations / WARM_UP_PART + 1, barrier);
        double seconds = Math.max(0, loop.timing(benchmark, sample, iterations, barrier).figure()) * iterations;
        for (int idle = ranks; world.rank() == 0 && idle < world.size(); idle++) {
            world.send(nothing, 0, 0, world.basic(byte.class), idle, BLOCK_DONE_TAG);
        }
        return seconds;
    }

    /** A window cannot be made of an array. */
    private MessageBuffers.Place placeFor(Benchmark benchmark) {
        boolean inWindow = benchmark.exposes() != Exposure.NONE && windowMemory == WindowMemory.CREATE;
        return inWindow && place == MessageBuffers.Place.ARRAY ? MessageBuffers.Place.DIRECT : benchmark.place(place);
    }

    private MessageBuffers buffersFor(Benchmark benchmark, int bytes, ElementType type) {
        String wanted = benchmark.name() + " " + bytes;
        if (!wanted.equals(buffersAreFor)) {
            if (buffers != null) {
                buffers.close();
            }
            long span = (long) bytes * benchmark.layout(layout).span();
            buffers = MessageBuffers.allocate(world, placeFor(benchmark), type,
                span * benchmark.messagesSent(world.size()),
                span * benchmark.messagesReceived(world.size()), OffCache.NONE, 1);
            if (benchmark.exposes() != Exposure.NONE) {
                buffers = buffers.exposing(world, benchmark.exposes(), windowMemory, type);
            }
            buffersAreFor = wanted;
        }
        return buffers;
    }
}
