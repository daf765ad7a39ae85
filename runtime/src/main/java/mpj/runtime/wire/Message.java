package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;

/**
 * One message between a rank and its launcher.
 *
 * <ul>
 * <li>A rank opens each connection with {@link Hello}.
 * <li>{@link Put}, {@link Get}, {@link Fence}, {@link Finalized}, {@link Abort}, {@link Failed}, {@link Exiting},
 * {@link Ended}, {@link Told}, {@link Tolerate}, {@link Unreachable} and {@link AskClock} are requests. Each is
 * answered by {@link Done}, {@link Value}, {@link Clock} or {@link Refused}.
 * <li>{@link Spawn}, {@link Detach}, {@link Publish}, {@link LookUp} and {@link Withdraw} are requests that concern
 * other jobs, so only the launcher itself can answer them, also with {@link Spawned} or {@link Unnamed}. An
 * {@code mpjnamed} takes the last three as well. {@link AskMove} and {@link Leave} are such requests too. The first is
 * answered by a {@link Move} if a rank is to move.
 * <li>On a connection on which a rank has sent {@link Listen}, the launcher sends each {@link Lost} and
 *     {@link LostElsewhere} without a request, and {@link Done} after the last one when the rank is exiting. The
 *     launcher may also send {@link Inspect} there, and the rank answers with its {@link Waits}.
 * <li>On the connection that a rank opens with {@link Lifeline}, the launcher asks with {@link Inspect}, and the rank
 * answers with a {@link Report}.
 * <li>A viewer begins with a hello that names no rank. It asks once with {@link Inspect} or {@link Move}, or any number
 * of times with {@link Look}. Each time, it gets reports, followed by {@link Done}, or by {@link Refused} if a rank
 * cannot be moved.
 * </ul>
 */
public sealed interface Message extends Struct<Message> {
    /** The longest key, in characters. */
    int MAX_KEY = 256;
    /** The longest value, in bytes. */
    int MAX_VALUE = 64 << 10;
    /** The longest line of an abort or a failure, in characters; the rest is cut off. */
    int MAX_LINE = 4_000;
    /** The longest report, in characters; the rest is cut off. */
    int MAX_REPORT = 64 << 10;
    /** The longest name and the longest key of an info, in characters. */
    int MAX_NAME = 256;
    /** The longest port, in characters. */
    int MAX_PORT = 4_000;
    /** The longest message, in bytes: each character of a report takes at most three. */
    int MAX_BYTES = 3 * MAX_REPORT + 16;

    /** All kinds. */
    Union<Message> KINDS = new Union<>("message of a rank or its launcher", MAX_BYTES, List.of(
        new Hello(0, new byte[0]), new Put("", new byte[0]), new Get(0, ""), new Fence(), new Abort(0, ""),
        new Failed(""), new Exiting(), new Done(), new Value(new byte[0]), new Refused(""), new Tolerate(),
        new Lost(0, "", false), new Lifeline(), new Inspect(Question.STATE), new Report(""), new Ended(),
        new Finalized(), new Listen(), new Told("", ""), new Look(), new Waits(RankState.UNKNOWN),
        new AskClock(), new Clock(0, 0), new Spawn(List.of(), ""), new Spawned(0, List.of()), new Detach(),
        new Publish("", ""), new LookUp(""), new Withdraw(""), new Unnamed("", ""),
        new LostElsewhere(0, 0, "", false), new Move(0, ""), new AskMove(0), new Leave(0),
        new Unreachable(0, "")));

    /** The first message of every connection. It proves the secret and says which rank has opened the connection. */
    record Hello(int rank, byte[] secret) implements Message {
        /** Takes the place of the rank when somebody who looks at the job has opened the connection. */
        public static final int VIEWER = -1;
        /** The bytes of a hello after its length. */
        static final int BYTES = 1 + Integer.BYTES + JobEnvironment.SECRET_BYTES;

