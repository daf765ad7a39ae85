package mpj.runtime.daemon;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/** What a daemon says: first to a known key, then to its {@link DaemonRequest}. */
sealed interface DaemonAnswer extends Struct<DaemonAnswer> {
    /** All kinds. */
    Union<DaemonAnswer> KINDS = new Union<>("answer of a daemon", Union.MOST_BYTES, List.of(
        new Granted(""), new Refused(""), new Welcome()));

    /**
     * Yes. After {@link DaemonRequest.Start} the connection is the agent's from here on.
     *
     * @param text what was asked for, for people; may be empty
     */
    record Granted(String text) implements DaemonAnswer {
        @Override
        public Granted fields(Fields fields) throws ProtocolException {
            return new Granted(fields.text(text));
        }
    }

    /** No, for this reason. */
    record Refused(String reason) implements DaemonAnswer {
        @Override
        public Refused fields(Fields fields) throws ProtocolException {
            return new Refused(fields.text(reason));
        }
    }

    /** This key is known; now the request may come. Until then a client cannot tell a refusal from a flood. */
    record Welcome() implements DaemonAnswer {
        @Override
        public Welcome fields(Fields fields) {
            return this;
        }
    }
}
