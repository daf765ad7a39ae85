package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.waits.Need;

/**
 * A {@link Need} in the form in which it is sent to the launcher, which puts it into words.
 *
 * @param need the need
 */
public record NeedWords(Need need) implements Struct<NeedWords> {
    /** Stands for the type; its components have no meaning. */
    static final NeedWords ANY = new NeedWords(new Need(Need.Kind.OTHER, List.of(), Need.ANY_TAG, true));

    @Override
    public NeedWords fields(Fields fields) throws ProtocolException {
        return new NeedWords(new Need(fields.constant(need.kind(), Need.Kind.class), fields.numbers(need.ranks()),
            fields.number(need.tag()), fields.flag(need.underWay())));
    }

    /** The words that follow a call's name, such as {@code from rank 2, tag 5}. Empty when there is nothing to say. */
    String words() {
        return switch (need.kind()) {
            case RECEIVE, PROBE -> "from " + who("any source") + tagged();
            case SEND -> "to " + who("some rank") + tagged();
            case COLLECTIVE -> "waits for " + who("the other ranks");
            case FINALIZE -> "waits for " + who("the other ranks");
            case OTHER -> "";
        };
    }

    /** The words that follow a rank's name, such as {@code receives from rank 2, tag 5}. */
    String sentence(String call) {
        return switch (need.kind()) {
            case RECEIVE -> "receives " + words();
            case PROBE -> "probes for a message " + words();
            case SEND -> "sends " + words();
            case COLLECTIVE, FINALIZE -> words() + " in " + call;
            case OTHER -> "is in " + call;
        };
    }

    private String who(String several) {
        return need.ranks().size() == 1 ? "rank " + need.ranks().getFirst() : several;
    }

    private String tagged() {
        return need.tag() == Need.ANY_TAG ? ", any tag" : ", tag " + need.tag();
    }
}
