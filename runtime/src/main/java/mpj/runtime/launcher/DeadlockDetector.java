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
 * Looks from time to time whether the job has come to a standstill: every rank has waited in MPI for the limit, nothing
 * has changed between two looks, and no rank waits for another that may go on. A standstill is reported once. With
 * {@code mpj.check}, it is enough that some ranks wait for each other, and the job ends.
 *
 * <p>A network may also stand still while it has messages in it. So the ranks that seem to be deadlocked are asked
 * whether everything that they sent to each other has arrived. Only the answers in the look after that count, because
 * by then each of these ranks knows of everything that was sent to it.
 *
 * <p>A rank that a signal has stopped may be continued at any time. But if the other ranks wait for it, or have ended,
 * the user is told once.
 *
 * <p>The looks are far apart, so that a job that computes hardly notices them, and a short job sees none. The time of
 * the next look differs in one case: ranks wait for each other and have almost reached the limit. The next look is then
 * at the limit.
 */
final class DeadlockDetector implements Runnable {
    private static final long CHECKED_MILLIS = 1_000;
    /** The time in which ranks hear from each other unless the network stands still. */
    private static final long SUSPICIOUS_MILLIS = 100;
    private static final long ANSWER_MILLIS = 3_000;
    private static final int LOOKS = 4;
    /**
     * The most looks in a row that follow each other quickly. A network may stand still for a long time, and so may a
     * rank that looks stuck.
     */
    private static final int MAX_QUICK_LOOKS = 8;

    /** Asks every rank. */
    interface Ranks {
        Map<Integer, RankReport> ask(Question question, long limitMillis) throws InterruptedException;
    }

    /** Waits for a time. */
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
    /** The number of looks in a row that asked for arrivals, because the look before had seen a possible deadlock. */
    private int asked;
    private boolean suspicious;
    /** The number of looks in a row that found only ranks that are stopped, wait or have ended. */
    private int halted;
    /**
     * The time until the ranks that seemed to wait for each other in the last look reach the limit; 0 if they have
     * reached it.
     */
    private long leftMillis = Long.MAX_VALUE;
    /** The number of looks in a row that found that the limit was reached. */
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
     * Begins to look, unless the limit is 0 and calls are not checked.
     *
     * @param limitMillis how long a standstill must last to be reported; 0 to report none. With {@code checked},
     *     another limit holds
     * @param checked whether ranks that wait for each other end the job
     * @return the thread that looks, until it is interrupted; null if nobody looks
     */
    static Thread start(int size, long limitMillis, boolean checked, Ranks ranks, Consumer<JobEvent> events) {
        return checked || limitMillis > 0 ? Thread.ofPlatform().daemon().name("mpjrun-deadlocks").start(
            new DeadlockDetector(size, checked ? CHECKED_MILLIS : limitMillis, checked, ranks,
                TimeUnit.MILLISECONDS::sleep, events)) : null;
    }

    @Override
    public void run() {
        try {
            JobEvent.Deadlock found = null;
            while (found == null) {
                pause.millis(Math.min(limitMillis / LOOKS, leftMillis > 0 ? leftMillis
                    : over <= MAX_QUICK_LOOKS ? SUSPICIOUS_MILLIS : Long.MAX_VALUE));
                found = look();
            }
            events.accept(found);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the job ends
        }
    }

    /** Looks once, and returns the event to report, or null. */
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

    /**
     * @param confirmed for a rank whose state has not changed, that state; for any other rank, a state that may go on
     */
    private List<Integer> deadlocked(Map<Integer, RankState> states, Map<Integer, RankState> confirmed) {
        boolean all = states.values().stream().noneMatch(RankState::goesOn);
        return all || checked ? new WaitGraph(confirmed).deadlocked() : List.of();
    }

    /** The time for which all of these ranks have waited. */
    private static long millis(List<Integer> ranks, Map<Integer, RankState> states) {
        return ranks.stream().mapToLong(rank -> states.get(rank).stillMillis()).min().orElse(0);
    }

    /**
     * The time until the ranks that seem to wait for each other reach the limit: 0 if they have reached it, a long time
     * if no ranks do so.
     */
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

    /** Whether no message was under way among these ranks when they gave these answers. */
    private static boolean haveArrived(List<Integer> ranks, Map<Integer, RankState> answers) {
        return ranks.stream().allMatch(rank -> Collections.disjoint(answers.get(rank).unanswered(), ranks));
    }

    /** A rank that has waited for less than the limit counts as one that may go on. */
    private RankState still(RankState state) {
        return state.equals(RankState.ENDED) || state.stillMillis() >= limitMillis ? state : state.goingOn();
    }

    /** A rank whose state has changed since the last look counts as one that may go on. */
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
