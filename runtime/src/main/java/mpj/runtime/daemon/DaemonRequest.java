package mpj.runtime.daemon;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/** What a client asks once its key is known: one request, which a {@link DaemonAnswer} follows. */
sealed interface DaemonRequest extends Struct<DaemonRequest> {
    /** A daemon reads no more, even of a user it knows. */
    int MAX_BYTES = 1_024;
    /** The longest name of a library, in characters. */
    int MAX_LIBRARY = 256;

    /** All kinds. */
    Union<DaemonRequest> KINDS = new Union<>("request to a daemon", MAX_BYTES, List.of(
        new Start("", 0), new Status(), new Stop()));

    /**
     * Start an agent.
     *
     * @param library the client's library; the daemon's must be the same, since the two talk by its protocol
     * @param ranks how many it is going to start; the agent starts no more
     */
    record Start(String library, int ranks) implements DaemonRequest {
        @Override
        public Start fields(Fields fields) throws ProtocolException {
            return new Start(fields.text(library, MAX_LIBRARY), fields.number(ranks));
        }
    }

    /** Tell what runs. The administrator's. */
    record Status() implements DaemonRequest {
        @Override
        public Status fields(Fields fields) {
            return this;
        }
    }

    /** End everything. The administrator's. */
    record Stop() implements DaemonRequest {
        @Override
        public Stop fields(Fields fields) {
            return this;
        }
    }
}
