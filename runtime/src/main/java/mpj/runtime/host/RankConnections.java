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

/** What a rank's connections tell about it. Thread-safe. */
final class RankConnections {
    /** What somebody wants to know. */
    private record Asked(Question question, CompletableFuture<RankState> answer) {
    }

    private final Set<LauncherConnection> open = new HashSet<>();
    private Stage stage = Stage.BEFORE_INIT;
    private boolean exiting;
    private boolean ended;
    private LauncherConnection lifeline;
    private boolean hadLifeline;
    private LauncherConnection listening;
    /** Those that a rank has been asked and has not answered, by connection. */
    private final Map<LauncherConnection, ArrayDeque<Asked>> questions = new HashMap<>();
    /** Those that it could not be asked yet. */
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

    /** Ends them all. */
    synchronized void cut() {
        for (LauncherConnection connection : open) {
            try {
                connection.close();
            } catch (IOException e) {
                continue; // it is closed all the same
            }
        }
    }

    /** The rank takes part in the exchange: it is in Init, or beyond; perhaps again, after a Finalize. */
    synchronized void joined() {
        stage = Stage.BEFORE_FINALIZE;
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

    /** The rank has ended, but its process goes on. */
    synchronized void ended() {
        ended = true;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** The rank opens it a moment after its start; who has asked before that is answered then. */
    synchronized void lifeline(LauncherConnection connection) {
        lifeline = connection;
        hadLifeline = true;
        askEarly();
    }

    /** On this connection the rank can be asked from Init to Finalize, and knows what its engine waits for. */
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
     * Whether a rank whose process has ended had said that it was exiting. Waits, up to a limit, for what it sent
     * before its end.
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

    /** What the rank says of itself. */
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

    /** Answers come in the order of the questions: with the lock held, both have the same. */
    private void ask(Asked asked) {
        LauncherConnection connection = listening != null ? listening : lifeline;
        questions.computeIfAbsent(connection, _ -> new ArrayDeque<>()).add(asked);
        try {
            connection.send(new Message.Inspect(asked.question));
        } catch (IOException e) {
            closed(connection);
        }
    }

    /** The rank answers the first question on this connection that it has not answered yet. */
    synchronized void answered(LauncherConnection connection, RankState state) {
        ArrayDeque<Asked> unanswered = questions.get(connection);
        if (unanswered != null && !unanswered.isEmpty()) {
            unanswered.remove().answer.complete(state);
        }
    }
}
