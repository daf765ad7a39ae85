package mpj.runtime.wire;

import static java.util.stream.Collectors.joining;

import java.net.ProtocolException;
import java.util.List;
import java.util.Locale;

/**
 * A call of MPI that waits.
 *
 * @param thread its name; empty for the rank's main thread
 * @param call the API's name of it, as {@code Recv}
 * @param at the program's source line, as {@code Solver.java:41}
 * @param millis for how long it has waited
 * @param any whether one of the needs is enough; else it needs all
 * @param needs what it waits for
 */
public record BlockedCall(String thread, String call, String at, long millis, boolean any, List<NeedWords> needs)
    implements Struct<BlockedCall> {
    /** A record of this type, whatever its components. */
    static final BlockedCall ANY = new BlockedCall("", "", "", 0, false, List.of());

    private static final int MOST_WORDS = 4;
    private static final long TENTHS_UP_TO = 10_000;

    @Override
    public BlockedCall fields(Fields fields) throws ProtocolException {
        return new BlockedCall(fields.text(thread), fields.text(call), fields.text(at), fields.number(millis),
            fields.flag(any), fields.structs(needs, NeedWords.ANY));
    }

    /** {@code Recv from rank 2, tag 5, since 12 s, at Solver.java:41}. */
    String line() {
        String what = joined(needs.stream().map(NeedWords::words).filter(each -> !each.isEmpty()).distinct().toList());
        return (thread.isEmpty() ? "" : "thread \"" + thread + "\": ") + call + (what.isEmpty() ? "" : " " + what)
            + ", since " + seconds() + (at.isEmpty() ? "" : ", at " + at);
    }

    /** {@code receives from rank 2, tag 5}. */
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
