package mpj.runtime.daemon;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/** The request of a client whose key is known. There is one request, and a {@link DaemonAnswer} follows. */
sealed interface DaemonRequest extends Struct<DaemonRequest> {
    /** A daemon reads no more bytes than this, even from a user whom it knows. */
    int MAX_BYTES = 1_024;
    /** The longest name of a library, in characters. */
    int MAX_LIBRARY = 256;

    /** All kinds. */
    Union<DaemonRequest> KINDS = new Union<>("request to a daemon", MAX_BYTES, List.of(
        new Start("", 0), new Status(), new Stop()));

    /**
     * Asks to start an agent.
     *
     * @param library the client's library; the daemon must have the same library, because the agent and the client talk
     *     by its protocol
     * @param ranks the number of ranks that the agent is going to start; the agent may start no more
     */
    record Start(String library, int ranks) implements DaemonRequest {
        @Override
        public Start fields(Fields fields) throws ProtocolException {
            return new Start(fields.text(library, MAX_LIBRARY), fields.number(ranks));
        }
    }

    /** Asks which agents run; for the administrator. */
    record Status() implements DaemonRequest {
        @Override
        public Status fields(Fields fields) {
            return this;
        }
    }

    /** Asks the daemon to end everything; for the administrator. */
    record Stop() implements DaemonRequest {
        @Override
        public Stop fields(Fields fields) {
            return this;
        }
    }
}
