package mpj.runtime.agent;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.KeyValueExchange.Entry;
import mpj.runtime.host.OutputSink;
import mpj.runtime.host.RankReport;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/** A message that goes up the tree, from an agent to the agent above and finally to the launcher. */
public sealed interface Upward extends Struct<Upward> {
    /** All kinds. */
    Union<Upward> KINDS = new Union<>("message of an agent", Union.MOST_BYTES, List.of(
        new Ready("", ""), new Fence(List.of()), new Get(0, ""), new Need(""), new Output(0, false, 0, new byte[0]),
        new InputTaken(), new Happened(new JobEvent.Tolerates(0)), new Inspected(0, RankReport.ANY),
        new Clock(0, 0, 0, 0), new Recorded(0, new byte[0]), new Unrecorded(""), new AskTime(0, 0),
        new Asked(0, 0, 0, new Message.Done())));

    /** The first message: the agent runs. The addresses are empty where ssh does not tell them. */
    record Ready(String address, String addressAbove) implements Upward {
        @Override
        public Ready fields(Fields fields) throws ProtocolException {
            return new Ready(fields.text(address), fields.text(addressAbove));
        }
    }

    /** The subtree has reached the fence, with these new values. */
    record Fence(List<Entry> values) implements Upward {
        @Override
        public Fence fields(Fields fields) throws ProtocolException {
            return new Fence(fields.structs(values, Entry.ANY));
        }
    }

    /** Asks for a value that a rank of another subtree has published. */
    record Get(int rank, String key) implements Upward {
        @Override
        public Get fields(Fields fields) throws ProtocolException {
            return new Get(fields.number(rank), fields.text(key, Message.MAX_KEY));
        }
    }

    /** Asks for a class path entry that this host does not have. */
    record Need(String digest) implements Upward {
        @Override
        public Need fields(Fields fields) throws ProtocolException {
            return new Need(fields.text(digest));
        }
    }

    /**
     * What a process of a host has printed. The rank is the first rank of the process, or {@link OutputSink#NOBODY}.
     */
    record Output(int host, boolean error, int rank, byte[] bytes) implements Upward {
        @Override
        public Output fields(Fields fields) throws ProtocolException {
            return new Output(fields.number(host), fields.flag(error), fields.number(rank),
                fields.bytes(bytes, Fields.ANY));
        }
    }

    /** Rank 0 has taken the input that was sent. */
    record InputTaken() implements Upward {
        @Override
        public InputTaken fields(Fields fields) {
            return this;
        }
    }

    /** Something has happened to a rank or a host. */
    record Happened(JobEvent event) implements Upward {
        @Override
        public Happened fields(Fields fields) throws ProtocolException {
            return new Happened(fields.union(event, JobEvent.KINDS));
        }
    }

    /** The answer to an inquiry, for one rank. */
    record Inspected(int inquiry, RankReport report) implements Upward {
        @Override
        public Inspected fields(Fields fields) throws ProtocolException {
            return new Inspected(fields.number(inquiry), report.fields(fields));
        }
    }

    /**
     * The answer to {@link Downward.AskClock}: the host's System.nanoTime, and the difference of its system clock to
     * that.
     */
    record Clock(int host, long asked, long time, long wall) implements Upward {
        @Override
        public Clock fields(Fields fields) throws ProtocolException {
            return new Clock(fields.number(host), fields.number(asked), fields.number(time), fields.number(wall));
        }
    }

    /** Asks for the time on the launcher's clock. {@code asked} is this host's time when it asks. */
    record AskTime(int host, long asked) implements Upward {
        @Override
        public AskTime fields(Fields fields) throws ProtocolException {
            return new AskTime(fields.number(host), fields.number(asked));
        }
    }

    /**
     * A rank's request that only the launcher can answer. {@link Downward.Answered} with the same number has the
     * answer.
     */
    record Asked(int host, int number, int rank, Message request) implements Upward {
        @Override
        public Asked fields(Fields fields) throws ProtocolException {
            return new Asked(fields.number(host), fields.number(number), fields.number(rank),
                fields.union(request, Message.KINDS));
        }
    }

    /** The next bytes of a rank's recording. */
    record Recorded(int rank, byte[] bytes) implements Upward {
        @Override
        public Recorded fields(Fields fields) throws ProtocolException {
            return new Recorded(fields.number(rank), fields.bytes(bytes, Fields.ANY));
        }
    }

    /** Ranks of a host are not recorded, or their recording stops before their end. */
    record Unrecorded(String reason) implements Upward {
        @Override
        public Unrecorded fields(Fields fields) throws ProtocolException {
            return new Unrecorded(fields.text(reason));
        }
    }
}
