package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;

/**
 * One message between a rank and its launcher.
 *
 * <ul>
 * <li>A rank opens each connection with {@link Hello}.
 * <li>{@link Put}, {@link Get}, {@link Fence}, {@link Finalized}, {@link Abort}, {@link Failed}, {@link Exiting},
 * {@link Ended}, {@link Told}, {@link Tolerate} and {@link AskClock} are requests. Each is answered by {@link Done},
 * {@link Value}, {@link Clock} or {@link Refused}.
 * <li>Over a connection that has sent {@link Listen}, each {@link Lost} comes unasked. {@link Done} ends them when the
 * rank is exiting. The launcher may ask there, too, with {@link Inspect}; the rank answers with its {@link Waits}.
 * <li>On the connection that a rank opens with {@link Lifeline} it is the launcher that asks, with {@link Inspect}. The
 * rank answers with a {@link Report}.
 * <li>A viewer opens with a hello of no rank, and asks once, with {@link Inspect}, or as often as it likes, with
 * {@link Look}. Each time it gets reports up to a {@link Done}.
 * </ul>
 */
public sealed interface Message extends Struct<Message> {
    /** The longest key, in characters. */
    int MAX_KEY = 256;
    /** The longest value, in bytes. */
    int MAX_VALUE = 64 << 10;
    /** The longest line of an abort or failure, in characters; longer ones are cut. */
    int MAX_LINE = 4_000;
    /** The longest report, in characters; longer ones are cut. */
    int MAX_REPORT = 64 << 10;
    /** No message is longer, in bytes: a report's characters have up to three each. */
    int MAX_BYTES = 3 * MAX_REPORT + 16;

    /** All kinds. */
    Union<Message> KINDS = new Union<>("message of a rank or its launcher", MAX_BYTES, List.of(
        new Hello(0, new byte[0]), new Put("", new byte[0]), new Get(0, ""), new Fence(), new Abort(0, ""),
        new Failed(""), new Exiting(), new Done(), new Value(new byte[0]), new Refused(""), new Tolerate(),
        new Lost(0, "", false), new Lifeline(), new Inspect(Question.STATE), new Report(""), new Ended(),
        new Finalized(), new Listen(), new Told("", ""), new Look(), new Waits(RankState.UNKNOWN),
        new AskClock(), new Clock(0, 0)));

    /** First message of every connection: proof of the secret, and whose connection it is. */
    record Hello(int rank, byte[] secret) implements Message {
        /** Instead of a rank: somebody who looks at the job. */
        public static final int VIEWER = -1;
        /** Bytes of a hello after its length. */
        static final int BYTES = 1 + Integer.BYTES + JobEnvironment.SECRET_BYTES;

        @Override
        public Hello fields(Fields fields) throws ProtocolException {
            return new Hello(fields.number(rank), fields.fixed(secret, JobEnvironment.SECRET_BYTES));
        }
    }

    /** Publish a value at the next fence. */
    record Put(String key, byte[] value) implements Message {
        @Override
        public Put fields(Fields fields) throws ProtocolException {
            return new Put(fields.text(key, MAX_KEY), fields.bytes(value, MAX_VALUE));
        }
    }

    /** Ask for what a rank published. */
    record Get(int rank, String key) implements Message {
        @Override
        public Get fields(Fields fields) throws ProtocolException {
            return new Get(fields.number(rank), fields.text(key, MAX_KEY));
        }
    }

    /** Answered when every rank has sent it. */
    record Fence() implements Message {
        @Override
        public Fence fields(Fields fields) {
            return this;
        }
    }

    /** The program called Abort. */
    record Abort(int code, String line) implements Message {
        public Abort {
            line = cut(line, MAX_LINE);
        }

        @Override
        public Abort fields(Fields fields) throws ProtocolException {
            return new Abort(fields.number(code), fields.text(line, MAX_LINE));
        }
    }

    /** The program could not be started. */
    record Failed(String line) implements Message {
        public Failed {
            line = cut(line, MAX_LINE);
        }