        @Override
        public Hello fields(Fields fields) throws ProtocolException {
            return new Hello(fields.number(rank), fields.fixed(secret, JobEnvironment.SECRET_BYTES));
        }
    }

    /** Asks to publish a value at the next fence. */
    record Put(String key, byte[] value) implements Message {
        @Override
        public Put fields(Fields fields) throws ProtocolException {
            return new Put(fields.text(key, MAX_KEY), fields.bytes(value, MAX_VALUE));
        }
    }

    /** Asks for a value that a rank has published. */
    record Get(int rank, String key) implements Message {
        @Override
        public Get fields(Fields fields) throws ProtocolException {
            return new Get(fields.number(rank), fields.text(key, MAX_KEY));
        }
    }

    /** Is answered when every rank has sent it. */
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

        /**
         * The exit code of a process that ends with an abort. Systems keep the low byte of a code only. If only that is
         * 0, the exit code is 1, because the program has not said that all is well.
         */
        public static int exitCode(int code) {
            return code != 0 && (code & 0xFF) == 0 ? 1 : code & 0xFF;
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

    /**
     * The rank's JVM is shutting down by itself. An exit status above 128 is then a status and not the number of a
     * signal.
     */
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

    /** This rank can no longer reach another one, whose process may run nevertheless. */
    record Unreachable(int rank, String how) implements Message {
        public Unreachable {
            how = cut(how, MAX_LINE);
        }

        @Override
        public Unreachable fields(Fields fields) throws ProtocolException {
            return new Unreachable(fields.number(rank), fields.text(how, MAX_LINE));
        }
    }

    /** A rank has died, or it has left with exit code 0 but without Finalize. */
    record Lost(int rank, String how, boolean left) implements Message {
        public Lost {
            how = cut(how, MAX_LINE);
        }

        @Override
        public Lost fields(Fields fields) throws ProtocolException {
            return new Lost(fields.number(rank), fields.text(how, MAX_LINE), fields.flag(left));
        }
    }

    /**
     * Marks the connection that ends with the launcher, and whose end ends the rank. The launcher can ask about the
     * rank on it.
     */
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

    /** The result of an inspection. A viewer gets many of these, followed by {@link Done}. */
    record Report(String text) implements Message {
        public Report {
            text = cut(text, MAX_REPORT);
        }

        @Override
        public Report fields(Fields fields) throws ProtocolException {
            return new Report(fields.text(text, MAX_REPORT));
        }
    }

    /** This rank, which is a thread, has ended in order, but its process goes on. */
    record Ended() implements Message {
        @Override
        public Ended fields(Fields fields) {
            return this;
        }
    }

    /** This rank has finalized MPI in order, so no rank needs it any longer. */
    record Finalized() implements Message {
        @Override
        public Finalized fields(Fields fields) {
            return this;
        }
    }

    /** Asks to report lost ranks on this connection: those that are lost already, and those that are lost later. */
    record Listen() implements Message {
        @Override
        public Listen fields(Fields fields) {
            return this;
        }
    }

    /** Information that a rank sends about itself. */
    record Told(String topic, String text) implements Message {
        public Told {
            text = cut(text, MAX_REPORT);
        }

        @Override
        public Told fields(Fields fields) throws ProtocolException {
            return new Told(fields.text(topic, MAX_KEY), fields.text(text, MAX_REPORT));
        }
    }

    /** A viewer asks for the last information that the ranks have sent. */
    record Look() implements Message {
        @Override
        public Look fields(Fields fields) {
            return this;
        }
    }

    /** Says what this rank is doing. */
    record Waits(RankState state) implements Message {
        @Override
        public Waits fields(Fields fields) throws ProtocolException {
            return new Waits(state.fields(fields));
        }
    }

    /** Asks for the time on the launcher's clock. */
    record AskClock() implements Message {
        @Override
        public AskClock fields(Fields fields) {
            return this;
        }
    }

    /**
     * The nanoseconds to add to this host's System.nanoTime to get the launcher's, and the largest error of that
     * number.
     */
    record Clock(long offset, long error) implements Message {
        @Override
        public Clock fields(Fields fields) throws ProtocolException {
            return new Clock(fields.number(offset), fields.number(error));
        }
    }

    /** Asks to start programs as a job of their own, which finds the rank's job at this port. */
    record Spawn(List<SpawnedProgram> programs, String parentPort) implements Message {
        @Override
        public Spawn fields(Fields fields) throws ProtocolException {
            return new Spawn(fields.structs(programs, SpawnedProgram.ANY), fields.text(parentPort, MAX_PORT));
        }
    }

    /** The job was started under this number, with this number of ranks of each program. */
    record Spawned(long job, List<Integer> counts) implements Message {
        @Override
        public Spawned fields(Fields fields) throws ProtocolException {
            return new Spawned(fields.number(job), fields.numbers(counts));
        }
    }

    /** This rank's job goes on when the job that spawned it ends. */
    record Detach() implements Message {
        @Override
        public Detach fields(Fields fields) {
            return this;
        }
    }

    /** Asks to publish a value under a name. */
    record Publish(String name, String value) implements Message {
        @Override
        public Publish fields(Fields fields) throws ProtocolException {
            return new Publish(fields.text(name, MAX_NAME), fields.text(value, MAX_PORT));
        }
    }

    /** Asks for the value of a name. The answer is a {@link Value} in UTF-8. */
    record LookUp(String name) implements Message {
        @Override
        public LookUp fields(Fields fields) throws ProtocolException {
            return new LookUp(fields.text(name, MAX_NAME));
        }
    }

    /** Asks to withdraw a name. */
    record Withdraw(String name) implements Message {
        @Override
        public Withdraw fields(Fields fields) throws ProtocolException {
            return new Withdraw(fields.text(name, MAX_NAME));
        }
    }

    /** A request about a name is refused. */
    record Unnamed(String kind, String reason) implements Message {
        /** The name is published already. */
        public static final String PUBLISHED = "PUBLISHED";
        /** Nobody has published the name. */
        public static final String UNKNOWN = "UNKNOWN";
        /** Another job has published the name. */
        public static final String FOREIGN = "FOREIGN";
        /** The name service cannot be asked. */
        public static final String UNREACHABLE = "UNREACHABLE";

        public Unnamed {
            reason = cut(reason, MAX_LINE);
        }

        @Override
        public Unnamed fields(Fields fields) throws ProtocolException {
            return new Unnamed(fields.text(kind, MAX_NAME), fields.text(reason, MAX_LINE));
        }
    }

    /** A rank of another job of this launcher is lost. */
    record LostElsewhere(long job, int rank, String how, boolean left) implements Message {
        public LostElsewhere {
            how = cut(how, MAX_LINE);
        }

        @Override
        public LostElsewhere fields(Fields fields) throws ProtocolException {
            return new LostElsewhere(fields.number(job), fields.number(rank), fields.text(how, MAX_LINE),
                fields.flag(left));
        }
    }

    /** From a viewer: a rank shall move to another host. To a rank: this rank shall move at this checkpoint. */
    record Move(int rank, String host) implements Message {
        @Override
        public Move fields(Fields fields) throws ProtocolException {
            return new Move(fields.number(rank), fields.text(host, MAX_NAME));
        }

        /** The move as the user writes it. */
        @Override
        public String toString() {
            return "--move " + rank + "=" + host;
        }
    }

    /** The program writes a checkpoint with this number of ranks, and asks whether one of them shall move. */
    record AskMove(int size) implements Message {
        @Override
        public AskMove fields(Fields fields) throws ProtocolException {
            return new AskMove(fields.number(size));
        }
    }

    /** This rank ends now, because it moves. This version of the checkpoint has its state. */
    record Leave(long version) implements Message {
        @Override
        public Leave fields(Fields fields) throws ProtocolException {
            return new Leave(fields.number(version));
        }
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
