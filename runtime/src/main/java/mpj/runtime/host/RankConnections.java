package mpj.runtime.host;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Question;
import mpj.runtime.wire.RankState;

/** The facts that a rank's connections tell about the rank. Thread-safe. */
final class RankConnections {
    /** A question about the rank. */
    private record Asked(Question question, CompletableFuture<RankState> answer) {
    }

    private final Set<LauncherConnection> open = new HashSet<>();
    private Stage stage = Stage.BEFORE_INIT;
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private boolean exiting;
    private boolean ended;
    private LauncherConnection lifeline;
    private boolean hadLifeline;
    private LauncherConnection listening;
    /** The questions that were sent to the rank and are not answered yet, by connection. */
    private final Map<LauncherConnection, ArrayDeque<Asked>> questions = new HashMap<>();
    /** The questions that could not be sent yet. */
    private final List<Asked> early = new ArrayList<>();

    synchronized void opened(LauncherConnection connection) {
        open.add(connection);
    }

    synchronized void closed(LauncherConnection connection) {
        open.remove(connection);
        if (connection == lifeline) {
            lifeline = null;
        }
        if (connection == listening) {
            listening = null;
        }
        ArrayDeque<Asked> unanswered = questions.remove(connection);
        if (unanswered != null) {
            unanswered.forEach(each -> each.answer.complete(RankState.silent("it is ending")));
        }
        notifyAll();
    }

    /** Closes all connections. */
    synchronized void cut() {
        for (LauncherConnection connection : open) {
            try {
                connection.close();
            } catch (IOException e) {
                continue; // the connection is closed in spite of this
            }
        }
    }

    /** The rank takes part in the exchange: it has begun Init, perhaps again after a Finalize. */
    void joined() {
        synchronized (this) {
            stage = Stage.BEFORE_FINALIZE;
        }
        joined.complete(null);
    }

    /** Calls this when the rank has begun its first Init; at once, if it has done so already. */
    void whenJoined(Runnable action) {
        joined.thenRun(action);
    }

    /** The rank has ended MPI. */
    synchronized void finalized() {
        stage = Stage.AFTER_FINALIZE;
    }

    synchronized Stage stage() {
        return stage;
    }

    synchronized void exiting() {
        exiting = true;
        notifyAll();
    }

    /** Whether the rank needs no other rank any more: it has ended MPI, or is ending. */
    synchronized boolean isLeaving() {
        return exiting || ended || stage == Stage.AFTER_FINALIZE;
    }

    /** The rank has ended, but its process goes on. */
    synchronized void ended() {
        ended = true;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** The rank opens this connection shortly after its start. Earlier questions are answered then. */
    synchronized void lifeline(LauncherConnection connection) {
        lifeline = connection;
        hadLifeline = true;
        askEarly();
    }

    /** From Init to Finalize the rank can be asked on this connection. It then knows what its engine waits for. */
    synchronized void listening(LauncherConnection connection) {
        listening = connection;
        askEarly();
    }

    synchronized boolean isListening() {
        return listening != null;
    }

    private void askEarly() {
        early.forEach(this::ask);
        early.clear();
    }

    /**
     * Whether a rank whose process has ended had said that it was exiting. Waits, up to a limit, for messages that the
     * rank sent before its end.
     */
    synchronized boolean saidExiting(long limitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + limitMillis * 1_000_000L;
        while (!exiting && !open.isEmpty()) {
            long left = (deadline - System.nanoTime()) / 1_000_000L;
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        return exiting;
    }

    /** Asks the rank about itself. */
    synchronized CompletableFuture<RankState> ask(Question question) {
        Asked asked = new Asked(question, new CompletableFuture<>());
        if (listening != null || lifeline != null) {
            ask(asked);
        } else if (hadLifeline || ended) {
            asked.answer.complete(RankState.silent("it has ended"));
        } else {
            early.add(asked);
        }
        return asked.answer;
    }

    /**
     * Sends a question. The answers come in the order of the questions, so the lock is held while both are queued and
     * sent.
     */
    private void ask(Asked asked) {
        LauncherConnection connection = listening != null ? listening : lifeline;
        questions.computeIfAbsent(connection, _ -> new ArrayDeque<>()).add(asked);
        try {
            connection.send(new Message.Inspect(asked.question));
        } catch (IOException e) {
            closed(connection);
        }
    }

    /** The rank has answered the oldest open question on this connection. */
    synchronized void answered(LauncherConnection connection, RankState state) {
        ArrayDeque<Asked> unanswered = questions.get(connection);
        if (unanswered != null && !unanswered.isEmpty()) {
            unanswered.remove().answer.complete(state);
        }
    }
}
