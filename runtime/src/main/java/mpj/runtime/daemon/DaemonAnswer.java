package mpj.runtime.daemon;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/**
 * A message from a daemon. The first goes to a client with a known key, and the second answers its
 * {@link DaemonRequest}.
 */
sealed interface DaemonAnswer extends Struct<DaemonAnswer> {
    /** All kinds. */
    Union<DaemonAnswer> KINDS = new Union<>("answer of a daemon", Union.MOST_BYTES, List.of(
        new Granted(""), new Refused(""), new Welcome()));

    /**
     * The request is granted. After {@link DaemonRequest.Start}, the connection belongs to the agent.
     *
     * @param text the requested information, for people; may be empty
     */
    record Granted(String text) implements DaemonAnswer {
        @Override
        public Granted fields(Fields fields) throws ProtocolException {
            return new Granted(fields.text(text));
        }
    }

    /** The request is refused, for this reason. */
    record Refused(String reason) implements DaemonAnswer {
        @Override
        public Refused fields(Fields fields) throws ProtocolException {
            return new Refused(fields.text(reason));
        }
    }

    /**
     * The key is known, and the request may follow. Without this message a client could not distinguish a refusal from
     * a flood.
     */
    record Welcome() implements DaemonAnswer {
        @Override
        public Welcome fields(Fields fields) {
            return this;
        }
    }
}
