package mpj.runtime.agent;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Question;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/** A message that goes down the tree, from the launcher or an agent to the agents below. */
sealed interface Downward extends Struct<Downward> {
    /** All kinds. */
    Union<Downward> KINDS = new Union<>("message to an agent", Union.MOST_BYTES, List.of(
        new Begin(Plan.ANY), new Answer(0, "", new Message.Done()), new Release(), new Ended(0, 0, ""),
        new Lost(0, ""), new OutputTaken(0, 0), new Input(new byte[0]), new ShippedFile(""),
        new ShippedBytes(new byte[0]), new ShippedAll(""), new Inspect(0, Question.STATE, 0), new End(),
        new AskClock(0), new Time(0, 0, 0), new Answered(0, 0, new Message.Done()),
        new LostElsewhere(0, 0, "", false), new Expel(0)));

    /** The first message: what the agent must do. */
    record Begin(Plan plan) implements Downward {
        @Override
        public Begin fields(Fields fields) throws ProtocolException {
            return new Begin(plan.fields(fields));
        }
    }

    /** The answer to {@link Upward.Get}. */
    record Answer(int rank, String key, Message message) implements Downward {
        @Override
        public Answer fields(Fields fields) throws ProtocolException {
            return new Answer(fields.number(rank), fields.text(key, Message.MAX_KEY),
                fields.union(message, Message.KINDS));
        }
    }

    /** Every rank of the job has reached the fence. */
    record Release() implements Downward {
        @Override
        public Release fields(Fields fields) {
            return this;
        }
    }

    /**
     * A rank has ended, after it reached this number of fences. {@code how} says what the rank left out of MPI; it may
     * be empty.
     */
    record Ended(int rank, int fences, String how) implements Downward {
        @Override
        public Ended fields(Fields fields) throws ProtocolException {
            return new Ended(fields.number(rank), fields.number(fences), fields.text(how));
        }
    }

    /** A rank is dead, and the other ranks go on without it. */
    record Lost(int rank, String how) implements Downward {
        @Override
        public Lost fields(Fields fields) throws ProtocolException {
            return new Lost(fields.number(rank), fields.text(how));
        }
    }

    /** A rank of another job of the launcher is lost. */
    record LostElsewhere(long job, int rank, String how, boolean left) implements Downward {
        @Override
        public LostElsewhere fields(Fields fields) throws ProtocolException {
            return new LostElsewhere(fields.number(job), fields.number(rank), fields.text(how), fields.flag(left));
        }
    }

    /** Another rank has lost this rank. If the rank does not end by itself, its host ends it. */
    record Expel(int rank) implements Downward {
        @Override
        public Expel fields(Fields fields) throws ProtocolException {
            return new Expel(fields.number(rank));
        }
    }

    /** The launcher's answer to {@link Upward.Asked}. */
    record Answered(int host, int number, Message message) implements Downward {
        @Override
        public Answered fields(Fields fields) throws ProtocolException {
            return new Answered(fields.number(host), fields.number(number), fields.union(message, Message.KINDS));
        }
    }

    /** The launcher has written this number of bytes of a host's output. */
    record OutputTaken(int host, int bytes) implements Downward {
        @Override
        public OutputTaken fields(Fields fields) throws ProtocolException {
            return new OutputTaken(fields.number(host), fields.number(bytes));
        }
    }

    /**
     * Standard input of rank 0; no bytes at its end. The next message of this kind follows after
     * {@link Upward.InputTaken}.
     */
    record Input(byte[] bytes) implements Downward {
        @Override
        public Input fields(Fields fields) throws ProtocolException {
            return new Input(fields.bytes(bytes, Fields.ANY));
        }
    }

    /** A file of the entry that {@link Upward.Need} asked for begins. */
    record ShippedFile(String name) implements Downward {
        @Override
        public ShippedFile fields(Fields fields) throws ProtocolException {
            return new ShippedFile(fields.text(name));
        }
    }

    /** The next bytes of that file. */
    record ShippedBytes(byte[] bytes) implements Downward {
        @Override
        public ShippedBytes fields(Fields fields) throws ProtocolException {
            return new ShippedBytes(fields.bytes(bytes, Fields.ANY));
        }
    }

    /** The last file is complete. A text that is not empty is the reason why the entry cannot be sent. */
    record ShippedAll(String failure) implements Downward {
        @Override
        public ShippedAll fields(Fields fields) throws ProtocolException {
            return new ShippedAll(fields.text(failure));
        }
    }

    /** Asks for a report on every rank, within a time limit. */
    record Inspect(int inquiry, Question question, long limitMillis) implements Downward {
        @Override
        public Inspect fields(Fields fields) throws ProtocolException {
            return new Inspect(fields.number(inquiry), fields.constant(question, Question.class),
                fields.number(limitMillis));
        }
    }

    /** Tells the agent to end its ranks and then itself. */
    record End() implements Downward {
        @Override
        public End fields(Fields fields) {
            return this;
        }
    }

    /** The answer to {@link Upward.AskTime}: the launcher's System.nanoTime. */
    record Time(int host, long asked, long time) implements Downward {
        @Override
        public Time fields(Fields fields) throws ProtocolException {
            return new Time(fields.number(host), fields.number(asked), fields.number(time));
        }
    }

    /** Asks for the time on the agent's clock. {@code asked} is the launcher's time when it asks. */
    record AskClock(long asked) implements Downward {
        @Override
        public AskClock fields(Fields fields) throws ProtocolException {
            return new AskClock(fields.number(asked));
        }
    }
}
