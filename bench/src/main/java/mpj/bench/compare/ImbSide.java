package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A side that is measured by its own IMB-MPI1, which is started for each block. Its figures have a resolution of a
 * hundredth of a microsecond, and its ranks cannot be inspected between blocks.
 */
final class ImbSide implements Side {
    private static final long BLOCK_LIMIT_SECONDS = 120;

    private final Peer peer;
    private final Path imb;
    private final int ranks;

    ImbSide(Peer peer, Path imb, int ranks) {
        this.peer = peer;
        this.imb = imb;
        this.ranks = ranks;
    }

    @Override
    public double run(String benchmark, int bytes, long iterations) throws IOException {
        Peer.Launch launch = peer.launch(ranks, List.of(imb.toString(), benchmark, "-npmin", Integer.toString(ranks),
            "-msgsize", Integer.toString(bytes), "-iter", Long.toString(iterations), "-iter_policy", "off"));
        String output = JobOutput.textOf(peer, launch, BLOCK_LIMIT_SECONDS);
        return BlockFigure.seconds(benchmark, microseconds(output, benchmark, bytes, iterations), iterations);
    }

    /**
     * The time in IMB's output. It is the only time, the time of the slowest rank, or one divided by the message rate.
     *
     * @throws IOException if there is no line for these bytes and iterations
     */
    static double microseconds(String output, String benchmark, int bytes, long iterations) throws IOException {
        boolean hasSizes = BlockFigure.hasSizes(benchmark);
        String start = (hasSizes ? bytes + " " : "") + iterations + " ";
        int column = (hasSizes ? 2 : 1) + (figureComesFirst(benchmark) ? 0 : 1);
        return output.lines().map(line -> line.strip().replaceAll(" +", " ")).filter(line -> line.startsWith(start))
            .map(line -> Double.parseDouble(line.split(" ")[column]))
            .map(figure -> BlockFigure.isMessageRate(benchmark) ? 1e6 / figure : figure).findFirst()
            .orElseThrow(() -> new IOException("IMB printed no line for " + benchmark + ", " + bytes + " bytes and "
                + iterations + " repetitions:\n" + output));
    }

    /**
     * Whether the figure comes first in the line. It comes first if it is the only time or the time with overlap.
     * Otherwise t_min comes before t_max, and the bandwidth comes before the message rate.
     */
    private static boolean figureComesFirst(String benchmark) {
        return benchmark.startsWith("PingP") || benchmark.startsWith("I") && !benchmark.endsWith("_pure");
    }

    @Override
    public Peer peer() {
        return peer;
    }

    @Override
    public String library() {
        return "measured by " + imb;
    }

    @Override
    public String command() {
        return peer.launch(ranks, List.of(imb.toString(), "...")).typed();
    }

    @Override
    public long[] pids() {
        return new long[0];
    }

    @Override
    public long[] threads() {
        return new long[0];
    }

    @Override
    public boolean fits() {
        return Peer.fits(ranks);
    }

    @Override
    public void close() {
        // Nothing runs longer than a block.
    }
}
