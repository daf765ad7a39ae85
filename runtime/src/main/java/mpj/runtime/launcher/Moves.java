package mpj.runtime.launcher;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import mpj.runtime.host.UsageException;
import mpj.runtime.wire.Message;

/**
 * The moves of ranks to other hosts, for which the user asks with {@code mpjrun --move}. One move at a time is under
 * way. The program asks for it when it writes a checkpoint, and the rank then leaves and is replaced. Thread-safe.
 */
final class Moves {
    /** A move that is under way. */
    private static final class UnderWay {
        private final Message.Move move;
        /** For the user: reports, then the end of the move. */
        private final BlockingQueue<Message> news = new LinkedBlockingQueue<>();
        private boolean hasLeft;
        /** The job whose rank has left. */
        private JobRun job;
        /** The number of the rank in this job. */
        private int rank;

        private UnderWay(Message.Move move) {
            this.move = move;
        }
    }

    private UnderWay current;
    /** Whether the program has ever asked. */
    private boolean asked;
    private boolean closed;

    /**
     * Begins a move.
     *
     * @return reports for the user, followed by {@link Message.Done} when the rank has moved, or by
     *     {@link Message.Refused}
     * @throws UsageException when the move cannot begin now
     */
    synchronized BlockingQueue<Message> begin(Message.Move move) {
        if (closed) {
            throw new UsageException(move + ": the job is ending");
        }
        if (current != null) {
            throw new UsageException(move + ": rank " + current.move.rank() + " is being moved to host "
                + current.move.host() + "; try again when it has moved");
        }
        if (!asked) {
            throw new UsageException(move + ": the program has written no checkpoint so far with which a rank can be"
                + " moved; try again later, or let the program use Recovery and Checkpoint of mpj-checkpoint"
                + " (docs/failures.md)");
        }
        current = new UnderWay(move);
        current.news.add(new Message.Report("rank " + move.rank() + " moves to host " + move.host()
            + " when the program writes its next checkpoint\n"));
        return current.news;
    }

    /** Answers the program, which writes a checkpoint. */
    synchronized Message answer(Message.AskMove ask) {
        asked = true;
        if (current == null || current.hasLeft) {
            return new Message.Done();
        }
        Message.Move move = current.move;
        if (move.rank() < ask.size() && ask.size() > 1) {
            return move;
        }
        end(new Message.Refused(move + ": the program goes on with "
            + (ask.size() == 1 ? "one rank" : "the ranks 0 to " + (ask.size() - 1)) + "; name another rank"));
        return new Message.Done();
    }

    /**
     * A rank of a job leaves, because it moves.
     *
     * @param host its host
     * @param version the version of the checkpoint that has its state
     */
    synchronized Message leaves(JobRun job, int rank, String host, long version) {
        if (current == null || current.hasLeft) {
            return new Message.Refused("no rank is to move");
        }
        current.hasLeft = true;
        current.job = job;
        current.rank = rank;
        current.news.add(new Message.Report("rank " + current.move.rank() + " has left host " + host + " with version "
            + version + " of the checkpoint\n"));
        return new Message.Done();
    }

    /** The host to which a rank of a job moves; null if it does not. */
    synchronized String destination(JobRun job, int rank) {
        boolean moves = current != null && current.hasLeft && current.job == job && current.rank == rank;
        return moves ? current.move.host() : null;
    }

    /**
     * The place of a rank that has left.
     *
     * @param index its number among the ranks that are to be started; negative if the program has not named it
     * @return null when no rank has left, or the program does not replace it
     */
    synchronized Spawning.Moved place(int index) {
        return current == null || !current.hasLeft || index < 0 ? null
            : new Spawning.Moved(index, current.move.host());
    }

    /** Keeps a slot for the rank that moves. */
    synchronized void reserve(Map<String, Integer> taken) {
        if (current != null) {
            taken.merge(Host.canonical(current.move.host()), 1, Integer::sum);
        }
    }

    /** The rank runs at its new place. */
    synchronized void arrived() {
        if (current != null) {
            current.news.add(new Message.Report("rank " + current.move.rank() + " runs on host " + current.move.host()
                + "\n"));
            end(new Message.Done());
        }
    }

    /** The rank could not be started at its new place. */
    synchronized void failed(String reason) {
        if (current != null) {
            end(new Message.Refused(current.move + ": the rank could not be started there: " + reason
                + "; it is started where another slot is free, which mpjrun --status shows"));
        }
    }

    /** The jobs have ended, and nobody moves any more. */
    synchronized void close() {
        closed = true;
        if (current != null) {
            end(new Message.Refused(current.move + ": the job has ended before the rank "
                + (current.hasLeft ? "was started again" : "could leave")));
        }
    }

    private void end(Message last) {
        current.news.add(last);
        current = null;
    }

    /** News for a user whose move is refused. */
    static BlockingQueue<Message> refused(String reason) {
        return new LinkedBlockingQueue<>(List.of(new Message.Refused(reason)));
    }
}
