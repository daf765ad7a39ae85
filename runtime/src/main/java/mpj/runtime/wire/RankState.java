package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a rank is doing.
 *
 * @param goesOn whether a thread of the program may go on without a message, because it computes, sleeps for a time, or
 *     waits for something outside MPI
 * @param doing what the main thread does outside MPI, such as {@code computing, at Solver.java:9}; empty if it waits in
 *     MPI
 * @param calls the MPI calls that wait
 * @param state a number that changes whenever a message comes, leaves or is matched
 * @param unanswered the ranks that have not yet confirmed the arrival of everything that this rank sent to them before
 *     it began to wait; empty unless asked for
 * @param stacks the stacks of the program's threads; empty unless asked for
 */
public record RankState(boolean goesOn, String doing, List<BlockedCall> calls, long state, List<Integer> unanswered,
                        String stacks) implements Struct<RankState> {
    /** The state of a rank that has said nothing. */
    public static final RankState UNKNOWN = new RankState(true, "", List.of(), 0, List.of(), "");

    /** The state of a rank that has ended. */
    public static final RankState ENDED = new RankState(false, "ended", List.of(), 0, List.of(), "");

    private static final String STOPPED = "stopped by a signal; ";

    /** The state of a rank whose process was stopped by a signal, such as SIGSTOP. Such a rank cannot answer. */
    public static RankState stopped(long pid) {
        return new RankState(true, STOPPED + "kill -CONT " + pid + " lets it go on", List.of(), 0, List.of(), "");
    }

    /** Whether this is the state of a stopped rank. */
    public boolean isStopped() {
        return doing.startsWith(STOPPED);
    }

    /** The state of a rank that gives no answer, with the reason. */
    public static RankState silent(String why) {
        return new RankState(true, "(no answer: " + why + ")", List.of(), 0, List.of(), "");
    }

    @Override
    public RankState fields(Fields fields) throws ProtocolException {
        return new RankState(fields.flag(goesOn), fields.text(doing), fields.structs(calls, BlockedCall.ANY),
            fields.number(state), fields.numbers(unanswered), fields.text(stacks));
    }

    /** Describes the state: one line for the main thread, and one for each other thread that waits. */
    public List<String> lines() {
        return Stream.concat(Stream.of(doing).filter(words -> !words.isEmpty()),
            calls.stream().map(BlockedCall::line)).toList();
    }

    /** Describes the whole state. */
    public String text() {
        return String.join("\n", lines()) + "\n" + stacks;
    }

    /** The same state, for a rank that may go on for reasons of its own. */
    public RankState goingOn() {
        return new RankState(true, doing, calls, state, unanswered, stacks);
    }

    /** For how many milliseconds the whole rank has stood still; 0 if it has not. */
    public long stillMillis() {
        return goesOn ? 0 : calls.stream().mapToLong(BlockedCall::millis).min().orElse(0);
    }
}