        @Override
        public Failed fields(Fields fields) throws ProtocolException {
            return new Failed(fields.text(line, MAX_LINE));
        }
    }

    /** The rank's JVM is shutting down by itself: an exit status above 128 is then a status, not a signal. */
    record Exiting() implements Message {
        @Override
        public Exiting fields(Fields fields) {
            return this;
        }
    }

    /** The request was carried out. */
    record Done() implements Message {
        @Override
        public Done fields(Fields fields) {
            return this;
        }
    }

    /** The answer to a get. */
    record Value(byte[] bytes) implements Message {
        @Override
        public Value fields(Fields fields) throws ProtocolException {
            return new Value(fields.bytes(bytes, MAX_VALUE));
        }
    }

    /** The request cannot be carried out. */
    record Refused(String reason) implements Message {
        public Refused {
            reason = cut(reason, MAX_LINE);
        }

        @Override
        public Refused fields(Fields fields) throws ProtocolException {
            return new Refused(fields.text(reason, MAX_LINE));
        }
    }

    /** This rank goes on when another is lost. */
    record Tolerate() implements Message {
        @Override
        public Tolerate fields(Fields fields) {
            return this;
        }
    }

    /** A rank has died; or it has left, with exit code 0 but without Finalize. */
    record Lost(int rank, String how, boolean left) implements Message {
        public Lost {
            how = cut(how, MAX_LINE);
        }

        @Override
        public Lost fields(Fields fields) throws ProtocolException {
            return new Lost(fields.number(rank), fields.text(how, MAX_LINE), fields.flag(left));
        }
    }

    /** This connection is the one that ends with the launcher, and the rank with it; on it the rank can be asked. */
    record Lifeline() implements Message {
        @Override
        public Lifeline fields(Fields fields) {
            return this;
        }
    }

    /** To a rank: report on yourself. From a viewer: report on every rank. */
    record Inspect(Question question) implements Message {
        @Override
        public Inspect fields(Fields fields) throws ProtocolException {
            return new Inspect(fields.constant(question, Question.class));
        }
    }

    /** What an inspection found; to a viewer there are many, and {@link Done} at the end. */
    record Report(String text) implements Message {
        public Report {
            text = cut(text, MAX_REPORT);
        }

        @Override
        public Report fields(Fields fields) throws ProtocolException {
            return new Report(fields.text(text, MAX_REPORT));
        }
    }

    /** This rank has ended in order, though its process goes on: the ranks are its threads. */
    record Ended() implements Message {
        @Override
        public Ended fields(Fields fields) {
            return this;
        }
    }

    /** This rank has ended MPI in order: nobody needs it any more. */
    record Finalized() implements Message {
        @Override
        public Finalized fields(Fields fields) {
            return this;
        }
    }

    /** Tell this rank, on this connection, which ranks are lost: those that are, and those that will be. */
    record Listen() implements Message {
        @Override
        public Listen fields(Fields fields) {
            return this;
        }
    }

    /** What a rank has to tell of itself. */
    record Told(String topic, String text) implements Message {
        public Told {
            text = cut(text, MAX_REPORT);
        }

        @Override
        public Told fields(Fields fields) throws ProtocolException {
            return new Told(fields.text(topic, MAX_KEY), fields.text(text, MAX_REPORT));
        }
    }

    /** From a viewer: what have the ranks told last? */
    record Look() implements Message {
        @Override
        public Look fields(Fields fields) {
            return this;
        }
    }

    /** What this rank is doing. */
    record Waits(RankState state) implements Message {
        @Override
        public Waits fields(Fields fields) throws ProtocolException {
            return new Waits(state.fields(fields));
        }
    }

    /** What does the launcher's clock show? */
    record AskClock() implements Message {
        @Override
        public AskClock fields(Fields fields) {
            return this;
        }
    }

    /** What is to be added to this host's System.nanoTime to have the launcher's, and by how much that may be wrong. */
    record Clock(long offset, long error) implements Message {
        @Override
        public Clock fields(Fields fields) throws ProtocolException {
            return new Clock(fields.number(offset), fields.number(error));
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
