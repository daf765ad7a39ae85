package mpj.runtime.names;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/** A message to an mpjnamed. The first one is a {@link Hello}, which must be the same in all versions. */
sealed interface NameRequest extends Struct<NameRequest> {
    /** The longest message of either side, in bytes: each character of a port takes at most three. */
    int MOST_BYTES = 16 << 10;
    /** The longest text of a version or an owner, in characters. */
    int MOST_CHARACTERS = 512;

    /** All kinds. */
    Union<NameRequest> KINDS = new Union<>("request to an mpjnamed", MOST_BYTES, List.of(
        new Hello("", ""), new Asked(new Message.LookUp("")), new Listing()));

    /**
     * Says who asks.
     *
     * @param version of the library
     * @param owner of the names that this client publishes, for people
     */
    record Hello(String version, String owner) implements NameRequest {
        @Override
        public Hello fields(Fields fields) throws ProtocolException {
            return new Hello(fields.text(version, MOST_CHARACTERS), fields.text(owner, MOST_CHARACTERS));
        }
    }

    /** A request that a {@link NameKeeper} answers. */
    record Asked(Message request) implements NameRequest {
        @Override
        public Asked fields(Fields fields) throws ProtocolException {
            return new Asked(fields.union(request, Message.KINDS));
        }
    }

    /** Asks for all names and their owners. */
    record Listing() implements NameRequest {
        @Override
        public Listing fields(Fields fields) {
            return this;
        }
    }
}
