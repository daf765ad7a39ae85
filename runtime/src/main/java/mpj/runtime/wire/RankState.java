package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a rank is doing.
 *
 * @param goesOn whether a thread of the program may go on by itself: it computes, sleeps for a time, or waits for
 *     something outside MPI
 * @param doing what the main thread does outside MPI, as {@code computing, at Solver.java:9}; empty if it waits in MPI
 * @param calls of MPI that wait
 * @param state a number that changes with each message that comes, leaves or is matched
 * @param unanswered ranks that have not confirmed yet that all has arrived which it sent to them before it began to
 *     wait; empty unless asked for
 * @param stacks of the program's threads; empty unless asked for
 */
public record RankState(boolean goesOn, String doing, List<BlockedCall> calls, long state, List<Integer> unanswered,
                        String stacks) implements Struct<RankState> {
    /** Of a rank that has not said anything. */
    public static final RankState UNKNOWN = new RankState(true, "", List.of(), 0, List.of(), "");

    /** Of a rank that has ended. */
    public static final RankState ENDED = new RankState(false, "ended", List.of(), 0, List.of(), "");

    private static final String STOPPED = "stopped by a signal; ";

    /** Of a rank whose process a signal has stopped, as SIGSTOP does; it can be asked nothing. */
    public static RankState stopped(long pid) {
        return new RankState(true, STOPPED + "kill -CONT " + pid + " lets it go on", List.of(), 0, List.of(), "");
    }

    /** Whether it is one of those. */
    public boolean isStopped() {
        return doing.startsWith(STOPPED);
    }

    /** Of a rank that gives no answer, and why. */
    public static RankState silent(String why) {
        return new RankState(true, "(no answer: " + why + ")", List.of(), 0, List.of(), "");
    }

    @Override
    public RankState fields(Fields fields) throws ProtocolException {
        return new RankState(fields.flag(goesOn), fields.text(doing), fields.structs(calls, BlockedCall.ANY),
            fields.number(state), fields.numbers(unanswered), fields.text(stacks));
    }

    /** What to say of it, in a line for the main thread and one for each other that waits. */
    public List<String> lines() {
        return Stream.concat(Stream.of(doing).filter(words -> !words.isEmpty()),
            calls.stream().map(BlockedCall::line)).toList();
    }

    /** All that there is to say of it. */
    public String text() {
        return String.join("\n", lines()) + "\n" + stacks;
    }

    /** The same of a rank that may go on for reasons of its own. */
    public RankState goingOn() {
        return new RankState(true, doing, calls, state, unanswered, stacks);
    }

    /** For how long all of it has stood still, in milliseconds; 0 if it has not. */
    public long stillMillis() {
        return goesOn ? 0 : calls.stream().mapToLong(BlockedCall::millis).min().orElse(0);
    }
}
