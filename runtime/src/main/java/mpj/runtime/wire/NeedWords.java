package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.waits.Need;

/**
 * A need on its way to the launcher, and there in words.
 *
 * @param need what it is
 */
public record NeedWords(Need need) implements Struct<NeedWords> {
    /** A record of this type, whatever its components. */
    static final NeedWords ANY = new NeedWords(new Need(Need.Kind.OTHER, List.of(), Need.ANY_TAG, true));

    @Override
    public NeedWords fields(Fields fields) throws ProtocolException {
        return new NeedWords(new Need(fields.constant(need.kind(), Need.Kind.class), fields.numbers(need.ranks()),
            fields.number(need.tag()), fields.flag(need.underWay())));
    }

    /** After a call's name: {@code from rank 2, tag 5}. Empty where there is nothing to say. */
    String words() {
        return switch (need.kind()) {
            case RECEIVE, PROBE -> "from " + who("any source") + tagged();
            case SEND -> "to " + who("some rank") + tagged();
            case COLLECTIVE -> "waits for " + who("the other ranks");
            case FINALIZE -> "waits for " + who("the other ranks");
            case OTHER -> "";
        };
    }

    /** After a rank's name: {@code receives from rank 2, tag 5}. */
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
