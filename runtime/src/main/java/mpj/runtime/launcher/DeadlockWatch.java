package mpj.runtime.launcher;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mpj.runtime.hang.DeadlockReport;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.RankReport;
import mpj.runtime.wire.RankState;

/**
 * Looks now and then whether the job has come to a standstill: every rank has waited in MPI for a time, nothing has
 * changed between two looks, and no rank's need is met by another that may go on. That is reported once. With
 * {@code mpj.check} some ranks that wait for each other are enough, and the job ends.
 *
 * <p>The looks are far apart, so that a job that computes hardly notices them, and a short one sees none.
 */
final class DeadlockWatch implements Runnable {
    private static final long CHECKED_MILLIS = 1_000;
    private static final long ANSWER_MILLIS = 3_000;
    private static final int LOOKS = 4;

    /** Asks every rank. */
    interface Ranks {
        Map<Integer, RankReport> ask(boolean stacks, long limitMillis) throws InterruptedException;
    }

    private final int size;
    private final long limitMillis;
    private final boolean checked;
    private final Ranks ranks;
    private final Consumer<JobEvent> events;
    private Map<Integer, RankState> before = Map.of();

    private DeadlockWatch(int size, long limitMillis, boolean checked, Ranks ranks, Consumer<JobEvent> events) {
        this.size = size;
        this.limitMillis = limitMillis;
        this.checked = checked;
        this.ranks = ranks;
        this.events = events;
    }

    /** Begins to look, unless the job does not want it. */
    static void start(Launch launch, Ranks ranks, Consumer<JobEvent> events) {
        JobSpecification job = launch.job();
        long limit = job.deadlockMillis();
        if (job.checks() || limit > 0) {
            Thread.ofPlatform().daemon().name("mpjrun-deadlocks").start(new DeadlockWatch(launch.size(),
                job.checks() ? CHECKED_MILLIS : limit, job.checks(), ranks, events));
        }
    }

    @Override
    public void run() {
        try {
            List<String> report = List.of();
            while (report.isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(limitMillis / LOOKS);
                report = look();
            }
            events.accept(new JobEvent.Deadlock(limitMillis, report, checked));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the job ends
        }
    }

    private List<String> look() throws InterruptedException {
        Map<Integer, RankState> states = new TreeMap<>();
        Map<Integer, RankReport> reports = ranks.ask(false, ANSWER_MILLIS);
        for (int rank = 0; rank < size; rank++) {
            RankReport report = reports.get(rank);
            states.put(rank, report == null ? RankState.UNKNOWN : still(report.state()));
        }
        Map<Integer, RankState> earlier = before;
        before = states;
        boolean all = states.values().stream().noneMatch(RankState::goesOn);
        return all || checked ? DeadlockReport.of(confirmed(states, earlier)) : List.of();
    }

    /** A rank that has waited for less than the limit may go on. */
    private RankState still(RankState state) {
        return state.equals(RankState.ENDED) || state.stillMillis() >= limitMillis ? state : state.goingOn();
    }

    /** So may one where something has happened since the last look. */
    private static Map<Integer, RankState> confirmed(Map<Integer, RankState> states,
                                                     Map<Integer, RankState> earlier) {
        Map<Integer, RankState> confirmed = new TreeMap<>();
        states.forEach((rank, state) -> {
            RankState last = earlier.get(rank);
            confirmed.put(rank, last != null && last.state() == state.state() ? state : state.goingOn());
        });
        return confirmed;
    }
}
