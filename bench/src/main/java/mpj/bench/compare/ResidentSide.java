package mpj.bench.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A side whose job stays resident and warm, and sleeps until it is asked to measure a block. Every rank has its own
 * connection, and sleeps in a read between blocks. No rank therefore waits for its command by polling MPI while another
 * side is measured.
 */
final class ResidentSide implements Side {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration END_LIMIT = Duration.ofSeconds(5);
    private static final System.Logger LOGGER = System.getLogger(ResidentSide.class.getName());
    private static final Duration BLOCK_LIMIT = Duration.ofSeconds(120);
    private static final String BLOCK_SERVER = "mpj.bench.imb.BlockServer";
    private static final Pattern GREETING =
        Pattern.compile("rank (\\d+) of (\\d+) pid (\\d+) thread (\\d+) (.*)");

    private final Peer peer;
    private final Peer.Launch launch;
    private final Process process;
    private final Path socket;
    private final Path log;
    private final Rank[] ranks;
    private final ScheduledThreadPoolExecutor watchdog;

    /** A rank's connection. */
    private record Rank(int number, long pid, long thread, String library, SocketChannel channel,
                        BufferedReader answers) {
    }

    private ResidentSide(Peer peer, Peer.Launch launch, Process process, Path socket, Path log, int size) {
        this.peer = peer;
        this.launch = launch;
        this.process = process;
        this.socket = socket;
        this.log = log;
        this.ranks = new Rank[size];
        this.watchdog = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().factory());
        watchdog.setRemoveOnCancelPolicy(true);
    }

    /** Starts this library's program that measures blocks. */
    static ResidentSide ours(Peer peer, int ranks, Path mpjHome, String buffer, String window) throws IOException {
        return start(peer, ranks, socket -> OurProgram.words(mpjHome, BLOCK_SERVER, socket.toString(), buffer,
            window));
    }

    /** Starts the program in C that measures blocks, {@link NativeProgram#blockServer}. */
    static ResidentSide compiled(Peer.Native peer, int ranks, Path program, String window) throws IOException {
        // Without the last argument it makes windows of its own buffers.
        return start(peer, ranks, socket -> window.equals("create") ? List.of(program.toString(), socket.toString())
            : List.of(program.toString(), socket.toString(), window));
    }

    /**
     * Starts the job and waits until all its ranks have connected.
     *
     * @param asked the number of ranks, unless the peer sets its own number
     * @param program makes the program's command line from the path of the socket to connect to
     * @throws IOException if the job ends or does not connect in time; the message has the job's output
     */
    static ResidentSide start(Peer peer, int asked, Function<Path, List<String>> program) throws IOException {
        int size = peer.ranks(asked);
        Path folder = Files.createTempDirectory("bench-compare");
        Path socket = folder.resolve("socket");
        Path log = folder.resolve("log");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            server.configureBlocking(false);
            Peer.Launch launch = peer.launch(size, program.apply(socket));
            ProcessBuilder builder = new ProcessBuilder(launch.command()).redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(log.toFile());
            builder.environment().putAll(launch.environment());
            ResidentSide side = new ResidentSide(peer, launch, builder.start(), socket, log, size);
            try {
                side.accept(server);
                side.bindThreads();
                return side;
            } catch (IOException | RuntimeException e) {
                side.close();
                throw e;
            }
        }
    }

    private void accept(ServerSocketChannel server) throws IOException {
        Instant limit = Instant.now().plus(START_LIMIT);
        for (int connected = 0; connected < ranks.length;) {
            SocketChannel channel = server.accept();
            if (channel != null) {
                Rank rank = greet(channel);
                ranks[rank.number()] = rank;
                connected++;
            } else if (!process.isAlive()) {
                throw failure("ended with exit code " + process.exitValue() + " before its ranks connected");
            } else if (Instant.now().isAfter(limit)) {
                throw failure(connected + " of " + ranks.length + " ranks connected within " + START_LIMIT.toSeconds()
                    + " s");
            } else {
                pause();
            }
        }
    }

    /** Binds the threads in the order of the CPUs that this process may use, as mpjrun binds processes. */
    private void bindThreads() {
        if (peer.bindsThreads() && Peer.fits(ranks.length)) {
            int cpu = -1;
            BitSet allowed = Affinity.allowed(ProcessHandle.current().pid());
            for (Rank rank : ranks) {
                cpu = allowed.nextSetBit(cpu + 1);
                Affinity.bind(rank.thread(), cpu);
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a job started", e);
        }
    }

    private Rank greet(SocketChannel channel) throws IOException {
        channel.configureBlocking(true);
        BufferedReader answers = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
        String line = answers.readLine();
        Matcher greeting = GREETING.matcher(line == null ? "" : line);
        if (!greeting.matches() || Integer.parseInt(greeting.group(2)) != ranks.length) {
            throw failure("a rank said '" + line + "' instead of its number among " + ranks.length + " ranks");
        }
        return new Rank(Integer.parseInt(greeting.group(1)), Long.parseLong(greeting.group(3)),
            Long.parseLong(greeting.group(4)), greeting.group(5), channel, answers);
    }

    @Override
    public double run(String benchmark, int bytes, long iterations) throws IOException {
        // A job that hangs is ended. This closes the connections and so ends the reads below.
        ScheduledFuture<?> guard =
            watchdog.schedule(process::destroyForcibly, BLOCK_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        try {
            byte[] command = ("run " + benchmark + " " + bytes + " " + iterations + "\n")
                .getBytes(StandardCharsets.US_ASCII);
            for (Rank rank : ranks) {
                send(rank, command);
            }
            double longest = 0;
            for (Rank rank : ranks) {
                String answer = answer(rank);
                if (answer == null) {
                    throw failure("rank " + rank.number() + " ended during " + benchmark + " with " + bytes
                        + " bytes, or took longer than " + BLOCK_LIMIT.toSeconds() + " s");
                }
                if (answer.startsWith("error")) {
                    throw failure("rank " + rank.number() + ": " + answer);
                }
                longest = Math.max(longest, Double.parseDouble(answer));
            }
            return longest;
        } finally {
            guard.cancel(false);
        }
    }

    /** Only this library's program knows the question. All ranks choose alike, so one of them is asked. */
    @Override
    public String algorithm(String benchmark, int bytes) throws IOException {
        if (!(peer instanceof Peer.Mpj)) {
            return "";
        }
        ScheduledFuture<?> guard =
            watchdog.schedule(process::destroyForcibly, BLOCK_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        try {
            send(ranks[0], ("algorithm " + benchmark + " " + bytes + "\n").getBytes(StandardCharsets.US_ASCII));
            String answer = answer(ranks[0]);
            if (answer == null) {
                throw failure("rank 0 ended when it was asked for the algorithm of " + benchmark);
            }
            return answer;
        } finally {
            guard.cancel(false);
        }
    }

    private void send(Rank rank, byte[] command) throws IOException {
        try {
            rank.channel().write(ByteBuffer.wrap(command));
        } catch (IOException e) {
            throw failure("rank " + rank.number() + " has ended: " + e.getMessage());
        }
    }

    /** The line that a rank answers, or null if its connection has ended for any reason. */
    private static String answer(Rank rank) {
        try {
            return rank.answers().readLine();
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public Peer peer() {
        return peer;
    }

    @Override
    public String library() {
        return ranks[0].library();
    }

    @Override
    public String command() {
        return launch.typed();
    }

    @Override
    public boolean fits() {
        return Peer.fits(ranks.length);
    }

    @Override
    public long[] pids() {
        return Arrays.stream(ranks).mapToLong(Rank::pid).distinct().toArray();
    }

    @Override
    public long[] threads() {
        return Arrays.stream(ranks).mapToLong(Rank::thread).toArray();
    }

    private IOException failure(String what) {
        String output = "";
        try {
            output = Files.exists(log) ? Files.readString(log).strip() : "";
        } catch (IOException e) {
            output = "(its output could not be read: " + e.getMessage() + ")";
        }
        return new IOException(peer.label() + ": " + what + "; started by: " + launch.typed()
            + (output.isEmpty() ? "" : "\nIt printed:\n" + output));
    }

    /** Ends the job. The end of file tells the ranks to finalize. A process that has not ended soon after is killed. */
    @Override
    public void close() {
        watchdog.shutdownNow();
        for (Rank rank : ranks) {
            if (rank != null) {
                closeQuietly(rank.channel());
            }
        }
        try {
            if (!process.waitFor(END_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            for (Path file : List.of(socket, log, log.getParent())) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("could not remove " + log.getParent(), e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "a rank's connection did not close", e);
        }
    }
}
