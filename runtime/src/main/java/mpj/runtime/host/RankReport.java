package mpj.runtime.host;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;

/**
 * What there is to say of a running rank.
 *
 * @param rank its number
 * @param host it runs on
 * @param pid its process there; 0 when it has ended
 * @param residentBytes of its process
 * @param stack of its threads; empty unless asked for
 */
public record RankReport(int rank, String host, long pid, long residentBytes, String stack)
    implements Struct<RankReport> {
    /** A record of this type, whatever its components. */
    public static final RankReport ANY = new RankReport(0, "", 0, 0, "");

    private static final long KIBI = 1_024;

    @Override
    public RankReport fields(Fields fields) throws ProtocolException {
        return new RankReport(fields.number(rank), fields.text(host), fields.number(pid), fields.number(residentBytes),
            fields.text(stack));
    }

    /** A report whose stack is still to come. */
    record Pending(RankReport report, CompletableFuture<String> stack) {
        RankReport await(long deadline) throws InterruptedException {
            if (stack == null) {
                return report;
            }
            String text;
            try {
                text = stack.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                text = "(no stack: the rank's JVM did not answer in time)";
            } catch (ExecutionException e) {
                text = "(no stack: " + e.getCause().getMessage() + ")";
            }
            return new RankReport(report.rank, report.host, report.pid, report.residentBytes, text);
        }
    }

    /** @param connections by which to ask for the stack; null when it is not wanted */
    static Pending begin(RankProcess rank, String host, RankConnections connections) {
        boolean alive = rank.process().isAlive();
        long pid = alive ? rank.process().pid() : 0;
        RankReport report = new RankReport(rank.rank(), host, pid, alive ? residentBytes(pid) : 0, "");
        return new Pending(report, alive && connections != null ? connections.askStack() : null);
    }

    private static long residentBytes(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("VmRSS:")) {
                    return KIBI * Long.parseLong(line.replaceAll("[^0-9]", ""));
                }
            }
        } catch (IOException e) {
            return 0;
        }
        return 0;
    }
}
