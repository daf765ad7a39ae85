package mpj.runtime.host;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.bootstrap.Topic;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;
import mpj.runtime.wire.Union;

/** An event of a running job. */
public sealed interface JobEvent extends Struct<JobEvent> {
    /**
     * The kinds of events that agents send to the launcher. An agent has no output of its own, and does not end jobs.
     */
    Union<JobEvent> KINDS = new Union<>("event of a job", Union.MOST_BYTES, List.of(
        new Exited(List.of(), 0, false, Stage.BEFORE_INIT, 0, ""), new JvmExited(List.of(), 0), new Tolerates(0),
        new Aborted(0, 0, ""), new FailedToStart(0, ""), new Placed(0, 0, "", false), new HostFailed("", ""),
        new Told(0, Topic.SAMPLE, ""), new HostLost("", List.of(), ""), new Unreachable(0, 0, "")));

    /**
     * Ranks have ended: the ranks of a process, with it, or one rank whose process runs on.
     *
     * @param ranks these ranks. The exit status belongs to the first. If the status is 0, there is only this rank
     * @param status the exit status; 128 and more may be a signal's number
     * @param orderly whether the JVM shut down by itself, so that the status is not a signal's number
     * @param stage how far any of them had come in MPI
     * @param fences the number of fences that the first had reached; no later fence can be passed
     * @param lastLines the last lines that the process printed; empty when the status is 0
     */
    record Exited(List<Integer> ranks, int status, boolean orderly, Stage stage, int fences, String lastLines)
        implements JobEvent {
        private static final int KILLED = 128 + 9;

        /** Whether a process was ended by SIGKILL. */
        public boolean isKilled() {
            return status == KILLED && !orderly;
        }

        /** The rank to which the exit status belongs. */
        public int rank() {
            return ranks.getFirst();
        }

        @Override
        public Exited fields(Fields fields) throws ProtocolException {
            return new Exited(fields.numbers(ranks), fields.number(status), fields.flag(orderly),
                fields.constant(stage, Stage.class), fields.number(fences), fields.text(lastLines));
        }
    }

    /**
     * The process of several ranks has ended with exit status 0, although these ranks had not ended.
     *
     * @param ranks these ranks
     * @param culprit the rank that has ended the process; {@link #NOBODY} when no rank said so
     */
    record JvmExited(List<Integer> ranks, int culprit) implements JobEvent {
        /** The rank is not known. */
        public static final int NOBODY = -1;

        @Override
        public JvmExited fields(Fields fields) throws ProtocolException {
            return new JvmExited(fields.numbers(ranks), fields.number(culprit));
        }
    }

    /** A rank can go on when others are lost. */
    record Tolerates(int rank) implements JobEvent {
        @Override
        public Tolerates fields(Fields fields) throws ProtocolException {
            return new Tolerates(fields.number(rank));
        }
    }

    /**
     * A rank that can go on when others are lost has lost another one, whose process may run nevertheless.
     *
     * @param by the rank that says so
     * @param rank the lost rank
     * @param how what that rank knows
     */
    record Unreachable(int by, int rank, String how) implements JobEvent {
        @Override
        public Unreachable fields(Fields fields) throws ProtocolException {
            return new Unreachable(fields.number(by), fields.number(rank), fields.text(how));
        }
    }

    /** A rank called Abort. */
    record Aborted(int rank, int code, String line) implements JobEvent {
        @Override
        public Aborted fields(Fields fields) throws ProtocolException {
            return new Aborted(fields.number(rank), fields.number(code), fields.text(line));
        }
    }

    /** A rank cannot run the program. */
    record FailedToStart(int rank, String line) implements JobEvent {
        @Override
        public FailedToStart fields(Fields fields) throws ProtocolException {
            return new FailedToStart(fields.number(rank), fields.text(line));
        }
    }

    /** A rank runs, on these cores according to the kernel. Sent only if the user asked for it. */
    record Placed(int rank, long pid, String cores, boolean bound) implements JobEvent {
        @Override
        public Placed fields(Fields fields) throws ProtocolException {
            return new Placed(fields.number(rank), fields.number(pid), fields.text(cores), fields.flag(bound));
        }
    }

    /**
     * The connection to a host has ended.
     *
     * @param host the host
     * @param ranks its ranks, and those of the hosts that were reached through it
     * @param reason what is known of it
     */
    record HostLost(String host, List<Integer> ranks, String reason) implements JobEvent {
        @Override
        public HostLost fields(Fields fields) throws ProtocolException {
            return new HostLost(fields.text(host), fields.numbers(ranks), fields.text(reason));
        }
    }

    /** A host cannot take part in the job. */
    record HostFailed(String host, String reason) implements JobEvent {
        @Override
        public HostFailed fields(Fields fields) throws ProtocolException {
            return new HostFailed(fields.text(host), fields.text(reason));
        }
    }

    /** The program that started the job wants it to end. Does not come from a terminal. */
    record Stopped() implements JobEvent {
        @Override
        public Stopped fields(Fields fields) {
            return this;
        }
    }

    /** The job that spawned this one has failed. */
    record SpawnerFailed() implements JobEvent {
        @Override
        public SpawnerFailed fields(Fields fields) {
            return this;
        }
    }

    /** A rank has sent information about itself. */
    record Told(int rank, Topic topic, String text) implements JobEvent {
        @Override
        public Told fields(Fields fields) throws ProtocolException {
            return new Told(fields.number(rank), fields.constant(topic, Topic.class), fields.text(text));
        }
    }

    /**
     * Ranks wait for each other and can never go on.
     *
     * @param millis the time for which they have waited at least
     * @param lines the lines to print
     * @param ends whether the job ends because of this
     */
    record Deadlock(long millis, List<String> lines, boolean ends) implements JobEvent {
        @Override
        public Deadlock fields(Fields fields) {
            return this;
        }
    }

    /** mpjrun's own output can no longer be written. */
    record OutputClosed() implements JobEvent {
        @Override
        public OutputClosed fields(Fields fields) {
            return this;
        }
    }
}
