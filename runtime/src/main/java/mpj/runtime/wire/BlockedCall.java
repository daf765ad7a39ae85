package mpj.runtime.wire;

import static java.util.stream.Collectors.joining;

import java.net.ProtocolException;
import java.util.List;
import java.util.Locale;

/**
 * A call of MPI that waits.
 *
 * @param thread the thread's name; empty for the rank's main thread
 * @param call the call's name in the API, such as {@code Recv}
 * @param at the program's source line, such as {@code Solver.java:41}
 * @param millis for how long the call has waited
 * @param any true when one of the needs is enough; false when all are needed
 * @param needs what the call waits for
 */
public record BlockedCall(String thread, String call, String at, long millis, boolean any, List<NeedWords> needs)
    implements Struct<BlockedCall> {
    /** Stands for the type; its components have no meaning. */
    static final BlockedCall ANY = new BlockedCall("", "", "", 0, false, List.of());

    private static final int MOST_WORDS = 4;
    private static final long TENTHS_UP_TO = 10_000;

    @Override
    public BlockedCall fields(Fields fields) throws ProtocolException {
        return new BlockedCall(fields.text(thread), fields.text(call), fields.text(at), fields.number(millis),
            fields.flag(any), fields.structs(needs, NeedWords.ANY));
    }

    /** Describes the call, such as {@code Recv from rank 2, tag 5, since 12 s, at Solver.java:41}. */
    String line() {
        String what = joined(needs.stream().map(NeedWords::words).filter(each -> !each.isEmpty()).distinct().toList());
        return (thread.isEmpty() ? "" : "thread \"" + thread + "\": ") + call + (what.isEmpty() ? "" : " " + what)
            + ", since " + seconds() + (at.isEmpty() ? "" : ", at " + at);
    }

    /** Describes the call in words that follow a rank's name, such as {@code receives from rank 2, tag 5}. */
    public String sentence() {
        return needs.isEmpty() ? "is in " + call
            : joined(needs.stream().map(need -> need.sentence(call)).distinct().toList());
    }

    private String joined(List<String> words) {
        String shown = words.stream().limit(MOST_WORDS).collect(joining(any ? " or " : " and "));
        return words.size() > MOST_WORDS ? shown + " and " + (words.size() - MOST_WORDS) + " more" : shown;
    }

    private String seconds() {
        return millis < TENTHS_UP_TO ? String.format(Locale.ROOT, "%.1f s", millis / 1000.0) : millis / 1000 + " s";
    }
}
