package mpj.runtime.hang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.hang.ProgramThreads.Shown;
import mpj.runtime.waits.WaitSource;
import mpj.runtime.waits.WaitSource.Wait;
import mpj.runtime.wire.BlockedCall;
import mpj.runtime.wire.NeedWords;
import mpj.runtime.wire.Question;
import mpj.runtime.wire.RankState;

/**
 * Finds out what one rank is doing. It asks the rank's engine and looks at the stacks of the rank's threads.
 * Thread-safe.
 */
public final class RankInspection {
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** Nobody reads more calls than these, and a message does not carry more. */
    private static final int MOST_CALLS = 64;
    private static final int MOST_STACKS = 40_000;

    private final WaitSource waits;
    private final ProgramThreads threads;

    private RankInspection(WaitSource waits, ProgramThreads threads) {
        this.waits = waits;
        this.threads = threads;
    }

    /**
     * Makes the inspection of the rank whose program the calling thread runs.
     *
     * @param alone whether this process has no other ranks
     */
    public static RankInspection ofThisRank(WaitSource waits, boolean alone) {
        return new RankInspection(waits, new ProgramThreads(groupOfThisRank(alone)));
    }

    /**
     * The group below the JVM's own group "system". Where ranks are threads, the group of the rank, which is below
     * that.
     */
    private static ThreadGroup groupOfThisRank(boolean alone) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        int depth = 0;
        for (ThreadGroup each = group; each.getParent() != null; each = each.getParent()) {
            depth++;
        }
        for (int wanted = alone ? 1 : 2; depth > wanted; depth--) {
            group = group.getParent();
        }
        return group;
    }

    /** Returns what the rank is doing now. */
    public RankState now(Question question) {
        List<Shown> shown = threads.now();
        WaitSource.Waits current = waits.waits(question == Question.ARRIVALS);
        Map<Thread, Wait> byThread = new HashMap<>();
        current.waits().forEach(wait -> byThread.putIfAbsent(wait.thread(), wait));
        long now = System.nanoTime();
        boolean goesOn = current.waits().size() > MOST_CALLS;
        String doing = "";
        List<BlockedCall> calls = new ArrayList<>();
        StringBuilder stacks = new StringBuilder();
        boolean isMain = true;
        for (Shown each : shown) {
            Wait wait = byThread.remove(each.thread());
            if (wait != null) {
                calls.add(call(wait, each, isMain, now));
            } else {
                goesOn |= each.goesOn();
                doing = isMain ? each.doing() : doing;
            }
            if (question == Question.STACKS && stacks.length() < MOST_STACKS) {
                each.print(stacks);
            }
            isMain = false;
        }
        // A virtual thread is known only while it waits. What the other virtual threads do cannot be told.
        for (Wait wait : byThread.values()) {
            goesOn |= wait.thread().isVirtual();
            if (calls.size() < MOST_CALLS) {
                calls.add(call(wait, Shown.of(wait.thread()), false, now));
            }
        }
        goesOn |= calls.isEmpty(); // what ends a wait outside MPI cannot be told
        return new RankState(goesOn, doing, calls, current.state(), current.unanswered(), stacks.toString());
    }

    private static BlockedCall call(Wait wait, Shown shown, boolean isMain, long now) {
        String call = shown.call();
        return new BlockedCall(isMain ? "" : shown.thread().getName(), call.isEmpty() ? "MPI" : call, shown.at(),
            (now - wait.nanos()) / NANOS_PER_MILLI, wait.any(), wait.needs().stream().map(NeedWords::new).toList());
    }
}
