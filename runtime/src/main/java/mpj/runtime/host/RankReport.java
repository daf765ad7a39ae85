package mpj.runtime.host;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mpj.bindings.Linux;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Question;
import mpj.runtime.wire.RankState;
import mpj.runtime.wire.Struct;

/**
 * What there is to say of a running rank.
 *
 * @param rank its number
 * @param host it runs on
 * @param pid its process there; 0 when it has ended
 * @param residentBytes of its process
 * @param state what it is doing
 */
public record RankReport(int rank, String host, long pid, long residentBytes, RankState state)
    implements Struct<RankReport> {
    /** A record of this type, whatever its components. */
    public static final RankReport ANY = new RankReport(0, "", 0, 0, RankState.UNKNOWN);

    private static final long KIBI = 1_024;
    /** By a signal; a small letter is by a debugger. */
    private static final String STOPPED = "T";

    @Override
    public RankReport fields(Fields fields) throws ProtocolException {
        return new RankReport(fields.number(rank), fields.text(host), fields.number(pid), fields.number(residentBytes),
            state.fields(fields));
    }

    /** A report whose state is still to come. */
    record Pending(RankReport report, CompletableFuture<RankState> state) {
        RankReport await(long deadline) throws InterruptedException {
            return report.with(answer(deadline));
        }

        private RankState answer(long deadline) throws InterruptedException {
            try {
                return state.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return RankState.silent("the rank's JVM did not answer in time");
            } catch (ExecutionException e) {
                return RankState.silent(e.getCause().getMessage());
            }
        }
    }

    /**
     * Asks a rank.
     *
     * @param process whose it is
     * @param connections by which to ask
     */
    static Pending begin(int rank, RankProcess process, String host, RankConnections connections,
                         Question question) {
        boolean alive = process.process().isAlive() && !connections.hasEnded();
        long pid = alive ? process.process().pid() : 0;
        RankReport report = new RankReport(rank, host, pid, alive ? residentBytes(pid) : 0, RankState.UNKNOWN);
        if (!alive) {
            return new Pending(report, CompletableFuture.completedFuture(RankState.ENDED));
        }
        return new Pending(report, status(pid, "State:").startsWith(STOPPED)
            ? CompletableFuture.completedFuture(RankState.stopped(pid)) : ask(rank, process, connections, question));
    }

    /** A thread that is not between Init and Finalize has no connection of its own. */
    private static CompletableFuture<RankState> ask(int rank, RankProcess process, RankConnections connections,
                                                    Question question) {
        return rank == process.rank() || connections.isListening() ? connections.ask(question)
            : CompletableFuture.completedFuture(RankState.silent("it is not between Init and Finalize; rank "
                + process.rank() + " has the stacks of its JVM"));
    }

    private RankReport with(RankState answered) {
        return new RankReport(rank, host, pid, residentBytes, answered);
    }

    private static long residentBytes(long pid) {
        String kibi = status(pid, "VmRSS:").replaceAll("[^0-9]", "");
        return kibi.isEmpty() ? 0 : KIBI * Long.parseLong(kibi);
    }

    /** What the kernel tells of a process; empty if it has ended, or this is not Linux. */
    private static String status(long pid, String field) {
        try {
            for (String line : Files.readAllLines(Linux.file("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith(field)) {
                    return line.substring(field.length()).strip();
                }
            }
        } catch (IOException e) {
            return "";
        }
        return "";
    }
}
