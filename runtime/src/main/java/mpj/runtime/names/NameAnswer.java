package mpj.runtime.names;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/** A message from an mpjnamed. The first three kinds must be the same in all versions. */
sealed interface NameAnswer extends Struct<NameAnswer> {
    /** All kinds. */
    Union<NameAnswer> KINDS = new Union<>("answer of an mpjnamed", NameRequest.MOST_BYTES, List.of(
        new Welcome(), new Refused(""), new Admitted(), new Answered(new Message.Done()), new Listed("", ""),
        new ListEnds()));

    /** The client's key is the right one. Without this message a client could not tell a refusal from a flood. */
    record Welcome() implements NameAnswer {
        @Override
        public Welcome fields(Fields fields) {
            return this;
        }
    }

    /** The client is not admitted, for this reason. */
    record Refused(String reason) implements NameAnswer {
        @Override
        public Refused fields(Fields fields) throws ProtocolException {
            return new Refused(fields.text(reason));
        }
    }

    /** The answer to a hello: requests may follow. */
    record Admitted() implements NameAnswer {
        @Override
        public Admitted fields(Fields fields) {
            return this;
        }
    }

    /** The answer to {@link NameRequest.Asked}. */
    record Answered(Message answer) implements NameAnswer {
        @Override
        public Answered fields(Fields fields) throws ProtocolException {
            return new Answered(fields.union(answer, Message.KINDS));
        }
    }

    /** A name and its owner. {@link NameRequest.Listing} is answered by one for each name, and {@link ListEnds}. */
    record Listed(String name, String owner) implements NameAnswer {
        @Override
        public Listed fields(Fields fields) throws ProtocolException {
            return new Listed(fields.text(name), fields.text(owner));
        }
    }

    /** All names have been listed. */
    record ListEnds() implements NameAnswer {
        @Override
        public ListEnds fields(Fields fields) {
            return this;
        }
    }
}
