package mpj.runtime.launcher;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import mpj.runtime.host.Counted;
import mpj.runtime.host.RankReport;
import mpj.runtime.host.Viewers;
import mpj.runtime.view.JobView;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Question;

/**
 * Answers {@code mpjrun --status} and {@code --stack}: asks every rank on every host, and combines the answers. Passes
 * on {@code --move}.
 */
final class Inquiries implements Viewers {
    private static final long STATUS_MILLIS = 3_000;
    private static final long STACK_MILLIS = 10_000;
    /** The limit when the job ends right after the question. */
    private static final long LAST_MILLIS = 1_500;
    /** The time that answers need on their way up the tree. */
    private static final long MARGIN_MILLIS = 500;

    /** Asks every rank of the job. */
    interface Hosts {
        void inspect(int inquiry, Question question, long limitMillis) throws InterruptedException;
    }

    private final String name;
    private final int size;
    private final Placement placement;
    private final Hosts hosts;
    private final JobView view;
    private final Function<Message.Move, BlockingQueue<Message>> moves;
    private final long begin = System.nanoTime();
    private final Map<Integer, Map<Integer, RankReport>> open = new HashMap<>();
    private int inquiries;

    /**
     * @param name of the job, for the user
     * @param moves begins a move, and returns news for the user
     */
    Inquiries(String name, int size, Placement placement, Hosts hosts, JobView view,
              Function<Message.Move, BlockingQueue<Message>> moves) {
        this.name = name;
        this.size = size;
        this.placement = placement;
        this.hosts = hosts;
        this.view = view;
        this.moves = moves;
    }

    /** Describes what every rank is doing in a job that is about to be ended because it may hang. */
    String lastWords() throws InterruptedException {
        return String.join("", new RankLines(size, placement).of(ask(Question.STACKS, LAST_MILLIS),
            false)).stripTrailing();
    }

    /** The job as viewers see it, as JSON. */
    String json() {
        return view.json(title());
    }

    @Override
    public void serve(LauncherConnection connection) throws IOException, InterruptedException {
        Message asked = connection.receive();
        while (asked instanceof Message.Look) {
            view.answer(connection, title());
            asked = connection.receive();
        }
        if (asked instanceof Message.Move move) {
            tell(connection, moves.apply(move));
            return;
        }
        if (!(asked instanceof Message.Inspect inspect)) {
            return;
        }
        connection.send(new Message.Report(title() + "\n"));
        for (String part : new RankLines(size, placement).of(
            ask(inspect.question(), inspect.question() == Question.STACKS ? STACK_MILLIS : STATUS_MILLIS), true)) {
            connection.send(new Message.Report(part));
        }
        connection.send(new Message.Done());
    }

    private static void tell(LauncherConnection connection, BlockingQueue<Message> news)
        throws IOException, InterruptedException {
        Message next;
        do {
            next = news.take();
            connection.send(next);
        } while (next instanceof Message.Report);
    }

    synchronized void reported(int inquiry, RankReport report) {
        Map<Integer, RankReport> reports = open.get(inquiry);
        if (reports != null) {
            reports.put(report.rank(), report);
            notifyAll();
        }
    }

    /** Returns the answers of all ranks. A rank that does not answer in time is missing. */
    Map<Integer, RankReport> ask(Question question, long limit) throws InterruptedException {
        Map<Integer, RankReport> reports = new TreeMap<>();
        int inquiry;
        synchronized (this) {
            inquiry = inquiries++;
            open.put(inquiry, reports);
        }
        hosts.inspect(inquiry, question, limit);
        long deadline = System.nanoTime() + (limit + MARGIN_MILLIS) * 1_000_000L;
        synchronized (this) {
            while (reports.size() < size) {
                long left = (deadline - System.nanoTime()) / 1_000_000L;
                if (left <= 0) {
                    break;
                }
                wait(left);
            }
            open.remove(inquiry);
            return new TreeMap<>(reports);
        }
    }

    private String title() {
        long seconds = (System.nanoTime() - begin) / 1_000_000_000L;
        return String.format("job %d: %s, %s on %s, running for %d:%02d:%02d", ProcessHandle.current().pid(),
            name, Counted.of(size, "rank"), Counted.of(placement.hosts().size(), "host"),
            seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
}
