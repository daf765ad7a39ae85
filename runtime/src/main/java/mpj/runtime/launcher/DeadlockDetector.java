package mpj.runtime.launcher;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mpj.runtime.hang.DeadlockReport;
import mpj.runtime.hang.WaitGraph;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.RankReport;
import mpj.runtime.wire.Question;
import mpj.runtime.wire.RankState;

/**
 * Looks now and then whether the job has come to a standstill: every rank has waited in MPI for a time, nothing has
 * changed between two looks, and no rank's need is met by another that may go on. That is reported once. With
 * {@code mpj.check} some ranks that wait for each other are enough, and the job ends.
 *
 * <p>A network may stand still, too, with messages in it. So those ranks are asked whether all that they have sent to
 * each other has arrived. Only what they say in the look after that counts: by then each of them knows of all that was
 * sent to it.
 *
 * <p>A rank that a signal has stopped may be let go on at any time. But if the others wait for it, or have ended, the
 * user is told of it once.
 *
 * <p>The looks are far apart, so that a job that computes hardly notices them, and a short one sees none. Only when
 * ranks that wait for each other have all but waited for that time, the next look is when the time is over.
 */
final class DeadlockDetector implements Runnable {
    private static final long CHECKED_MILLIS = 1_000;
    /** Until ranks have heard from each other, if the network stands. */
    private static final long SUSPICIOUS_MILLIS = 100;
    private static final long ANSWER_MILLIS = 3_000;
    private static final int LOOKS = 4;
    /** So often in turn it looks again soon: a network may stand still for long, and so may a rank that looks stuck. */
    private static final int MOST_SOON = 8;

    /** Asks every rank. */
    interface Ranks {
        Map<Integer, RankReport> ask(Question question, long limitMillis) throws InterruptedException;
    }

    /** Lets a time pass. */
    interface Pause {
        void millis(long millis) throws InterruptedException;
    }

    private final int size;
    private final long limitMillis;
    private final boolean checked;
    private final Ranks ranks;
    private final Pause pause;
    private final Consumer<JobEvent> events;
    private Map<Integer, RankState> before = Map.of();
    /** How many looks in turn have asked what has arrived, as there seemed to be a deadlock ahead of each. */
    private int asked;
    private boolean suspicious;
    /** How many looks in turn have found nothing but ranks that are stopped, wait or have ended. */
    private int halted;
    /** Until ranks that seemed to wait for each other in the last look have waited for the limit; 0 if they have. */
    private long leftMillis = Long.MAX_VALUE;
    /** How many looks in turn have found that they have. */
    private int over;

    DeadlockDetector(int size, long limitMillis, boolean checked, Ranks ranks, Pause pause, Consumer<JobEvent> events) {
        this.size = size;
        this.limitMillis = limitMillis;
        this.checked = checked;
        this.ranks = ranks;
        this.pause = pause;
        this.events = events;
    }

    /**
     * Begins to look, unless the job does not want it.
     *
     * @param limitMillis after how long a standstill is told; 0 for never
     * @param checked whether ranks that wait for each other end the job
     */
    static void start(int size, long limitMillis, boolean checked, Ranks ranks, Consumer<JobEvent> events) {
        if (checked || limitMillis > 0) {
            Thread.ofPlatform().daemon().name("mpjrun-deadlocks").start(new DeadlockDetector(size,
                checked ? CHECKED_MILLIS : limitMillis, checked, ranks, TimeUnit.MILLISECONDS::sleep, events));
        }
    }

    @Override
    public void run() {
        try {
            JobEvent.Deadlock found = null;
            while (found == null) {
                pause.millis(Math.min(limitMillis / LOOKS, leftMillis > 0 ? leftMillis
                    : over <= MOST_SOON ? SUSPICIOUS_MILLIS : Long.MAX_VALUE));
                found = look();
            }
            events.accept(found);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the job ends
        }
    }

    /** Returns what there is to report, or null. */
    private JobEvent.Deadlock look() throws InterruptedException {
        Map<Integer, RankState> said = new TreeMap<>();
        Map<Integer, RankState> states = new TreeMap<>();
        asked = suspicious ? asked + 1 : 0;
        Map<Integer, RankReport> reports = ranks.ask(suspicious ? Question.ARRIVALS : Question.STATE, ANSWER_MILLIS);
        for (int rank = 0; rank < size; rank++) {
            RankReport report = reports.get(rank);
            said.put(rank, report == null ? RankState.UNKNOWN : report.state());
            states.put(rank, still(said.get(rank)));
        }
        tellStopped(states);
        leftMillis = left(said);
        over = leftMillis > 0 ? 0 : over + 1;
        Map<Integer, RankState> earlier = before;
        before = states;
        Map<Integer, RankState> confirmed = confirmed(states, earlier);
        List<Integer> deadlocked = deadlocked(states, confirmed);
        suspicious = !deadlocked.isEmpty();
        boolean arrived = asked > 1 && haveArrived(deadlocked, earlier) && haveArrived(deadlocked, states);
        return suspicious && arrived
            ? new JobEvent.Deadlock(millis(deadlocked, confirmed), DeadlockReport.of(confirmed), checked) : null;
    }

    /** @param confirmed those of the states that have not changed; in place of the others, ones that may go on */
    private List<Integer> deadlocked(Map<Integer, RankState> states, Map<Integer, RankState> confirmed) {
        boolean all = states.values().stream().noneMatch(RankState::goesOn);
        return all || checked ? new WaitGraph(confirmed).deadlocked() : List.of();
    }

    /** For how long all of these have waited. */
    private static long millis(List<Integer> ranks, Map<Integer, RankState> states) {
        return ranks.stream().mapToLong(rank -> states.get(rank).stillMillis()).min().orElse(0);
    }

    /** Until those that seem to wait for each other have waited for the limit; 0 if they have, and long if none do. */
    private long left(Map<Integer, RankState> states) {
        List<Integer> waiting = deadlocked(states, states);
        return waiting.isEmpty() ? Long.MAX_VALUE : Math.max(0, limitMillis - millis(waiting, states));
    }

    private void tellStopped(Map<Integer, RankState> states) {
        List<String> stopped = states.entrySet().stream().filter(each -> each.getValue().isStopped())
            .map(each -> "rank " + each.getKey() + " is " + each.getValue().doing()).toList();
        boolean all = states.values().stream().allMatch(state -> !state.goesOn() || state.isStopped());
        halted = all && !stopped.isEmpty() ? halted + 1 : 0;
        if (halted == LOOKS) {
            events.accept(new JobEvent.Deadlock(limitMillis, stopped, false));
        }
    }

    /** Whether nothing was under way among these ranks when they gave these answers. */
    private static boolean haveArrived(List<Integer> ranks, Map<Integer, RankState> answers) {
        return ranks.stream().allMatch(rank -> Collections.disjoint(answers.get(rank).unanswered(), ranks));
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
