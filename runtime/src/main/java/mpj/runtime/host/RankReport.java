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
 * A report about a running rank.
 *
 * @param rank its number
 * @param host the host that it runs on
 * @param pid its process there; 0 when the process has ended
 * @param residentBytes the resident memory of its process
 * @param state what it is doing
 */
public record RankReport(int rank, String host, long pid, long residentBytes, RankState state)
    implements Struct<RankReport> {
    /** Stands for the type; its components have no meaning. */
    public static final RankReport ANY = new RankReport(0, "", 0, 0, RankState.UNKNOWN);

    private static final long KIBI = 1_024;
    /** The process was stopped by a signal. A small letter means that a debugger stopped it. */
    private static final String STOPPED = "T";

    @Override
    public RankReport fields(Fields fields) throws ProtocolException {
        return new RankReport(fields.number(rank), fields.text(host), fields.number(pid), fields.number(residentBytes),
            state.fields(fields));
    }

    /** A report whose state has yet to come. */
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
     * @param process the rank's process
     * @param connections the connections on which to ask
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

    /** Asks for the state. A rank that is a thread has no connection of its own outside of Init to Finalize. */
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

    /** A field of the kernel's status of a process; empty if the process has ended, or this is not Linux. */
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
