package mpj.launch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.host.NoInput;
import mpj.runtime.host.OutputSink;
import mpj.runtime.launcher.Console;

/** Keeps what the ranks of a job print and what the launcher reports. Thread-safe. */
final class JobLines implements Console {
    /** The number of lines kept for each rank and stream. */
    private static final int MOST = 10_000;

    private record Source(int rank, boolean error) {
    }

    private final Map<Source, ArrayDeque<String>> lines = new HashMap<>();
    private final List<String> report = new ArrayList<>();
    private final RankOutput listener;
    private final TaggedLines out;
    private final TaggedLines err;
    private boolean listenerHasThrown;

    /**
     * @param size the number of ranks
     * @param listener receives each line when it arrives
     */
    JobLines(int size, RankOutput listener) {
        this.listener = listener;
        out = new TaggedLines(size, false, this::line);
        err = new TaggedLines(size, true, this::line);
    }

    private synchronized void line(int rank, boolean error, String line) {
        ArrayDeque<String> kept = lines.computeIfAbsent(new Source(rank, error), _ -> new ArrayDeque<>());
        if (kept.size() == MOST) {
            kept.removeFirst();
        }
        kept.addLast(line);
        try {
            listener.line(rank, error, line);
        } catch (Throwable e) {
            reportOnce(rank, e);
        }
    }

    /** The thread that calls the listener must go on: the rank waits for it when the pipe between them is full. */
    private void reportOnce(int rank, Throwable thrown) {
        if (!listenerHasThrown) {
            listenerHasThrown = true;
            report.add("the listener of the job's output threw " + thrown + " for a line of "
                + (rank == RankOutput.NOBODY ? "no rank" : "rank " + rank) + "; what it throws later is not reported");
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, thrown); // it prints the stack
        }
    }

    synchronized List<String> of(int rank, boolean error) {
        return List.copyOf(lines.getOrDefault(new Source(rank, error), new ArrayDeque<>()));
    }

    synchronized List<String> report() {
        return List.copyOf(report);
    }

    /** Call this when no more output will arrive. */
    void finish() {
        out.finish();
        err.finish();
    }

    /** The ranks have no input: the input of this program belongs to this program. */
    @Override
    public ProcessBuilder.Redirect input() {
        return NoInput.REDIRECT;
    }

    @Override
    public OutputSink out() {
        return out;
    }

    @Override
    public OutputSink err() {
        return err;
    }

    @Override
    public synchronized void say(String text) {
        report.add(text);
    }

    /** Always empty: the lines of a rank are kept, so the launcher need not repeat them. */
    @Override
    public List<String> unseen(List<String> all) {
        return List.of();
    }
}
