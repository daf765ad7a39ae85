package mpj.runtime.hang;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.hang.ProgramThreads.Shown;
import mpj.runtime.waits.WaitSource;
import mpj.runtime.waits.WaitSource.Wait;
import mpj.runtime.wire.BlockedCall;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
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
    /** In characters. */
    private static final int MOST_STACKS = 40_000;
    /** The most numbers that describe what the calls need. A message also has room for these. */
    private static final int MOST_NUMBERS = 16_000;
    /** The numbers that describe a need, without its ranks. */
    private static final int NUMBERS_OF_A_NEED = 3;

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

    /**
     * Answers a question of the launcher. If the state does not fit into a message, the answer says so. The connection
     * has other uses, which go on.
     *
     * @throws IOException when the launcher is gone
     */
    public void answer(Question question, LauncherConnection launcher) throws IOException {
        try {
            launcher.send(new Message.Waits(now(question)));
        } catch (ProtocolException e) { // nothing was sent
            launcher.send(new Message.Waits(RankState.silent(e.getMessage())));
        }
    }

    /** Returns what the rank is doing now. If it needs too much to tell all, the state says that it may go on. */
    RankState now(Question question) {
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
            if (wait != null && calls.size() < MOST_CALLS) {
                calls.add(call(wait, each, isMain, now));
            } else if (wait == null) {
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
        List<BlockedCall> fitting = fitting(calls);
        goesOn |= !fitting.equals(calls);
        return new RankState(goesOn, doing, fitting, current.state(), current.unanswered(), cut(stacks));
    }

    /** The calls without the needs that a message has no room for. */
    private static List<BlockedCall> fitting(List<BlockedCall> calls) {
        List<BlockedCall> fitting = new ArrayList<>();
        long room = MOST_NUMBERS;
        for (BlockedCall call : calls) {
            List<NeedWords> needs = new ArrayList<>();
            for (NeedWords each : call.needs()) {
                room -= NUMBERS_OF_A_NEED + each.need().ranks().size();
                if (room >= 0) {
                    needs.add(each);
                }
            }
            fitting.add(new BlockedCall(call.thread(), call.call(), call.at(), call.millis(), call.any(), needs));
        }
        return fitting;
    }

    /** The stacks, without the lines that are too many. */
    private static String cut(StringBuilder stacks) {
        return stacks.length() <= MOST_STACKS ? stacks.toString()
            : stacks.substring(0, stacks.lastIndexOf("\n", MOST_STACKS - 1) + 1);
    }

    private static BlockedCall call(Wait wait, Shown shown, boolean isMain, long now) {
        String call = shown.call();
        return new BlockedCall(isMain ? "" : shown.thread().getName(), call.isEmpty() ? "MPI" : call, shown.at(),
            (now - wait.nanos()) / NANOS_PER_MILLI, wait.any(),
            wait.needs().stream().distinct().map(NeedWords::new).toList());
    }
}
